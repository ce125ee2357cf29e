"""The site with views that fail, each in its own way."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path

from rules_site import urls
from rules_site.errors import error_page

handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
handler429, handler500 = urls.handler429, urls.handler500

FAULTS = {
    400: SuspiciousOperation,
    403: PermissionDenied,
    404: Http404,
    500: ZeroDivisionError,
    503: OperationalError,
}


def broken(request: HttpRequest, status: int) -> HttpResponse:
    if status in FAULTS:
        raise FAULTS[status]("a secret detail")
    return error_page(request, status)


urlpatterns = [
    path("nb/broken/<int:status>/", broken),
    path("sv/broken/<int:status>/", broken),
    *urls.urlpatterns,
]
