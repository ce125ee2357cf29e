"""The browser of a guest who has deleted everything: it forgets the guest as well."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse

from trainer.accounts.http import SiteRequest


def forget_guest(request: SiteRequest, response: HttpResponse) -> HttpResponse:
    """End the session and take the cookie."""
    request.session.flush()
    response.delete_cookie(settings.LEARNER_COOKIE_NAME, samesite="Lax")
    return response
