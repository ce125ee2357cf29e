"""Compile the translation parts of every language into what Django reads."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_site.pages import catalogues


class Command(BaseCommand):
    help = __doc__ or ""
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for path in catalogues.compile_all():
                self.stdout.write(str(path.relative_to(catalogues.LOCALE_DIR.parent)))
        except catalogues.CatalogueError as error:
            raise CommandError(f"Translations were not compiled:\n{error}") from error
