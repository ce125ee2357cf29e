"""Every account page, in both languages, for those who may see it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse
from pytest_django import DjangoAssertNumQueries

from tests.accounts.helpers import address, make_user, sign_in, words
from tests.site.test_addresses import names
from trainer.accounts import account_urls, second_step_urls

pytestmark = pytest.mark.django_db

OPEN = {
    "account_login": ("Logg inn", "Logga in"),
    "account_signup": ("Lag en konto", "Skapa konto"),
    "account_inactive": ("Kontoen er stengt", "Kontot är stängt"),
    "account_recovery": ("Bruk gjenopprettingskoden", "Använd återställningskoden"),
    "account_email_verification_sent": ("Se i e-posten din", "Titta i din e-post"),
    "account_reset_password": ("Glemt passord", "Glömt lösenord"),
    "account_reset_password_done": ("Se i e-posten din", "Titta i din e-post"),
    "account_reset_password_from_key_done": ("Passordet er byttet", "Lösenordet är bytt"),
}
SIGNED_IN = {
    "account_home": ("Min konto", "Mitt konto"),
    "account_logout": ("Logg ut", "Logga ut"),
    "account_recovery_code": ("Gjenopprettingskode", "Återställningskod"),
    "account_email": ("E-post", "E-post"),
    "account_change_password": ("Bytt passord", "Byt lösenord"),
    "account_teacher": ("For lærere", "För lärare"),
    "account_reauthenticate": ("Er det deg?", "Är det du?"),
    "usersessions_list": ("Hvor du er logget inn", "Var du är inloggad"),
    "socialaccount_connections": ("Innlogging gjennom skolen", "Inloggning genom skolan"),
    "mfa_index": ("Totrinnsinnlogging", "Tvåstegsinloggning"),
}
WITH_A_KEY = {"account_confirm_email", "account_reset_password_from_key", "account_set_password"}
# Looked at in test_second_step: each comes after a step that it needs.
LATER = {pattern.name for pattern in second_step_urls.urlpatterns} - SIGNED_IN.keys()


def heading(page: str) -> str:
    found = re.search(r"(?s)<h1[^>]*>(.*?)</h1>", page)
    assert found
    return found[1].strip()


def test_every_address_is_in_one_of_the_lists() -> None:
    assert set(names(account_urls.urlpatterns)) == OPEN.keys() | SIGNED_IN.keys() | WITH_A_KEY | LATER


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("name", list(OPEN))
def test_open_page_has_its_heading(client: Client, name: str, number: int) -> None:
    response = client.get(address(name, ("nb", "sv")[number]))
    assert response.status_code == 200
    assert heading(response.content.decode()) == OPEN[name][number]
    assert f"<title>{OPEN[name][number]} · " in response.content.decode()


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("name", list(SIGNED_IN))
def test_page_of_the_account_asks_for_a_sign_in(client: Client, name: str, number: int) -> None:
    language = ("nb", "sv")[number]
    make_user()
    asked = client.get(address(name, language))
    expected = (
        address("account_login", language) if name != "account_logout" else address("pages:home", language)
    )
    assert asked["Location"].split("?")[0] == expected
    sign_in(client, "kari")
    page = client.get(address(name, language))
    assert heading(page.content.decode()) == SIGNED_IN[name][number]
    assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize(
    "name",
    ["account_verify_phone", "account_change_phone", "mfa_signup_webauthn", "account_request_login_code"],
)
def test_pages_nobody_made_are_absent(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)


@pytest.mark.parametrize("name", [*OPEN, *SIGNED_IN])
def test_forms_have_labels_tokens_and_nothing_inline(client: Client, name: str) -> None:
    if name in SIGNED_IN:
        make_user()
        sign_in(client, "kari")
    page = client.get(address(name)).content.decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script(?! src)", page)
    for form in re.findall(r'(?s)<form[^>]*method="post".*?</form>', page):
        assert "csrfmiddlewaretoken" in form
        for tag in re.findall(r"<input[^>]*>", form):
            if 'type="hidden"' not in tag:
                name_of = re.search(r'id="([^"]+)"', tag)
                assert name_of, tag
                assert f'for="{name_of[1]}"' in form
                assert "autocomplete=" in tag


def test_account_home_costs_five_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_user("kari", "kari@skole.no")
    sign_in(client, "kari")
    client.get(address("account_home"))
    with django_assert_max_num_queries(5):
        page = words(client.get(address("account_home")))
    assert "kari@skole.no" in page


@pytest.mark.parametrize("number", [0, 1])
def test_bare_account_address_leads_to_sign_in(client: Client, number: int) -> None:
    language = ("nb", "sv")[number]
    response = client.get(f"/{language}/konto/")
    assert response["Location"].startswith(address("account_login", language))
