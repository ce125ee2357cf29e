"""Pages for paper, as the features know them; the site prints them (`rules_site.pages.pdf`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse


@dataclass(frozen=True, slots=True)
class PrintPage:
    """A page for paper: its template with what that needs, and the name of the file.

    Of a `private` one no copy is kept in memory.
    """

    template: str
    context: Mapping[str, Any]
    file_name: str
    pdf_address: str
    status: int = 200
    private: bool = False


type Printer = Callable[[HttpRequest, PrintPage], HttpResponse]

_printers: dict[str, Printer] = {}


def register_printers(*, page: Printer, pdf: Printer) -> None:
    """Said once by the site, when its apps are ready."""
    _printers.update(page=page, pdf=pdf)


def to_print(request: HttpRequest, page: PrintPage) -> HttpResponse:
    """The page to print from a browser."""
    return _printers["page"](request, page)


def as_pdf(request: HttpRequest, page: PrintPage) -> HttpResponse:
    """The page as a tagged PDF, or to print where none can be made."""
    return _printers["pdf"](request, page)
