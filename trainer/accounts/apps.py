from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "trainer.accounts"
    label = "accounts"

    def ready(self) -> None:
        import_module("trainer.accounts.receivers")
