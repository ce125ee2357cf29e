from django.apps import AppConfig


class LessonsConfig(AppConfig):
    name = "trainer.lessons"
    label = "lessons"
