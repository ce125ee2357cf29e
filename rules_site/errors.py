"""Error pages in the reader's language, and errors inside htmx requests."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.http import urlencode
from django.utils.translation import get_language_from_path, get_language_from_request, override

from trainer.accounts.http import SiteRequest

type Handler = Callable[[SiteRequest], HttpResponse]

STATUSES = (400, 403, 404, 409, 422, 429, 500, 503)


def error_page(request: HttpRequest, status: int, reason: str = "") -> HttpResponse:
    """The page for one status, in the language of the address or else of the browser."""
    language = get_language_from_path(request.path_info) or get_language_from_request(request)
    with override(language):
        return render(request, f"errors/{status}.html", {"reason": reason}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 404)


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The view allauth calls when a limit is reached."""
    return error_page(request, 429)


def server_error(request: HttpRequest) -> HttpResponse:
    return error_page(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before a sign-in or sign-out in another tab: say so, and offer the page anew (W36)."""
    return error_page(request, 403, "stale")


def sign_in_outside_fragments(get_response: Handler) -> Handler:
    """Turn a redirect to the sign-in page, asked for by htmx, into one of the whole page (W36).

    The way back is the page the reader is on, not the address of the fragment.
    """

    def middleware(request: SiteRequest) -> HttpResponse:
        response = get_response(request)
        location = response.get("Location", "")
        sign_in = resolve_url(settings.LOGIN_URL)
        if request.htmx and 300 <= response.status_code < 400 and urlsplit(location).path == sign_in:
            page = urlsplit(request.htmx.current_url_abs_path or request.path)
            way_back = page.path + (f"?{page.query}" if page.query else "")
            answer = HttpResponse(status=204)
            answer["HX-Redirect"] = f"{sign_in}?{urlencode({'next': way_back})}"
            return answer
        return response

    return middleware
