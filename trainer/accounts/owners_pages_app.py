"""Django's admin as this site installs it."""

from django.contrib.admin.apps import AdminConfig


class OwnersPagesConfig(AdminConfig):
    """Behind the second step, with our own models alone."""

    default = False
    default_site = "trainer.accounts.owners_pages.OwnersPages"
