from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "rules_site.pages"
    label = "pages"
