"""Deleting an account that has a second step takes that step anew."""

from __future__ import annotations

import time
from urllib.parse import urlencode

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.models import Authenticator
from django.urls import reverse

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User

_FRESH = 10 * 60  # seconds


def way_to_prove(request: SiteRequest, user: User) -> str:
    """The page that asks for the second step, or nothing where there is none or it was just taken."""
    kinds = _kinds(user)
    if not kinds & {"totp", "webauthn"} or _just_taken(request, user):
        return ""
    page = "mfa_reauthenticate" if "totp" in kinds else "mfa_reauthenticate_webauthn"
    return f"{reverse(page)}?{urlencode({'next': reverse('privacy:delete_me')})}"


def _kinds(user: User) -> set[str]:
    return set(Authenticator.objects.filter(user_id=user.pk).values_list("type", flat=True))


def _just_taken(request: SiteRequest, user: User) -> bool:
    records = get_authentication_records(request, user)
    times = [record.get("at", 0) for record in records if record.get("method") == "mfa"]
    return bool(times) and time.time() - max(times) < _FRESH
