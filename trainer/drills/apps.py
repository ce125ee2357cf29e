from django.apps import AppConfig


class DrillsConfig(AppConfig):
    name = "trainer.drills"
    label = "drills"
