from django.apps import AppConfig


class TableConfig(AppConfig):
    name = "trainer.table"
    label = "table"
