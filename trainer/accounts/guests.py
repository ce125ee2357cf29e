"""The guest's cookie once its owner has signed in."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpResponse

from trainer.accounts.http import SiteRequest

type Handler = Callable[[SiteRequest], HttpResponse]


def forget_adopted_guest(get_response: Handler) -> Handler:
    """Take the guest's cookie from a signed-in browser, so that nothing of it outlives the sign-out.

    A middleware, because people sign in in more than one way.
    """

    def middleware(request: SiteRequest) -> HttpResponse:
        response = get_response(request)
        if settings.LEARNER_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            response.delete_cookie(settings.LEARNER_COOKIE_NAME, samesite="Lax")
        return response

    return middleware
