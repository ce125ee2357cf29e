"""Signing in and out: by name or confirmed address, in any case, and only to pages of this site."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.accounts.helpers import PASSWORD, address, make_user, sign_in, sign_up, signed_in_as, words
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("login", ["åse", "ÅSE", " Åse ", "A\u030ase", "ÅSE@skole.no", "åse@SKOLE.no"])
def test_name_and_address_are_read_in_any_spelling(client: Client, login: str) -> None:
    user = make_user("åse", "åse@skole.no")
    response = sign_in(client, login)
    assert (response.status_code, signed_in_as(client)) == (302, str(user.pk))
    assert response["Location"] == address("progress:mine")


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("istanbul", "İSTANBUL"),  # a Turkish keyboard's capital i
        ("istanbul", "ISTANBUL"),
        ("strasse", "straße"),
        ("straße", "STRASSE"),
        ("straße", "Straße"),
        ("öberg", "O\u0308BERG"),
        ("ola", "ＯＬＡ"),
        ("ﬁnn", "FINN"),  # a ligature
        ("kåre", "K\u00c5RE"),
        ("kåre", "K\u212bRE"),  # the sign of the ångström
    ],
)
def test_name_is_one_name_in_every_form(client: Client, name: str, typed: str) -> None:
    assert sign_up(client, name).status_code == 200
    user = User.objects.get()
    other = Client()
    assert (sign_in(other, typed).status_code, signed_in_as(other)) == (302, str(user.pk))
    assert sign_up(Client(), typed).status_code == 422, "and nobody else gets it"


@pytest.mark.parametrize(
    ("chosen", "typed"),
    [
        ("blåbærsyltetøy", "bla\u030abærsyltetøy"),
        ("bla\u030abærsyltetøy", "blåbærsyltetøy"),
        ("ｋｏｎｇｌｅ１２３", "kongle123"),
        ("kongle123", "ｋｏｎｇｌｅ１２３"),
        ("to ord og tall 7", "to\u00a0ord og tall 7"),
    ],
)
def test_password_is_one_password_in_every_normal_form(client: Client, chosen: str, typed: str) -> None:
    sign_up(client, "kari", password=chosen)
    assert sign_in(Client(), "kari", typed).status_code == 302


@pytest.mark.parametrize("typed", ["tolami-bekoru-sinave", "Tolami bekoru sinave", "TOLAMI-BEKORU-SINAVE"])
def test_password_of_words_is_read_in_any_case(client: Client, typed: str) -> None:
    user = make_user()
    user.set_password("tolami-bekoru-sinave")
    user.save()
    assert sign_in(client, "kari", typed).status_code == 302


def test_chosen_password_keeps_its_case(client: Client) -> None:
    user = make_user()
    user.set_password("Hemmelig99")
    user.save()
    assert sign_in(client, "kari", "hemmelig99").status_code == 422


@pytest.mark.parametrize(
    ("language", "says"),
    [("nb", "Navnet og passordet hører ikke sammen."), ("sv", "Namnet och lösenordet hör inte ihop.")],
)
@pytest.mark.parametrize("login", ["kari", "nobody", "kari@skole.no", "nobody@skole.no"])
def test_wrong_pair_gets_one_answer(client: Client, language: str, says: str, login: str) -> None:
    make_user("kari", "kari@skole.no")
    page = address("account_login", language)
    response = client.post(page, {"login": login, "password": "feil-passord"})
    assert response.status_code == 422
    assert says in words(response)
    assert signed_in_as(client) is None


def test_empty_field_is_named_and_focused(client: Client) -> None:
    response = sign_in(client, "", "")
    page = response.content.decode()
    assert response.status_code == 422
    assert 'aria-invalid="true"' in page
    assert 'aria-describedby="id_login_error"' in page
    assert page.count("autofocus") == 1
    assert "<title>Feil: Logg inn" in page


def test_page_leads_pupils_to_their_class(client: Client) -> None:
    page = client.get(address("account_login")).content.decode()
    assert f'href="{address("classes:join")}"' in page
    assert 'autocomplete="username"' in page
    assert 'autocomplete="current-password"' in page
    assert "placeholder" not in page[page.index("<main") :]  # the search field has one beside its label


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:///evil.example",
    ],
)
def test_way_on_is_never_another_site(client: Client, target: str) -> None:
    make_user()
    response = client.post(address("account_login"), {"login": "kari", "password": PASSWORD, "next": target})
    assert response["Location"] == address("progress:mine")


def test_way_on_is_the_page_asked_for(client: Client) -> None:
    make_user()
    asked_for = client.get(address("account_home"))
    assert asked_for["Location"] == f"{address('account_login')}?next={address('account_home')}"
    response = client.post(asked_for["Location"], {"login": "kari", "password": PASSWORD})
    assert response["Location"] == address("account_home")


def test_closed_account_is_told_so(client: Client) -> None:
    make_user(is_active=False)
    response = sign_in(client, "kari")
    assert response["Location"] == address("account_inactive")
    assert "Kontoen er stengt" in words(client.get(response["Location"]))
    assert signed_in_as(client) is None


def test_sign_out_is_a_post_and_leaves_nothing(client: Client) -> None:
    make_user()
    sign_in(client, "kari")
    page = address("account_logout")
    assert "Du er logget inn som kari." in words(client.get(page))
    assert signed_in_as(client)
    response = client.post(page, follow=True)
    assert "Du er logget ut." in words(response)
    assert "kari" not in words(response)
    assert signed_in_as(client) is None
    left = {name for name, cookie in client.cookies.items() if cookie.value}
    assert left <= {"csrf", "session"}
    assert not client.session.keys()


def test_signed_in_page_is_not_kept_by_the_browser(client: Client) -> None:
    make_user()
    sign_in(client, "kari")
    assert "no-store" in client.get(address("account_home"))["Cache-Control"]
    client.post(address("account_logout"))
    assert client.get(address("account_home")).status_code == 302


def test_session_is_new_after_sign_in(client: Client) -> None:
    make_user()
    client.get(address("account_login"))
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    sign_in(client, "kari")
    assert client.session.session_key != planted
