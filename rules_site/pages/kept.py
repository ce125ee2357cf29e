"""Whole pages kept in memory for guests: a page of content is the same for all who have no session.

What is kept is the body alone; cookies and headers are made anew for every answer. The key holds all
that a page depends on: its address with the query, the host, the display, and how the content files
stand. A visitor with a session, an htmx request and an answer that sets a cookie are never kept.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from rules_site.pages.languages import current_language
from trainer.table.neighbours import NEIGHBOURS

if TYPE_CHECKING:
    from trainer.accounts.http import SiteRequest  # imports models, which apps.py is too early for

MOST_BYTES = 24_000_000
LONGEST_QUERY = 200

type View = Callable[..., HttpResponse]
type Key = tuple[object, ...]


class KeptPages:
    """Bodies by key; the one asked for longest ago goes first when there are too many."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bodies: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def get(self, key: Key) -> bytes | None:
        with self._lock:
            body = self._bodies.get(key)
            if body is not None:
                self._bodies.move_to_end(key)
            return body

    def keep(self, key: Key, body: bytes) -> None:
        with self._lock:
            self._size += len(body) - len(self._bodies.pop(key, b""))
            self._bodies[key] = body
            while self._size > self._most:
                _key, oldest = self._bodies.popitem(last=False)
                self._size -= len(oldest)

    def clear(self) -> None:
        with self._lock:
            self._bodies.clear()
            self._size = 0


KEPT = KeptPages(MOST_BYTES)


def kept_for_guests(view: View) -> View:
    """Answer a guest from memory where the page has been made before."""

    @wraps(view)
    def answer(request: SiteRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _is_plain_guest(request):
            return view(request, *args, **kwargs)
        key = _key(request)
        body = KEPT.get(key)
        if body is not None:
            return HttpResponse(body)
        response = view(request, *args, **kwargs)
        if _is_for_all(request, response):
            KEPT.keep(key, response.content)
        return response

    return answer


def _is_plain_guest(request: SiteRequest) -> bool:
    return (
        settings.SESSION_COOKIE_NAME not in request.COOKIES
        and not request.htmx
        and len(request.META.get("QUERY_STRING", "")) <= LONGEST_QUERY
    )


def _is_for_all(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether nothing in the answer was made for this visitor alone."""
    return (
        response.status_code == 200
        and not response.streaming
        and not response.cookies
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
    )


def _key(request: SiteRequest) -> Key:
    language = current_language()
    return (
        request.build_absolute_uri(),
        language,
        request.display,
        content_state(language),
    )


def content_state(language: str) -> tuple[tuple[str, int], ...]:
    """Changes whenever a content file of the language or its neighbour is edited, added or removed."""
    folders = {Path(settings.CONTENT_DIR) / code for code in (language, NEIGHBOURS.get(language, language))}
    paths = (path for folder in folders if folder.is_dir() for path in folder.iterdir())
    return tuple(sorted((str(path), path.stat().st_mtime_ns) for path in paths))
