from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "trainer.play"
    label = "play"

    def ready(self) -> None:
        # Models can be imported only once every app is there.
        from trainer.accounts.signals import guest_adopted  # noqa: PLC0415
        from trainer.play.starting import move_matches  # noqa: PLC0415

        guest_adopted.connect(move_matches, dispatch_uid="play.move_matches")
