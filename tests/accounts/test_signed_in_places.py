"""Where an account is signed in: one line a browser, no address of a computer, and ways to end each."""

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.accounts.helpers import PASSWORD, address, make_user, sign_in, signed_in_as, words
from trainer.accounts.signed_in_places import NO_ADDRESS, device_of, places_of

pytestmark = pytest.mark.django_db

IPAD = "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
CHROMEBOOK = "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"


def browser(user_agent: str, name: str = "kari") -> Client:
    client = Client(headers={"user-agent": user_agent}, REMOTE_ADDR="192.0.2.7")
    sign_in(client, name)
    return client


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [(IPAD, "Safari · iPad"), (CHROMEBOOK, "Chrome · Chromebook"), (EDGE, "Edge · Windows"), ("x", "")],
)
def test_device_is_said_in_two_words(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device


@pytest.mark.parametrize(("language", "this"), [("nb", "denne"), ("sv", "den här")])
def test_each_browser_is_a_line(language: str, this: str) -> None:
    make_user()
    browser(IPAD)
    here = browser(EDGE)
    page = words(here.get(address("usersessions_list", language)))
    assert "Safari · iPad" in page and "Edge · Windows" in page
    assert page.index("Edge") < page.index("iPad"), "the reader's own first"
    assert f"{this} " in page


def test_no_address_and_no_version_is_kept() -> None:
    make_user()
    browser(EDGE)
    row = UserSession.objects.get()
    assert (row.ip, row.user_agent, row.data) == (NO_ADDRESS, "Edge · Windows", {})


def test_one_is_ended() -> None:
    make_user()
    there, here = browser(IPAD), browser(EDGE)
    key = UserSession.objects.get(user_agent="Safari · iPad").pk
    for _again in range(2):
        assert here.post(address("usersessions_list"), {"place": key}).status_code == 302
    assert there.get(address("account_home")).status_code == 302
    assert here.get(address("account_home")).status_code == 200
    assert Session.objects.count() == UserSession.objects.count() == 1


def test_all_others_are_ended() -> None:
    make_user()
    there = [browser(IPAD), browser(CHROMEBOOK)]
    here = browser(EDGE)
    here.post(address("usersessions_list"), {"others": "1"})
    assert [client.get(address("account_home")).status_code for client in (*there, here)] == [302, 302, 200]


@pytest.mark.parametrize("key", ["", "x", "-1", "٣", "9" * 30])
def test_nonsense_is_not_found(key: str) -> None:
    make_user()
    assert browser(IPAD).post(address("usersessions_list"), {"place": key}).status_code == 404


def test_others_places_stay() -> None:
    make_user()
    make_user("ola")
    olas = browser(IPAD, "ola")
    key = UserSession.objects.get(user__username="ola").pk
    browser(EDGE).post(address("usersessions_list"), {"place": key})
    assert olas.get(address("account_home")).status_code == 200


def test_new_password_ends_all_others() -> None:
    make_user()
    there, here = browser(IPAD), browser(EDGE)
    fields = {"oldpassword": PASSWORD, "password1": "en-helt-ny-kongle"}
    assert here.post(address("account_change_password"), fields).status_code == 302
    assert signed_in_as(here)
    assert there.get(address("account_home")).status_code == 302
    assert UserSession.objects.filter(user__username="kari").count() == 1
    assert "iPad" not in words(here.get(address("usersessions_list")))


def test_sessions_begun_with_another_password_are_not_listed(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    user = make_user()
    browsers = [browser(IPAD) for _each in range(3)]
    request = browsers[0].get(address("usersessions_list")).wsgi_request
    with django_assert_num_queries(2):
        assert len(places_of(user, request)) == 3
    user.set_password("satt-av-laereren")
    assert places_of(user, request) == []
