"""The reference pages, the language choice at the root, and the addresses for machines."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language_from_request
from django.views.decorators.http import require_safe


@require_safe
def choose_language(request: HttpRequest) -> HttpResponse:
    """Send the visitor to the language of the account, the cookie or the browser, else to Norwegian.

    Browsers that ask for `no` or `nn` get bokmål: nearest of what there is.
    """
    response = HttpResponseRedirect(f"/{preferred_language(request)}/")
    response["Vary"] = "Accept-Language, Cookie"
    return response


def preferred_language(request: HttpRequest) -> str:
    """The code of a language the site has."""
    known = dict(settings.LANGUAGES)
    if request.user.is_authenticated and request.user.language in known:
        return request.user.language
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    if cookie in known:
        return cookie
    for part in request.headers.get("Accept-Language", "").split(","):
        code = part.split(";")[0].strip().lower().split("-")[0]
        if code in {"no", "nn"}:
            return "nb"
        if code in known:
            return code
    return get_language_from_request(request)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """For machines: 200 when the database answers, 503 when it does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"database": "down"}, status=503)
    return JsonResponse({"database": "up"})


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        f"User-agent: *\nAllow: /\nSitemap: {request.build_absolute_uri('/sitemap.xml')}\n",
        content_type="text/plain",
    )


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=404)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/home.html")


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    return render(request, "pages/home.html")
