"""Addresses and people for the tests of the accounts."""

from __future__ import annotations

import html
import re
import time
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from trainer.accounts.models import User

PASSWORD = "kongle-furu-elg-7"


def address(name: str, language: str = "nb", **kwargs: Any) -> str:
    """A page's address in a language."""
    with override(language):
        return reverse(name, kwargs=kwargs or None)


def make_user(name: str = "kari", email: str = "", **fields: Any) -> User:
    """A user with PASSWORD, and with a confirmed address where one is given."""
    user = User.objects.create_user(name, email, PASSWORD, **fields)
    if email:
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def sign_in(client: Client, login: str, password: str = PASSWORD, **extra: Any) -> Any:
    return client.post(address("account_login"), {"login": login, "password": password}, **extra)


def prove(client: Client) -> None:
    """Give the password once more, as before what matters for an account."""
    client.post(address("account_reauthenticate"), {"password": PASSWORD})


def through_second_step(user: User) -> Client:
    """A browser in which the user has signed in with an app, without the pages that ask."""
    Authenticator.objects.get_or_create(user=user, type="totp", defaults={"data": {"secret": ""}})
    client = Client()
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "type": "totp", "at": time.time()}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client


def sign_up(client: Client, username: str, email: str = "", password: str = PASSWORD) -> Any:
    fields = {"username": username, "email": email, "password1": password}
    return client.post(address("account_signup"), fields)


def signed_in_as(client: Client) -> str | None:
    """The id of the user in the client's session."""
    return client.session.get("_auth_user_id")


def words(response: Any) -> str:
    """The text of a page as a reader sees it, in one line."""
    page = re.sub(r"(?s)<(script|head|svg).*?</\1>", " ", response.content.decode())
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def link_in_mail(part: str) -> str:
    """The path of the link in the last e-mail that has the part in it."""
    found = re.search(r"https?://[^/\s]+(/\S*" + re.escape(part) + r"\S*)", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]


def code_on(response: Any) -> str:
    """The recovery code on a page."""
    found = re.search(r'class="code"[^>]*>([0-9A-Z-]+)<', response.content.decode())
    assert found, words(response)
    return found[1]
