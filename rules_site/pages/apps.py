from __future__ import annotations

from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.utils.autoreload import BaseReloader, autoreload_started, file_changed

from rules_site.pages import catalogues
from rules_site.pages.kept import KEPT


class PagesConfig(AppConfig):
    name = "rules_site.pages"
    label = "pages"

    def ready(self) -> None:
        # What answers requests can be imported only once every app is there.
        from rules_site.pages.pdf import pdf_answer, print_answer  # noqa: PLC0415
        from trainer.table.paper import register_printers  # noqa: PLC0415

        register_printers(page=print_answer, pdf=pdf_answer)
        autoreload_started.connect(watch_parts)
        file_changed.connect(forget_pages)
        file_changed.connect(compile_part)


def watch_parts(sender: BaseReloader, **kwargs: Any) -> None:
    """While developing, an edited translation shows on the next page load."""
    sender.watch_dir(catalogues.LOCALE_DIR, "**/*.po")
    for language in catalogues.languages():
        if catalogues.is_stale(language):
            report(language)


def forget_pages(sender: BaseReloader, **kwargs: Any) -> None:
    """While developing, an edited template shows on the next page load."""
    KEPT.clear()


def compile_part(sender: BaseReloader, file_path: Path, **kwargs: Any) -> bool | None:
    """Django itself reads the new .mo file; True says that no restart is needed."""
    if file_path.suffix != ".po" or not file_path.is_relative_to(catalogues.LOCALE_DIR):
        return None
    report(file_path.relative_to(catalogues.LOCALE_DIR).parts[0])
    return True


def report(language: str) -> None:
    """Compile, and tell the developer what is wrong rather than stop the server."""
    try:
        catalogues.compile_language(language)
    except catalogues.CatalogueError as error:
        print(f"Translations were not compiled:\n{error}")
