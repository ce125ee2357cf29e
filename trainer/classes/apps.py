from django.apps import AppConfig


class ClassesConfig(AppConfig):
    name = "trainer.classes"
    label = "classes"

    def ready(self) -> None:
        # Models can be imported only once every app is there.
        from trainer.accounts.signals import guest_adopted, password_recovered  # noqa: PLC0415
        from trainer.classes.feedback import held_back  # noqa: PLC0415
        from trainer.classes.receivers import (  # noqa: PLC0415
            end_holding,
            fill_after_adoption,
            fill_cells,
            kept_for_classes,
        )
        from trainer.classes.sets import assignment_as_set  # noqa: PLC0415
        from trainer.drills.clearing import register_keeper  # noqa: PLC0415
        from trainer.drills.services import register_set_resolver  # noqa: PLC0415
        from trainer.drills.signals import attempt_recorded  # noqa: PLC0415
        from trainer.drills.withholding import register_withholder  # noqa: PLC0415

        attempt_recorded.connect(fill_cells, dispatch_uid="classes.fill_cells")
        # After drills have moved the attempts: receivers run in the order of INSTALLED_APPS.
        guest_adopted.connect(fill_after_adoption, dispatch_uid="classes.fill_after_adoption")
        password_recovered.connect(end_holding, dispatch_uid="classes.end_holding")
        register_set_resolver(assignment_as_set)
        register_keeper(kept_for_classes)
        register_withholder(held_back)
