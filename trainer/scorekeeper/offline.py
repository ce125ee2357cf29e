"""The score keeper without a network: a service worker for its own addresses, and nothing else.

The worker's address lies among those of the score keeper, so the browser lets it answer for no other
page. It keeps the score keeper's pages and the static files they need. Its version is a digest of those
files: when one changes, the old ones go. Where `SITE_OFFLINE` is `no`, the same address answers with a
worker that clears everything away and takes itself out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.csp import CSP
from django.utils.translation import get_language
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

FILES = (
    "site.css",
    "site.js",
    "scorekeeper.js",
    "icons.svg",
    "cards.svg",
    "pips.svg",
    "favicon.svg",
    "fonts/source-serif-4-latin.woff2",
    "django_htmx/htmx-2.min.js",
)
POLICY = {**settings.SECURE_CSP, "worker-src": [CSP.SELF]}

type View = Callable[..., HttpResponse]


def may_work_offline(view: View) -> View:
    """Let a page start the worker: no other page of the site may start any."""
    return csp_override(POLICY)(view) if settings.OFFLINE else view


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker, for the score keeper's addresses in one language."""
    addresses = [static(name) for name in FILES]
    context = {
        "works": settings.OFFLINE,
        "prefix": f"scorekeeper-{get_language()}-",
        "version": _version(tuple(addresses), tuple(_stamp(name) for name in FILES)),
        "files": addresses,
        "scope": reverse("scorekeeper:index"),
    }
    response = render(request, "scorekeeper/worker.js", context, "text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _stamp(name: str) -> tuple[str, int]:
    """Where a static file lies and when it was written."""
    path = finders.find(name)
    return (path, Path(path).stat().st_mtime_ns) if path else ("", 0)


@lru_cache(maxsize=4)
def _version(addresses: tuple[str, ...], stamps: tuple[tuple[str, int], ...]) -> str:
    """A digest of the addresses and the contents of the files."""
    digest = hashlib.sha256("\n".join(addresses).encode())
    for path, _written in stamps:
        digest.update(Path(path).read_bytes() if path else b"")
    return digest.hexdigest()[:12]
