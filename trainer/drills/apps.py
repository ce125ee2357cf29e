from django.apps import AppConfig


class DrillsConfig(AppConfig):
    name = "trainer.drills"
    label = "drills"

    def ready(self) -> None:
        # Models can be imported only once every app is there.
        from trainer.accounts.signals import guest_adopted  # noqa: PLC0415
        from trainer.drills.naming import end_naming, move_namings  # noqa: PLC0415
        from trainer.drills.reporting import move_reports  # noqa: PLC0415
        from trainer.drills.services import move_attempts  # noqa: PLC0415
        from trainer.drills.signals import attempt_recorded  # noqa: PLC0415

        # Before the attempts, so that a guest's own are not yet the account's.
        guest_adopted.connect(move_namings, dispatch_uid="drills.move_namings")
        guest_adopted.connect(move_attempts, dispatch_uid="drills.move_attempts")
        attempt_recorded.connect(end_naming, dispatch_uid="drills.end_naming")
        guest_adopted.connect(move_reports, dispatch_uid="drills.move_reports")
