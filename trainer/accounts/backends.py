"""Who may sign in with what: a user name, or an address that has been confirmed."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from trainer.accounts.models import User
from trainer.accounts.names import plain_user_name
from trainer.accounts.passwords import spellings


class SignInBackend(AuthenticationBackend):  # type: ignore[misc]
    """One look-up and one password check for every try, so that neither the answer nor its time
    tells whether an address has an account.

    An address counts only when confirmed. Someone who signs up with the address of another person,
    or adds it to an account, therefore sees exactly what they would see with an unused one.
    """

    def get_user(self, user_id: int) -> User | None:
        """The user of a session, with the learner: nearly every page asks for both."""
        user = User.objects.select_related("learner").filter(pk=user_id).first()
        return user if user and self.user_can_authenticate(user) else None

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = str(credentials.get("email") or credentials.get("username") or "")
        user = confirmed_owner(login) if "@" in login else user_called(login)
        found: User | None = self._check_password(user, credentials["password"])
        return found

    def _mitigate_timing_attack(self, password: str) -> None:
        for _spelling in spellings(password):
            User().set_password(password)


def user_called(name: str) -> User | None:
    """The user with that name, typed in any case."""
    return User.objects.filter(username=plain_user_name(name)).first()


def confirmed_owner(address: str) -> User | None:
    """The user who has confirmed the address."""
    rows = EmailAddress.objects.filter(email=address.strip().lower(), verified=True)
    row = rows.select_related("user").first()
    return row.user if row else None
