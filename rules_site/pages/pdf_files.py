"""Where WeasyPrint gets its files: from our sources, and from nowhere else.

Apart from `pdf.py`, because it can be imported only where WeasyPrint finds its system libraries.
"""

from __future__ import annotations

import logging
import mimetypes
from collections.abc import Mapping
from urllib.parse import unquote

from django.conf import settings
from weasyprint.urls import URLFetcher, URLFetcherResponse

from rules_site.pages.paper_drawing import CARDS, QR_CODES, SITE, card_picture, static_file
from trainer.table.qr import qr_picture

# A browser's CSS that it passes over (ranges of weights) is nothing to note; a missing text is an error.
logging.getLogger("weasyprint").setLevel(logging.ERROR)


class OurFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """Answers with cards and static files; refuses every other address."""

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        if url.startswith(CARDS):
            return _response(url, card_picture(url.removeprefix(CARDS)), "image/svg+xml")
        if url.startswith(QR_CODES):
            return _response(url, qr_picture(unquote(url.removeprefix(QR_CODES))), "image/svg+xml")
        path = url.removeprefix(SITE)
        if url.startswith(SITE) and path.startswith(settings.STATIC_URL):
            name = path.removeprefix(settings.STATIC_URL)
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            return _response(url, static_file(name).read_bytes(), kind)
        raise ValueError(f"a PDF may not fetch {url}")


def _response(url: str, body: bytes, kind: str) -> URLFetcherResponse:
    return URLFetcherResponse(url, body, {"Content-Type": kind})
