"""Before something that matters, a school's service is asked again: there is no password to ask for."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.internal.flows.login import get_authentication_records
from allauth.socialaccount.models import SocialAccount
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from trainer.accounts.http import signed_in_user

_FRESH = 10 * 60


def freshly_signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Who has no password and came by a service more than ten minutes ago signs in there once more.

    A pupil who left a shared machine signed in would otherwise leave the account open to a new password.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and not _may_go_on(request):
            return render(request, "accounts/sign_in_again.html", {"way_on": request.path}, status=403)
        return view(request, *args, **kwargs)

    return answer


def _may_go_on(request: HttpRequest) -> bool:
    user = signed_in_user(request)  # type: ignore[arg-type]
    if user.has_usable_password() or not SocialAccount.objects.filter(user_id=user.pk).exists():
        return True
    records = get_authentication_records(request, user)
    latest = max((record["at"] for record in records if record["method"] == "socialaccount"), default=0)
    return bool(time.time() - latest < _FRESH)
