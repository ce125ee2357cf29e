"""Pages for paper: any of them as an HTML page to print, and as a tagged PDF where Pango is there.

A print page is a template that extends `print/base.html`, rendered twice over: as a page of the site
with a bar to print it or fetch the PDF, and as the PDF itself (WeasyPrint, PDF/UA-1). WeasyPrint needs
the system library Pango; without it the page to print is answered instead and says so.

In a PDF a suit is its sign (♠♥♦♣), so that text can be searched and copied, and a card of a figure is a
picture with the card's name as its alternative text. Nothing is fetched from anywhere.
"""

from __future__ import annotations

import threading
from functools import cache, lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language

from rules_site.pages.paper_drawing import SITE, drawn_for_paper
from trainer.table.paper import PrintPage

__all__ = ["PrintPage", "is_available", "make_pdf", "pdf_answer", "print_answer"]

MEDIA_TYPE = "application/pdf"
_ONE_AT_A_TIME = threading.Lock()


@cache
def is_available() -> bool:
    """Whether PDFs can be made here: WeasyPrint is installed and finds Pango."""
    try:
        import weasyprint  # noqa: F401, PLC0415 - loads system libraries that may not be there
    except (ImportError, OSError):
        return False
    return True


def print_answer(request: HttpRequest, page: PrintPage) -> HttpResponse:
    """The page to print."""
    context = {**page.context, "pdf_address": page.pdf_address if is_available() else ""}
    return render(request, page.template, context, status=page.status)


def pdf_answer(request: HttpRequest, page: PrintPage) -> HttpResponse:
    """The PDF; where none can be made, the page to print with a word on why."""
    if not is_available():
        return render(request, page.template, {**page.context, "pdf_missing": True}, status=page.status)
    html = render_to_string(page.template, {**page.context, "as_pdf": True}, request)
    make = make_pdf.__wrapped__ if page.private else make_pdf
    response = HttpResponse(make(html, get_language() or settings.LANGUAGE_CODE), MEDIA_TYPE)
    response["Content-Disposition"] = f'inline; filename="{page.file_name}.pdf"'
    response["X-Robots-Tag"] = "noindex"
    return response


@lru_cache(maxsize=32)
def make_pdf(html: str, language: str) -> bytes:
    """A tagged PDF of a whole page; the last ones are kept. Takes one core for about a second at most."""
    import weasyprint  # noqa: PLC0415 - see is_available

    from rules_site.pages.pdf_files import OurFiles  # noqa: PLC0415

    with _ONE_AT_A_TIME:
        document = weasyprint.HTML(
            string=drawn_for_paper(html, language), base_url=SITE, url_fetcher=OurFiles()
        )
        return bytes(document.write_pdf(pdf_variant="pdf/ua-1"))
