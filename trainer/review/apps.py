from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "trainer.review"
    label = "review"

    def ready(self) -> None:
        # Models can be imported only once every app is there.
        from trainer.accounts.signals import guest_adopted  # noqa: PLC0415
        from trainer.progress.panels import register_panel  # noqa: PLC0415
        from trainer.review.queries import costs_panel  # noqa: PLC0415
        from trainer.review.services import move_reviews  # noqa: PLC0415

        guest_adopted.connect(move_reviews, dispatch_uid="review.move_reviews")
        register_panel(costs_panel)
