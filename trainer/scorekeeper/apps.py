from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    name = "trainer.scorekeeper"
    label = "scorekeeper"

    def ready(self) -> None:
        # Models can be imported only once every app is there.
        from trainer.accounts.signals import guest_adopted  # noqa: PLC0415
        from trainer.scorekeeper.services import move_pads  # noqa: PLC0415

        guest_adopted.connect(move_pads, dispatch_uid="scorekeeper.move_pads")
