"""A school's sign-in service as one more way into an account, tied on and taken off by its owner.

Whose name at the service it is, is proved there and then. One that opens another account already stays
there. The last way in is never taken off.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.signals import social_account_added, social_account_removed
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from trainer.accounts.models import User


class Outcome(Enum):
    """What became of tying a service to an account."""

    TIED = "tied"
    ALREADY = "already"
    ELSEWHERE = "elsewhere"


class LastWayIn(Exception):
    """Nothing else would open the account."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A service that opens the account; `last` where nothing else does."""

    key: int
    service: str
    since: datetime
    last: bool


def name_of(provider: str) -> str:
    """What the service is called; one that is no longer set up by its key alone."""
    return next((service.name for service in settings.SIGN_IN_SERVICES if service.key == provider), provider)


def connections_of(user: User) -> list[Connection]:
    """Two queries, however many there are."""
    rows = list(SocialAccount.objects.filter(user_id=user.pk).order_by("date_joined", "pk"))
    otherwise = bool(rows) and _opens_without_school(user)
    return [
        Connection(
            row.pk, name_of(row.provider), row.date_joined, not (otherwise or _any_set_up(rows, row.pk))
        )
        for row in rows
    ]


def connection_of(user: User, key: int) -> SocialAccount | None:
    """The user's own service under that key."""
    return SocialAccount.objects.filter(user_id=user.pk, pk=key).first()


def tie(request: HttpRequest, user: User, login: SocialLogin) -> Outcome:
    """Let what was proved at the service open this account as well."""
    account = login.account
    known = SocialAccount.objects.filter(provider=account.provider, uid=account.uid)
    owner = known.values_list("user_id", flat=True).first()
    if owner is None:
        try:
            with transaction.atomic():
                SocialAccount.objects.create(user=user, provider=account.provider, uid=account.uid)
        except IntegrityError:  # in another tab just now
            owner = known.values_list("user_id", flat=True).first()
    if owner is not None:
        return Outcome.ALREADY if owner == user.pk else Outcome.ELSEWHERE
    social_account_added.send(sender=SocialLogin, request=request, sociallogin=login)
    _write_to(user, "account_connected", account.provider)
    return Outcome.TIED


def take_off(request: HttpRequest, user: User, key: int) -> str:
    """The service no longer opens the account; return its name, or nothing if it is gone already."""
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        rows = list(SocialAccount.objects.filter(user_id=user.pk))
        account = next((row for row in rows if row.pk == key), None)
        if account is None:
            return ""
        if not _opens_without_school(locked) and not _any_set_up(rows, key):
            raise LastWayIn
        SocialAccount.objects.filter(pk=key).delete()
    social_account_removed.send(sender=SocialAccount, request=request, socialaccount=account)
    _write_to(user, "account_disconnected", account.provider)
    return name_of(account.provider)


def _opens_without_school(user: User) -> bool:
    """A password or a passkey."""
    passkeys = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.WEBAUTHN)
    return user.has_usable_password() or passkeys.exists()


def _any_set_up(rows: list[SocialAccount], but: int) -> bool:
    """Whether another of these services is one that people can still sign in by."""
    offered = {service.key for service in settings.SIGN_IN_SERVICES}
    return any(row.provider in offered for row in rows if row.pk != but)


def _write_to(user: User, what: str, provider: str) -> None:
    context: dict[str, Any] = {"service": name_of(provider)}
    get_adapter().send_notification_mail(f"socialaccount/email/{what}", user, context)
