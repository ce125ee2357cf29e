"""Error pages in the reader's language, and errors inside htmx requests.

Pages for 400, 500 and 503 stand in a frame of their own, made without the database, the session and
the context processors: one of those may be what is broken.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.utils.http import urlencode
from django.utils.translation import get_language_from_path, get_language_from_request, gettext, override

from trainer.accounts.display import Display
from trainer.accounts.http import SiteRequest
from trainer.accounts.redirects import came_from

type Handler = Callable[[SiteRequest], HttpResponse]

logger = logging.getLogger(__name__)

STATUSES = (400, 403, 404, 409, 422, 429, 500, 503)
SIGNED_OUT = "signed out"
_SECRET = ("password", "code", "token")
_BARE = {400, 500, 503}
_RETRY_AFTER = {429: "300", 503: "30"}


def error_page(request: HttpRequest, status: int, reason: str = "") -> HttpResponse:
    """The page for one status, in the language of the address or else of the browser.

    Inside an htmx request it is a note at the top of the page, which stays as it was.
    """
    language = get_language_from_path(request.path_info) or get_language_from_request(request)
    with override(language):
        response = _answer(request, status, reason)
    if status in _BARE:
        response["Cache-Control"] = "no-store, private"
    if status in _RETRY_AFTER:
        response["Retry-After"] = _RETRY_AFTER[status]
    return response


def _answer(request: HttpRequest, status: int, reason: str) -> HttpResponse:
    template = f"errors/{status}.html"
    context: dict[str, object] = {"status": status, "reason": reason, "alternates": []}
    written = _written(request) if reason == SIGNED_OUT else []
    if _wants_fragment(request):
        more = {"frame": "errors/note.html", "way_back": came_from(request), "typed": bool(written)}
        text = render_to_string(template, context | more)
        response = HttpResponse(text, status=status)
        response["HX-Retarget"], response["HX-Reswap"] = "#notes", "innerHTML"
        return response
    if status in _BARE:
        display = Display.from_cookie(request.COOKIES.get(settings.DISPLAY_COOKIE_NAME, ""))
        context |= {"frame": "errors/bare.html", "display": display}
        return HttpResponse(render_to_string(template, context), status=status)
    context |= {"frame": "errors/page.html", "way_back": came_from(request), "written": written}
    return render(request, template, context, status=status)


def _written(request: HttpRequest) -> list[str]:
    """What was typed into the form, to be copied: pages of an account are in no cache to go back to.

    Single words are typed again in no time, and a field for a secret is never shown.
    """
    fields = [(name, str(value)) for name, value in request.POST.items()]
    return [
        value
        for name, value in fields
        if len(value.split()) > 1 and not any(secret in name for secret in _SECRET)
    ]


def _wants_fragment(request: HttpRequest) -> bool:
    """Read from the header, since errors also come from before the htmx middleware."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Who sent a form while signed out is told that: strangers get 404 for a class as well."""
    user = getattr(request, "user", None)
    sent_out = request.method == "POST" and user is not None and not user.is_authenticated
    return error_page(request, 404, SIGNED_OUT if sent_out else "")


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The view allauth calls when a limit is reached."""
    return error_page(request, 429)


def server_error(request: HttpRequest) -> HttpResponse:
    """503 where the database does not answer, else 500; words alone where even the page fails."""
    status = 503 if isinstance(sys.exception(), (OperationalError, InterfaceError)) else 500
    try:
        return error_page(request, status)
    except Exception:  # whatever is broken, the reader gets an answer
        logger.exception("the page for %s failed", status)
        return HttpResponse(gettext("Something went wrong here."), "text/plain; charset=utf-8", status)


def csrf_failure(request: SiteRequest, reason: str = "") -> HttpResponse:
    """A form from before a sign-in or sign-out in another tab (W36), or a browser without cookies.

    In an htmx request the page is loaded anew, for the one who is signed in now. Nothing was stored.
    """
    if reason == REASON_NO_CSRF_COOKIE:
        return error_page(request, 403, "cookies")
    if not request.htmx:
        return error_page(request, 403, "stale")
    text = gettext("This page was from before you signed in or out. It is new now: please do it again.")
    messages.info(request, text)
    response = HttpResponse(status=403)
    response["HX-Refresh"] = "true"
    return response


def sign_in_outside_fragments(get_response: Handler) -> Handler:
    """Say it in place where a redirect to the sign-in page would lose what somebody wrote (W36).

    A form that was typed into is answered with a page that has the text, or a note above the form. What
    else htmx asks for leads the whole page to sign in. The way back is the page the reader is on, not
    the address that was asked for.
    """

    def middleware(request: SiteRequest) -> HttpResponse:
        response = get_response(request)
        sign_in = resolve_url(settings.LOGIN_URL)
        location = urlsplit(response.get("Location", ""))
        if not 300 <= response.status_code < 400 or location.path != sign_in:
            return response
        if _lost_session(request, location.query) and (not request.htmx or _written(request)):
            return error_page(request, 403, SIGNED_OUT)
        if not request.htmx:
            return response
        page = urlsplit(request.htmx.current_url_abs_path or request.path)
        way_back = page.path + (f"?{page.query}" if page.query else "")
        messages.info(request, gettext("You are signed out. Sign in again to go on."))
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = f"{sign_in}?{urlencode({'next': way_back})}"
        return answer

    return middleware


def _lost_session(request: SiteRequest, query: str) -> bool:
    """Whether a form was sent to a page for the signed-in, which has not said itself what to do now."""
    if request.method != "POST" or request.user.is_authenticated:
        return False
    said = getattr(messages.get_messages(request), "added_new", False)
    return QueryDict(query).get("next") == request.get_full_path() and not said
