from django.apps import AppConfig


class ProgressConfig(AppConfig):
    name = "trainer.progress"
    label = "progress"

    def ready(self) -> None:
        # Models can be imported only once every app is there.
        from trainer.accounts.signals import guest_adopted  # noqa: PLC0415
        from trainer.drills.services import register_overview, register_set_resolver  # noqa: PLC0415
        from trainer.progress.overview import practice_overview  # noqa: PLC0415
        from trainer.progress.sessions import session_as_set  # noqa: PLC0415
        from trainer.progress.settling import move_progress  # noqa: PLC0415

        # After drills have moved the attempts: receivers run in the order of INSTALLED_APPS.
        guest_adopted.connect(move_progress, dispatch_uid="progress.move_progress")
        register_set_resolver(session_as_set)
        register_overview(practice_overview)
