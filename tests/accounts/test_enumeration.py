"""W40: whatever one does with an address, nothing tells whether it has an account.

Every pair of requests is compared whole: status, way on, text and length, with tokens and the one
address that differs taken out. The addresses are of one length.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from tests.accounts.helpers import PASSWORD, address, make_user, sign_in, sign_up
from trainer.accounts.hashers import QuickArgon2PasswordHasher
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

KNOWN, UNKNOWN, WAITING = "owner@skole.no", "other@skole.no", "await@skole.no"
_TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]+')


@pytest.fixture(autouse=True)
def known_people() -> None:
    owner = make_user("owner", KNOWN)
    owner.set_password("eierens-eget-passord-4")
    owner.save()
    sign_up(Client(), "waiter", WAITING)
    mail.outbox.clear()


def seen(response: Any, email: str, name: str) -> tuple[Any, ...]:
    """What the visitor, or their program, gets; the words they put in themselves are masked."""
    body = _TOKEN.sub(r"\1*", response.content.decode()).replace(email, "EMAIL").replace(name, "NAME")
    messages = [str(message).replace(email, "EMAIL") for message in response.context["messages"]]
    chain = [(url, status) for url, status in getattr(response, "redirect_chain", [])]
    headers = {key: value for key, value in response.headers.items() if key != "Expires"}
    return response.status_code, chain, messages, headers, body


def everything_after_sign_up(email: str, name: str) -> list[tuple[Any, ...]]:
    """Sign up with the address, then try all that could tell whether it went through."""
    client = Client()
    fields = {"username": name, "email": email, "password1": PASSWORD}
    answers = [client.post(address("account_signup"), fields, follow=True)]
    for login in (name, email):
        tried = {"login": login, "password": PASSWORD}
        answers.append(Client().post(address("account_login"), tried, follow=True))
    answers.append(Client().post(address("account_signup"), fields, follow=True))
    answers.append(Client().post(address("account_reset_password"), {"email": email}, follow=True))
    return [seen(answer, email, name) for answer in answers]


@pytest.mark.parametrize("taken", [KNOWN, WAITING])
def test_sign_up_says_the_same_of_known_and_unknown(taken: str) -> None:
    with_taken = everything_after_sign_up(taken, "name-1")
    with_free = everything_after_sign_up(UNKNOWN, "name-2")
    assert with_taken == with_free


def test_owner_of_a_known_address_is_told_by_mail() -> None:
    sign_up(Client(), "stranger", KNOWN)
    assert [message.to for message in mail.outbox] == [[KNOWN]]
    assert mail.outbox[0].subject == "Du har en konto fra før"
    assert address("account_reset_password") in str(mail.outbox[0].body)
    assert "bekreft" not in str(mail.outbox[0].body)


def test_account_made_with_a_known_address_never_opens() -> None:
    sign_up(Client(), "stranger", KNOWN)
    row = EmailAddress.objects.get(user__username="stranger")
    assert not row.can_set_verified()
    assert User.objects.get(username="stranger").awaiting_confirmation


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_reset_says_the_same_of_known_and_unknown(language: str) -> None:
    answers = []
    for email in (KNOWN, UNKNOWN):
        response = Client().post(address("account_reset_password", language), {"email": email}, follow=True)
        answers.append(seen(response, email, "-"))
    assert answers[0] == answers[1]
    assert [message.to for message in mail.outbox] == [[KNOWN], [UNKNOWN]]


def everything_after_adding(email: str, name: str) -> list[tuple[Any, ...]]:
    """Add the address to an account, look at the page, try to sign in with it and to get a new mail."""
    make_user(name)
    client = Client()
    sign_in(client, name)
    page = address("account_email")
    fields = {"email": email, "password": PASSWORD, "action_add": "1"}
    answers = [client.post(page, fields, follow=True), client.get(page)]
    answers.append(client.post(page, {"email": email, "action_send": "1"}, follow=True))
    answers.append(client.get(address("account_home")))
    answers.append(
        Client().post(address("account_login"), {"login": email, "password": PASSWORD}, follow=True)
    )
    return [seen(answer, email, name) for answer in answers]


@pytest.mark.parametrize("taken", [KNOWN, WAITING])
def test_adding_an_address_says_the_same_of_known_and_unknown(taken: str) -> None:
    assert everything_after_adding(taken, "name-1") == everything_after_adding(UNKNOWN, "name-2")


def test_both_ways_cost_one_password_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of a try is the time of its hashing, so the hashes are counted."""
    made = []

    def counted(method: Any) -> Any:
        def hashing(*args: Any) -> Any:
            made.append(1)
            return method(*args)

        return hashing

    for name in ("encode", "verify"):
        kind = QuickArgon2PasswordHasher
        monkeypatch.setattr(kind, name, counted(getattr(kind, name)))
    costs = {}
    for login in (KNOWN, UNKNOWN, WAITING, "owner", "nobody"):
        for password in ("wrong-password-9", "Three Capital Words"):
            made.clear()
            sign_in(Client(), login, password)
            costs[login, password] = len(made)
    assert {cost for (_login, password), cost in costs.items() if "9" in password} == {1}, costs
    assert {cost for (_login, password), cost in costs.items() if "9" not in password} == {2}, costs
