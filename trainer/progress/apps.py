from django.apps import AppConfig


class ProgressConfig(AppConfig):
    name = "trainer.progress"
    label = "progress"

    def ready(self) -> None:
        # Models can be imported only once every app is there.
        from trainer.accounts.signals import guest_adopted  # noqa: PLC0415
        from trainer.progress.settling import move_progress  # noqa: PLC0415

        # After drills have moved the attempts: receivers run in the order of INSTALLED_APPS.
        guest_adopted.connect(move_progress, dispatch_uid="progress.move_progress")
