"""What follows from a sign-in and from a confirmed address."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_confirmed,
    email_removed,
    password_changed,
    password_reset,
    password_set,
)
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in
from django.db.models import QuerySet
from django.db.models.signals import post_delete, pre_save
from django.dispatch import receiver

from trainer.accounts import signed_in_places
from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.accounts.services import adopt_guest, guest_id


@receiver(user_logged_in)
def bring_guest_along(request: SiteRequest, user: User, **_kwargs: Any) -> None:
    """What the browser's guest has done belongs to the user from now on; the middleware below us
    takes the cookie away."""
    guest = guest_id(request)
    if guest is not None:
        adopt_guest(guest, user)


@receiver(user_logged_in)
def note_place(request: SiteRequest, user: User, **_kwargs: Any) -> None:
    """A pupil who joins a class is signed in without a sign-in page, and has a place like any other."""
    signed_in_places.note_place(user, request)


@receiver(email_confirmed)
def end_waiting(email_address: EmailAddress, **_kwargs: Any) -> None:
    """A confirmed address opens the account."""
    User.objects.filter(pk=email_address.user_id).update(awaiting_confirmation=False)


@receiver(email_removed)
def tell_removed_address(user: User, email_address: EmailAddress, **_kwargs: Any) -> None:
    """The last mail to an address says that it was taken from the account."""
    if email_address.verified:
        address = email_address.email
        get_adapter().send_notification_mail(
            "account/email/email_deleted", user, {"deleted_email": address}, address
        )


@receiver(pre_save, sender=UserSession)
def keep_little_of_a_browser(instance: UserSession, **_kwargs: Any) -> None:
    """The list of places needs no address of a computer."""
    signed_in_places.keep_little(instance)


@receiver(post_delete, sender=UserSession)
def end_session_of_a_lost_row(instance: UserSession, origin: object, **_kwargs: Any) -> None:
    """allauth drops the row of a session from before a new password and leaves the session."""
    if not (isinstance(origin, QuerySet) and origin.model is UserSession):  # there, many go at once
        signed_in_places.forget_session(instance)


@receiver([password_changed, password_set, password_reset])
def sign_others_out(request: SiteRequest, user: User, **_kwargs: Any) -> None:
    """A new password ends every other session, and its row goes too."""
    here = request.session.session_key if request.user.is_authenticated else None
    signed_in_places.end_other_places(user, keep=here)
