"""Which language a visitor gets, and the cookie that remembers a switch.

The address always decides (W43): cookie, account and browser only choose where there is no language
in the address.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, get_language_from_path
from django.utils.translation.trans_real import parse_accept_lang_header

# Browsers name Norwegian in three ways; bokmål is the nearest of what there is.
NORWEGIAN = {"no", "nn", "nb"}


def current_language() -> str:
    """The language of the page being made."""
    return get_language() or settings.LANGUAGE_CODE


def preferred_language(request: HttpRequest) -> str:
    """The language of the account, of an earlier switch or of the browser, else Norwegian."""
    known = dict(settings.LANGUAGES)
    if request.user.is_authenticated and request.user.language in known:
        return request.user.language
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    if cookie in known:
        return cookie
    for tag, _quality in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower()):
        code = tag.split("-")[0]
        if code in known:
            return code
        if code in NORWEGIAN:
            return "nb"
    return settings.LANGUAGE_CODE


def remember_switch(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Set the language cookie when a reader comes from a page of ours in another language.

    Reading one language never sets a cookie; only a switch does.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        here = get_language_from_path(request.path_info)
        came_from = urlsplit(request.headers.get("Referer", ""))
        before = get_language_from_path(came_from.path)
        if here and before and here != before and came_from.netloc == request.get_host():
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                here,
                max_age=60 * 60 * 24 * 400,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
                samesite="Lax",
            )
        return response

    return middleware
