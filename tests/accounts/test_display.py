"""Display settings: kept in the browser or the account, and back to where one came from."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.accounts.helpers import address, make_user, sign_in, words

pytestmark = pytest.mark.django_db

CHOICE = {
    "theme": "dark",
    "suits": "4",
    "letters": "nordic",
    "taps": "2",
    "tray": "hidden",
    "keys": "off",
    "language": "nb",
}


@pytest.mark.parametrize(
    ("language", "says"),
    [("nb", ["Visning", "Mørkt", "Fire ulike farger"]), ("sv", ["Visning", "Mörkt", "Fyra olika kulörer"])],
)
def test_page_shows_every_choice(client: Client, language: str, says: list[str]) -> None:
    response = client.get(address("display:settings", language))
    assert response.status_code == 200
    for text in [*says, "Norsk", "Svenska", "E K D Kn"]:
        assert text in words(response)
    page = response.content.decode()
    assert page.count("<fieldset") == 7
    assert page.count("checked") == 7


def test_guest_keeps_the_choice_in_the_browser(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = address("display:settings")
    with django_assert_num_queries(0):
        response = client.post(page, CHOICE)
        shown = client.get(page).content.decode()
    assert response.status_code == 302
    assert '<html lang="nb" data-theme="dark" data-suits="4">' in shown
    for name in (settings.DISPLAY_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME):
        cookie = response.cookies[name]
        assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def test_user_keeps_the_choice_in_the_account(client: Client) -> None:
    user = make_user()
    sign_in(client, "kari")
    response = client.post(address("display:settings"), {**CHOICE, "language": "sv"})
    user.refresh_from_db()
    assert (user.theme, user.suits, user.card_letters, user.language) == ("dark", "4", "nordic", "sv")
    assert (user.card_taps, user.seen_cards, user.table_keys) == ("2", "hidden", "off")
    assert settings.DISPLAY_COOKIE_NAME not in response.cookies
    elsewhere = Client()
    sign_in(elsewhere, "kari")
    assert 'data-theme="dark"' in elsewhere.get(address("display:settings")).content.decode()


def test_choice_leads_back_where_one_came_from_in_the_language_chosen(client: Client) -> None:
    start = address("account_login") + "?next=/nb/"
    page = client.get(address("display:settings"), HTTP_REFERER=f"http://testserver{start}")
    assert 'name="next" value="/nb/konto/logg-inn/?next=/nb/"' in page.content.decode()
    response = client.post(address("display:settings"), {**CHOICE, "language": "sv", "next": start})
    assert response["Location"] == address("account_login", "sv") + "?next=/nb/"


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "/\\evil.example", "", "nb/"])
def test_way_back_is_never_another_site(client: Client, target: str) -> None:
    page = address("display:settings")
    assert client.post(page, {**CHOICE, "next": target})["Location"] == page
    shown = client.get(page, {"next": target}, HTTP_REFERER=target).content.decode()
    assert '<input type="hidden" name="next" id="id_next">' in shown


@pytest.mark.parametrize("name", list(CHOICE))
@pytest.mark.parametrize("value", ["", "purple", "<b>"])
def test_value_that_is_not_ours_is_refused(client: Client, name: str, value: str) -> None:
    response = client.post(address("display:settings"), {**CHOICE, name: value})
    assert response.status_code == 422
    assert "Velg ett av alternativene." in words(response)
    assert "<b>" not in response.content.decode().replace("<b></b>", "")
    assert settings.DISPLAY_COOKIE_NAME not in response.cookies


@pytest.mark.parametrize(
    "cookie", ["", "dark", "dark.4.latin", "x" * 4000, "dark.4.nordic.extra", "dark.4.nordic.2.hidden.off.x"]
)
def test_cookie_that_is_not_ours_gives_the_defaults(client: Client, cookie: str) -> None:
    client.cookies[settings.DISPLAY_COOKIE_NAME] = cookie
    page = client.get(address("display:settings")).content.decode()
    assert 'data-theme="system" data-suits="2"' in page


@pytest.mark.parametrize("cookie", ["dark.4.nordic", "dark.4.nordic.2.hidden.off"])
def test_cookie_of_before_the_choices_at_the_table_still_counts(client: Client, cookie: str) -> None:
    client.cookies[settings.DISPLAY_COOKIE_NAME] = cookie
    page = client.get(address("display:settings")).content.decode()
    assert 'data-theme="dark" data-suits="4"' in page
    taps = re.search(r'name="taps" value="2"[^>]*', page)
    assert taps
    assert ("checked" in taps[0]) == cookie.endswith("off")
