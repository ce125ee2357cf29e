"""Signing up: with a name alone and a code on paper, or with an address that is confirmed first."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.accounts.helpers import (
    PASSWORD,
    address,
    code_on,
    link_in_mail,
    make_user,
    sign_in,
    sign_up,
    signed_in_as,
    words,
)
from trainer.accounts.models import RecoveryCode, User

pytestmark = pytest.mark.django_db


def test_name_alone_is_signed_in_and_given_a_code_to_keep(client: Client) -> None:
    response = sign_up(client, "Kari")
    user = User.objects.get()
    assert (response.status_code, user.username, user.email) == (200, "kari", "")
    assert signed_in_as(client) == str(user.pk)
    code = code_on(response)
    assert len(code.replace("-", "")) * 5 >= 60
    assert code.replace("-", "") not in str(RecoveryCode.objects.values_list())
    assert f'href="{address("progress:mine")}"' in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    assert mail.outbox == []


def test_way_on_follows_through_sign_up(client: Client) -> None:
    fields = {"username": "kari", "password1": PASSWORD, "next": address("display:settings")}
    response = client.post(address("account_signup"), fields)
    assert f'<a class="btn pri" href="{address("display:settings")}">' in response.content.decode()


@pytest.mark.parametrize(("language", "zone"), [("nb", "Europe/Oslo"), ("sv", "Europe/Stockholm")])
def test_language_of_the_page_is_kept(client: Client, language: str, zone: str) -> None:
    client.post(address("account_signup", language), {"username": "kim", "password1": PASSWORD})
    user = User.objects.get()
    assert (user.language, user.time_zone) == (language, zone)


def test_address_is_confirmed_before_the_account_opens(client: Client) -> None:
    response = sign_up(client, "kari", "Kari@Skole.no")
    assert response["Location"] == address("account_email_verification_sent")
    assert signed_in_as(client) is None
    assert mail.outbox[0].to == ["kari@skole.no"]

    stranger = Client()
    assert sign_in(stranger, "kari")["Location"] == address("account_email_verification_sent")
    assert sign_in(stranger, "kari@skole.no").status_code == 422
    assert signed_in_as(stranger) is None

    page = link_in_mail("/bekreft/")
    assert "Hører kari@skole.no til kontoen kari?" in words(client.get(page))
    response = client.post(page)
    assert (response["Location"], signed_in_as(client)) == (
        address("progress:mine"),
        str(User.objects.get().pk),
    )
    assert sign_in(Client(), "kari@skole.no").status_code == 302


def test_confirmation_elsewhere_leads_to_sign_in(client: Client) -> None:
    sign_up(Client(), "kari", "kari@skole.no")
    page = link_in_mail("/bekreft/")
    response = client.post(page, follow=True)
    assert response.redirect_chain[-1][0] == address("account_login")
    assert "kari@skole.no er bekreftet." in words(response)
    assert signed_in_as(client) is None
    assert "Lenken er brukt eller for gammel." in words(client.get(page))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Åse", "Brukernavnet er opptatt."),
        ("A\u030aSE", "Brukernavnet er opptatt."),
        ("åse@skole.no", "Et brukernavn kan ikke inneholde @."),
        ("to ord", "ingen mellomrom"),
        ("ab", "Skriv minst 3 tegn"),
        ("a" * 151, "Skriv høyst 150 tegn"),
        ("a" * 41, "Brukernavnet er for langt."),
        ("\ufdfa" * 40, "Brukernavnet er for langt."),
        ("", "Fyll ut feltet."),
    ],
)
def test_unusable_name_is_refused_with_the_reason(client: Client, name: str, says: str) -> None:
    make_user("åse")
    response = sign_up(client, name)
    assert response.status_code == 422
    assert says in words(response)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("password", "says"),
    [
        ("kort", "Passordet er for kort. Det må ha minst 8 tegn."),
        ("password", "Det passordet er det første andre gjetter på."),
        ("", "Fyll ut feltet."),
    ],
)
def test_weak_password_is_refused_with_the_reason(client: Client, password: str, says: str) -> None:
    response = sign_up(client, "kari", password=password)
    assert response.status_code == 422
    assert says in words(response)


@pytest.mark.parametrize("password", ["aaaaaaab", "spar ess og konge", "x" * 128, "🂡🂢🂣🂤🂥🂦🂧🂨"])
def test_any_long_uncommon_password_will_do(client: Client, password: str) -> None:
    sign_up(client, "kari", password=password)
    assert sign_in(Client(), "kari", password).status_code == 302


def test_half_an_address_is_refused(client: Client) -> None:
    response = sign_up(client, "kari", "kari@")
    assert response.status_code == 422
    assert "Skriv hele e-postadressen" in words(response)


def test_first_to_confirm_has_the_address() -> None:
    sign_up(Client(), "first", "kim@skole.no")
    second = User.objects.create_user("second", "kim@skole.no", PASSWORD, awaiting_confirmation=True)
    row = EmailAddress.objects.create(user=second, email="kim@skole.no", primary=True)
    Client().post(link_in_mail("/bekreft/"))
    assert EmailAddress.objects.get(verified=True).user.username == "first"
    assert not row.can_set_verified()


@pytest.mark.parametrize(("days", "kept"), [(29, True), (31, False)])
def test_address_nobody_confirmed_is_forgotten(days: int, kept: bool) -> None:
    sign_up(Client(), "kari", "someone.else@skole.no")
    make_user("waiting-for-nothing", date_joined=timezone.now() - timedelta(days=400))
    User.objects.filter(username="kari").update(date_joined=timezone.now() - timedelta(days=days))
    assert sign_up(Client(), "Kari").status_code == (422 if kept else 200)
    assert EmailAddress.objects.exists() == kept
    assert User.objects.count() == 2


def test_endless_address_is_refused(client: Client) -> None:
    response = sign_up(client, "kari", f"k@{'a.' * 130}no")
    assert response.status_code == 422
    assert "Skriv høyst 254 tegn" in words(response)


def test_signed_in_user_is_led_past_sign_up(client: Client) -> None:
    make_user()
    sign_in(client, "kari")
    assert client.get(address("account_signup")).status_code == 302
