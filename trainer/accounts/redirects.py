"""Ways back: only ever to a page of this site."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def is_local(url: str) -> bool:
    """Whether the address is a path on this site, with no host and no scheme of its own."""
    return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)


def came_from(request: HttpRequest) -> str:
    """The path of the page that linked here, or nothing when that was another site."""
    parts = urlsplit(request.headers.get("Referer", ""))
    if parts.netloc != request.get_host():
        return ""
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    return path if is_local(path) else ""
