"""Response headers that Django has no setting for."""

from __future__ import annotations

from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

type Handler = Callable[[HttpRequest], HttpResponse]

PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "microphone",
        "payment",
        "usb",
    )
)


def security_headers(get_response: Handler) -> Handler:
    """Add Permissions-Policy and Cross-Origin-Resource-Policy to every answer, files included."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return middleware


def private_pages(get_response: Handler) -> Handler:
    """Keep pages out of caches: signed-in ones are never stored (W39), others are asked for again.

    A page and its htmx fragment share an address, so every answer varies on HX-Request.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_vary_headers(response, ("HX-Request",))
        if _may_be_signed_in(request):
            response["Cache-Control"] = "no-store, private"
        else:
            response.setdefault("Cache-Control", "no-cache, private")
        return response

    return middleware


def _may_be_signed_in(request: HttpRequest) -> bool:
    """Who it is cannot be asked while the database is down; then nothing is stored either."""
    try:
        return request.user.is_authenticated
    except DatabaseError:
        return True
