"""Whole drill pages kept in memory: drawn once, with gaps for what is each visitor's own.

A page differs between visitors in three places at most: the ticket and the token of the forms, and the
name beside "Sign out". They are drawn as marks, which every visitor gets filled in. What a page shows
besides must stand in its key. Nobody's answers, messages or reports are ever drawn into a page that is kept.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.html import escape
from django.utils.translation import get_language

from trainer.accounts.http import SiteRequest
from trainer.table.kept import Kept, Pieces

MOST_BYTES = 24_000_000  # of each in a process, packed: some four thousand pages, eight thousand fragments

# Written with characters that no address, name or text of ours holds.
TICKET, _TOKEN, _NAME = (f"\ue000{word}\ue000" for word in ("ticket", "token", "name"))

type Context = dict[str, object]

_pages = Pieces(MOST_BYTES)
_fragments = Kept[bytes](MOST_BYTES, len)
# Before the beginning or the end of a block white space says nothing.
_NO_SPACE = re.compile(r"\s+(?=</?(?:details|div|h1|h2|li|ol|p|section|table|tbody|ul)\b)")


@dataclass(frozen=True, slots=True)
class _Somebody:
    """Whoever is signed in, as the frame of a page asks for it."""

    username: str = _NAME
    is_authenticated: bool = True


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a fragment may know of the request."""

    htmx: bool = True


def may_be_kept(request: SiteRequest) -> bool:
    """Whether a page has nothing to say to this visitor alone."""
    return not len(get_messages(request))


def kept_page(
    request: SiteRequest, name: str, key: Hashable, context: Callable[[], Context], ticket: str = ""
) -> str:
    """A page of drills for whoever asks for its address and has nothing of the own in it; see `may_be_kept`.

    `key` names what the page shows, `context` is asked for only where it has not been drawn yet.
    """
    user = request.user
    signed_in = user.is_authenticated
    own = {"user": _Somebody() if signed_in else AnonymousUser(), "csrf_token": _TOKEN, "messages": ()}
    address = request.scheme, request.get_host(), request.get_full_path()
    whole = (name, get_language(), address, request.display, signed_in, key)
    page = _pages.get(whole, lambda: render_to_string(f"drills/{name}.html", {**context(), **own}, request))
    if ticket:
        page = page.replace(TICKET, ticket)
    if _TOKEN in page:
        page = page.replace(_TOKEN, get_token(request))
    return page.replace(_NAME, escape(user.get_username())) if signed_in else page


def kept_fragment(
    request: SiteRequest, name: str, key: Hashable, context: Callable[[], Context], status: int
) -> HttpResponse:
    """The part of a page that htmx swaps in, drawn without the request, so that nothing of it gets in.

    It is kept as it is sent. There is no secret in it, so its length may tell what stands in it.
    """
    display = request.display

    def draw() -> bytes:
        asked = {"display": display, "request": _Asked()}
        html = render_to_string(f"drills/{name}.html#fragment", {**context(), **asked})
        return gzip.compress(_NO_SPACE.sub("", html).encode(), 9, mtime=0)

    packed = _fragments.get((name, get_language(), display.card_letters, display.tray, key), draw)
    return _sent(request, packed, status)


def _sent(request: SiteRequest, packed: bytes, status: int) -> HttpResponse:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(packed, status=status)
        response["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(gzip.decompress(packed), status=status)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
