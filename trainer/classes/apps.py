from django.apps import AppConfig


class ClassesConfig(AppConfig):
    name = "trainer.classes"
    label = "classes"
