from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "trainer.privacy"
    label = "privacy"
