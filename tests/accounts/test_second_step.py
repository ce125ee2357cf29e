"""The second step at sign-in: who may have one, what it asks, and what it keeps out."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.test import Client
from pytest_django import Settings

from tests.accounts.helpers import PASSWORD, address, make_user, sign_in, signed_in_as, words
from trainer.accounts import second_step
from trainer.accounts.models import User
from trainer.accounts.recovery import make_code

pytestmark = pytest.mark.django_db

NOT_CREDENTIALS = ["", "5", "[]", "{}", "null", '"x"', "{", '{"response": 5}', '{"id": "a", "response": {}}']


def code_now(secret: str) -> str:
    counter = list(totp.yield_hotp_counters_from_time())[1]
    return totp.format_hotp_value(totp.hotp_value(secret, counter))


def prove(client: Client, password: str = PASSWORD) -> Any:
    return client.post(address("account_reauthenticate"), {"password": password})


def connect_app(client: Client) -> str:
    """Connect an app for the user signed in; returns its key."""
    prove(client)
    client.get(address("mfa_activate_totp"))
    secret = str(client.session["mfa.totp.secret"])
    answer = client.post(address("mfa_activate_totp"), {"code": code_now(secret)})
    assert answer["Location"] == address("mfa_view_recovery_codes"), words(answer)
    return secret


@pytest.fixture
def teacher(client: Client) -> User:
    user = make_user("berit", "berit@skole.no")
    sign_in(client, "berit")
    return user


def reserve_codes(client: Client) -> list[str]:
    return client.get(address("mfa_download_recovery_codes")).content.decode().split(":\n\n")[1].split()


@pytest.mark.parametrize(
    ("language", "heading", "key"),
    [
        ("nb", "Totrinnsinnlogging", "skriver du denne"),
        ("sv", "Tvåstegsinloggning", "skriver du in"),
    ],
)
def test_teacher_is_shown_how(client: Client, teacher: User, language: str, heading: str, key: str) -> None:
    assert heading in words(client.get(address("mfa_index", language)))
    prove(client)
    page = client.get(address("mfa_activate_totp", language))
    assert key in words(page)
    assert "style=" not in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_password_is_asked_again_before_it_is_set_up(client: Client, teacher: User) -> None:
    for name in ("mfa_activate_totp", "mfa_add_webauthn"):
        asked = client.get(address(name))
        assert asked["Location"].startswith(address("account_reauthenticate")), name
    assert prove(client, "feil").status_code == 422
    assert "Er det deg?" in words(client.get(asked["Location"]))
    on = client.post(asked["Location"], {"password": PASSWORD, "next": address("mfa_add_webauthn")})
    assert on["Location"] == address("mfa_add_webauthn")
    assert "data-options" in client.get(on["Location"]).content.decode()


def test_proof_lasts_five_minutes(client: Client, teacher: User) -> None:
    with time_machine.travel(0, tick=False) as clock:
        sign_in(client, "berit")
        prove(client)
        assert client.get(address("mfa_activate_totp")).status_code == 200
        clock.shift(301)
        assert client.get(address("mfa_activate_totp")).status_code == 302


def test_pupils_are_not_offered_it(client: Client) -> None:
    make_user("elev")
    sign_in(client, "elev")
    assert "laget for lærere" in words(client.get(address("mfa_index")))
    assert "Totrinnsinnlogging" not in words(client.get(address("account_home")))
    prove(client)
    for name in ("mfa_activate_totp", "mfa_add_webauthn"):
        assert client.get(address(name))["Location"] == address("mfa_index")
        assert client.post(address(name), {"code": "000000"})["Location"] == address("mfa_index")
    assert not Authenticator.objects.exists()


def test_password_alone_no_longer_signs_in(client: Client, teacher: User) -> None:
    secret = connect_app(client)
    other = Client()
    assert sign_in(other, "berit@skole.no")["Location"] == address("mfa_authenticate")
    assert signed_in_as(other) is None
    assert other.get(address("account_home")).status_code == 302
    page = other.get(address("mfa_authenticate"))
    assert "Trinn to" in words(page)
    assert other.post(address("mfa_authenticate"), {"code": "000000"}).status_code == 422
    with time_machine.travel(totp.time.time() + 60, tick=False):
        right = {"code": code_now(secret)}
        assert other.post(address("mfa_authenticate"), right)["Location"] == address("progress:mine")
        assert signed_in_as(other) == str(teacher.pk)
        third = Client()
        sign_in(third, "berit")
        assert third.post(address("mfa_authenticate"), right).status_code == 422, "a code works once"


def test_second_step_leads_to_the_page_asked_for(client: Client, teacher: User) -> None:
    secret = connect_app(client)
    other = Client()
    asked = {"login": "berit", "password": PASSWORD, "next": address("account_teacher")}
    other.post(address("account_login"), asked)
    with time_machine.travel(totp.time.time() + 60, tick=False):
        answer = other.post(address("mfa_authenticate"), {"code": code_now(secret)})
    assert answer["Location"] == address("account_teacher")


def test_reserve_codes_work_once_each(client: Client, teacher: User) -> None:
    connect_app(client)
    codes = reserve_codes(client)
    assert len(codes) == 10
    assert all(code in words(client.get(address("mfa_view_recovery_codes"))) for code in codes)
    for expected in (302, 422):
        other = Client()
        sign_in(other, "berit")
        assert other.post(address("mfa_authenticate"), {"code": codes[0]}).status_code == expected
    assert codes[0] not in reserve_codes(client)


@pytest.mark.django_db(transaction=True)
def test_new_reserve_codes_end_the_old(client: Client, teacher: User) -> None:
    connect_app(client)
    old = reserve_codes(client)
    answer = client.post(address("mfa_generate_recovery_codes"))
    assert answer["Location"] == address("mfa_view_recovery_codes")
    assert not set(old) & set(reserve_codes(client))
    assert mail.outbox[-1].subject == "Nye reservekoder"


def test_guessed_codes_are_stopped(client: Client, teacher: User) -> None:
    connect_app(client)
    code = reserve_codes(client)[0]
    for _guess in range(5):
        guesser = Client()
        sign_in(guesser, "berit")
        assert guesser.post(address("mfa_authenticate"), {"code": "000000"}).status_code == 422
    answer = guesser.post(address("mfa_authenticate"), {"code": code})
    assert (answer.status_code, "For mange" in words(answer)) == (429, True)


def test_secrets_are_encrypted_and_survive_a_new_key(
    client: Client, teacher: User, settings: Settings
) -> None:
    secret = connect_app(client)
    stored = [str(row.data) for row in Authenticator.objects.all()]
    assert not any(secret in text for text in stored)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "x" * 60
    adapter = second_step.SecondStepAdapter()
    app = Authenticator.objects.get(type="totp")
    assert adapter.decrypt(app.data["secret"]) == secret


def test_removing_the_app_ends_the_step(client: Client, teacher: User) -> None:
    connect_app(client)
    assert client.get(address("mfa_deactivate_totp")).status_code == 200
    client.post(address("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists(), "reserve codes go with the last step"
    assert mail.outbox[-1].subject == "En app er fjernet"
    assert sign_in(Client(), "berit")["Location"] == address("progress:mine")


@pytest.mark.parametrize("payload", NOT_CREDENTIALS)
def test_what_is_no_passkey_is_refused(client: Client, teacher: User, payload: str) -> None:
    prove(client)
    client.get(address("mfa_add_webauthn"))
    add = client.post(address("mfa_add_webauthn"), {"name": "x", "credential": payload})
    assert (add.status_code, Authenticator.objects.count()) == (422, 0)
    guest = Client()
    guest.get(address("mfa_login_webauthn"), headers={"accept": "application/json"})
    refused = guest.post(address("mfa_login_webauthn"), {"credential": payload})
    assert (refused["Location"], signed_in_as(guest)) == (address("account_login"), None)
    assert "Det stemte ikke" in words(guest.get(address("account_login")))


def test_recovery_code_does_not_get_past_the_second_step(client: Client, teacher: User) -> None:
    connect_app(client)
    code = make_code(teacher)
    other = Client()
    fields = {"username": "berit", "code": code, "password1": "ny-kongle-furu-elg"}
    answer = other.post(address("account_recovery"), fields)
    assert "Gjenopprettingskode" in words(answer), "the next code is not lost"
    assert address("mfa_authenticate") in answer.content.decode()
    assert signed_in_as(other) is None
    assert other.get(address("mfa_authenticate")).status_code == 200


def test_reset_by_mail_does_not_get_past_the_second_step(client: Client, teacher: User) -> None:
    connect_app(client)
    teacher.set_password("et-nytt-og-langt")
    teacher.save()
    other = Client()
    assert sign_in(other, "berit", "et-nytt-og-langt")["Location"] == address("mfa_authenticate")


def test_pages_of_others_passkeys_are_not_found(client: Client, teacher: User) -> None:
    other = make_user("siri", "siri@skole.no")
    key = Authenticator.objects.create(user=other, type="webauthn", data={"name": "Siris"})
    prove(client)
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        assert client.get(address(name, pk=key.pk)).status_code == 404
        assert client.post(address(name, pk=key.pk), {"name": "x"}).status_code == 404
    assert Authenticator.objects.filter(pk=key.pk).exists()
