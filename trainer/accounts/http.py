"""The request as our views see it, with what the middleware has put on it."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from trainer.accounts.display import Display
from trainer.accounts.models import User


class SiteRequest(HttpRequest):
    """A type for annotations; requests are made by Django."""

    user: User | AnonymousUser
    htmx: HtmxDetails
    display: Display
    guest_read: tuple[str, UUID | None]  # the guest's cookie and whom it names, once it has been read


def signed_in_user(request: SiteRequest) -> User:
    """The user, in views that only signed-in ones reach."""
    assert isinstance(request.user, User)
    return request.user
