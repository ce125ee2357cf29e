"""What allauth asks us about accounts."""

from __future__ import annotations

import logging
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User
from trainer.accounts.names import USER_NAME_LENGTH, plain_user_name
from trainer.accounts.redirects import is_local

logger = logging.getLogger(__name__)

_TIME_ZONES = {"sv": "Europe/Stockholm"}
_MISMATCH = _("The name and the password do not match. An e-mail address works here once it is confirmed.")

_TOO_MANY = _("Too many tries. Wait five minutes and try again.")
_WAYS_TO_PROVE = {
    "reauthenticate": _("With your password"),
    "mfa_reauthenticate": _("With a code from the app, or a reserve code"),
    "mfa_reauthenticate:webauthn": _("With a passkey"),
}


def time_zone_of(language: str, otherwise: str) -> str:
    """The zone that goes with a language."""
    return _TIME_ZONES.get(language, otherwise)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-up by user name, with or without an address, and no word about whose address is known.

    A known address is taken like any other: the account is made and waits for a confirmation that
    cannot come, because the mail goes to the owner and says that there is an account already.
    """

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("That is already the address of your account."),
        "email_password_mismatch": _MISMATCH,
        "username_password_mismatch": _MISMATCH,
        "enter_current_password": _("That is not your password."),
        "incorrect_password": _("That is not your password."),
        "invalid_password_reset": _("The link has been used or is too old."),
        "too_many_login_attempts": _(
            "Too many wrong passwords for this name. Wait five minutes and try again."
        ),
        "rate_limited": _TOO_MANY,
        "username_taken": _("That user name is taken. Choose another."),
    }

    def get_login_stages(self) -> list[str]:
        return ["trainer.accounts.stages.ConfirmAddressStage", "allauth.mfa.stages.AuthenticateStage"]

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [way | {"description": _WAYS_TO_PROVE[way["id"]]} for way in ways]

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name in its stored form. No @, or it could be mistaken for someone's address."""
        name = plain_user_name(username)
        if "@" in name:
            raise ValidationError(_("A user name cannot contain @. The address has a field of its own."))
        if len(name) > USER_NAME_LENGTH:
            raise ValidationError(_("The user name is too long."))
        cleaned: str = super().clean_username(name, shallow)
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Keep the language of the page and the zone that goes with it."""
        user.language = get_language() or user.language
        user.time_zone = time_zone_of(user.language, user.time_zone)
        user.awaiting_confirmation = bool(form.cleaned_data.get("email"))
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """To an address that another account has confirmed goes a hint to its owner instead."""
        address = emailconfirmation.email_address
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(address.email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is down is no reason to lose what the user did."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:
            logger.exception("could not send %s", template_prefix)
            messages.error(
                allauth_context.request,
                gettext("The e-mail could not be sent just now. Try again in a while."),
            )

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Name the account, also where nobody is signed in; leave out the address of the computer."""
        super().send_notification_mail(template_prefix, user, {"user": user, **(context or {})}, email)

    def is_safe_url(self, url: str) -> bool:
        return is_local(url)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account_home")
