"""Limits: a class behind one address gets in, a guessed account is closed to everyone for a while."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.accounts.helpers import PASSWORD, address, make_user, sign_in, sign_up, words
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

SCHOOL = "192.0.2.7"


def test_class_behind_one_address_signs_in_within_a_minute() -> None:
    secret = make_password(PASSWORD)
    User.objects.bulk_create(User(username=f"elev-{number}", password=secret) for number in range(35))
    for number in range(35):
        answer = sign_in(Client(), f"ELEV-{number}", REMOTE_ADDR=SCHOOL)
        assert answer.status_code == 302, number


def test_class_behind_one_address_signs_up_within_a_minute() -> None:
    assert {sign_up(Client(), f"elev-{number}").status_code for number in range(35)} == {200}


@pytest.mark.parametrize(
    ("language", "says"),
    [("nb", "For mange feil passord for dette navnet."), ("sv", "För många felaktiga lösenord")],
)
def test_sixth_wrong_password_closes_that_account_only(language: str, says: str) -> None:
    make_user("kari")
    make_user("ola")
    page = address("account_login", language)
    for number in range(5):
        client = Client(REMOTE_ADDR=f"192.0.2.{number + 10}")
        assert client.post(page, {"login": "Kari", "password": "feil"}).status_code == 422
    response = Client(REMOTE_ADDR=SCHOOL).post(page, {"login": "kari", "password": PASSWORD})
    assert response.status_code == 429
    assert says in words(response)
    assert sign_in(Client(), "ola", REMOTE_ADDR=SCHOOL).status_code == 302


def test_flood_of_made_up_names_does_not_open_a_closed_account() -> None:
    """A cache that is full drops counts by their names, so ours has room for more than anyone can ask."""
    make_user("kari")
    for _try in range(5):
        sign_in(Client(), "kari", "feil")
    for number in range(400):
        cache.set(f"{number:x}-as-many-browsers", [1.0], 300)
    assert sign_in(Client(), "kari").status_code == 429
    assert cache.get("0-as-many-browsers")


def test_guesses_at_others_do_not_close_the_school_out() -> None:
    make_user("kari")
    for number in range(20):
        sign_in(Client(), f"made-up-{number}", "feil", REMOTE_ADDR=SCHOOL)
    assert sign_in(Client(), "kari", REMOTE_ADDR=SCHOOL).status_code == 302


def test_forwarded_address_is_not_believed(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "3/m/ip", "login_failed": "100/m/key"}
    answers = [
        sign_in(Client(), "nobody", "feil", REMOTE_ADDR=SCHOOL, HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")
        for number in range(4)
    ]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]


def test_behind_a_proxy_each_visitor_counts(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "2/m/ip", "login_failed": "100/m/key"}
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

    def tries(forwarded: str) -> int:
        proxy = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": forwarded}
        return int(sign_in(Client(), "nobody", "feil", **proxy).status_code)

    assert [tries(f"198.51.100.{number}, 192.0.2.7") for number in range(3)] == [422, 422, 429]
    assert tries("192.0.2.8") == 422, "what the proxy adds tells visitors apart; what they claim does not"


@pytest.mark.parametrize(
    ("language", "says"),
    [("nb", "Vent fem minutter"), ("sv", "Vänta fem minuter")],
)
def test_lock_is_said_alike_for_a_name_that_nobody_has(language: str, says: str) -> None:
    make_user("kari")
    page, answers = address("account_login", language), {}
    for name in ("kari", "nobody", "kari@skole.no"):
        for _try in range(6):
            answer = Client().post(page, {"login": name, "password": "feil"})
        answers[name] = (answer.status_code, words(answer).replace(name, ""))
    assert len(set(answers.values())) == 1
    assert answers["kari"][0] == 429 and says in answers["kari"][1]


@pytest.mark.parametrize(
    ("language", "heading", "says"),
    [("nb", "Litt for fort", "Vent fem minutter"), ("sv", "Lite för fort", "Vänta fem minuter")],
)
def test_limit_of_a_whole_page_is_said_in_a_sentence(
    settings: Settings, language: str, heading: str, says: str
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": "1/m/key"}
    page = address("account_reset_password", language)
    assert Client().post(page, {"email": "kari@skole.no"}).status_code == 302
    response = Client().post(page, {"email": "kari@skole.no"})
    assert response.status_code == 429
    assert heading in words(response)
    assert says in words(response)
