from django.apps import AppConfig


class DrillsConfig(AppConfig):
    name = "trainer.drills"
    label = "drills"

    def ready(self) -> None:
        # Models can be imported only once every app is there.
        from trainer.accounts.signals import guest_adopted  # noqa: PLC0415
        from trainer.drills.services import move_attempts  # noqa: PLC0415

        guest_adopted.connect(move_attempts, dispatch_uid="drills.move_attempts")
