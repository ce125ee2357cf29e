"""A school's service tied to an account that is there already, and taken off again."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from pytest_django import Settings

from rules_site.sign_in_services import Service
from tests.accounts.fake_school import CLIENT, SECRET, FakeSchool
from tests.accounts.helpers import PASSWORD, address, make_user, prove, sign_in, signed_in_as, words
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

PAGE = "socialaccount_connections"
LEAVE, SUB = "/oidc/feide/login/", "76a7a061-3c55-430d-8ee0-6f82ec42501f"
both = pytest.mark.parametrize("language", ["nb", "sv"])


@pytest.fixture(scope="module")
def service() -> Iterator[FakeSchool]:
    school = FakeSchool()
    yield school
    school.close()


@pytest.fixture
def school(service: FakeSchool, settings: Settings) -> FakeSchool:
    app: dict[str, Any] = {"provider_id": "feide", "name": "Feide", "client_id": CLIENT, "secret": SECRET}
    app["settings"] = {"server_url": service.address, "scope": ["openid"], "oauth_pkce_enabled": True}
    settings.SIGN_IN_SERVICES = [Service("openid_connect", "feide", "Feide", app)]
    provider = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": provider | {"APPS": [app]}}
    return service


@pytest.fixture
def kari(school: FakeSchool) -> Client:
    """Signed in with a password, and asked for it again just now."""
    make_user("kari", "kari@skole.no")
    client = Client()
    sign_in(client, "kari")
    prove(client)
    return client


def way_to(answer: Any) -> str:
    """The address at the service that the page leads to."""
    page = answer.content.decode()
    found = re.search(r'content="0;url=([^"]+)"', page)
    assert found, page
    return html.unescape(found[1])


def connect(client: Client, school: FakeSchool, sub: str = SUB, language: str = "nb") -> Any:
    return client.get(school.sign_in(way_to(client.post(address(PAGE, language), {"service": "feide"})), sub))


def come(client: Client, school: FakeSchool, sub: str = SUB) -> Any:
    """Sign in by the service, as anybody does on the sign-in page."""
    return client.get(school.sign_in(way_to(client.post(LEAVE)), sub))


def held() -> list[tuple[str, str]]:
    rows = SocialAccount.objects.order_by("pk").select_related("user")
    return [(row.user.username, row.uid.split()[-1]) for row in rows]


def take_off(client: Client, key: int, language: str = "nb") -> Any:
    return client.post(address(PAGE, language), {"connection": str(key)})


@pytest.mark.parametrize(
    ("language", "offers", "says"),
    [
        ("nb", "Koble til Feide", "Fra nå av kan du også logge inn med Feide."),
        ("sv", "Koppla till Feide", "Från och med nu kan du också logga in med Feide."),
    ],
)
def test_connected_service_opens_the_account(
    kari: Client, school: FakeSchool, language: str, offers: str, says: str
) -> None:
    assert f'href="{address(PAGE, language)}"' in kari.get(address("account_home", language)).content.decode()
    assert offers in words(kari.get(address(PAGE, language)))
    answer = connect(kari, school, language=language)
    assert answer["Location"] == address(PAGE, language)
    page = words(kari.get(answer["Location"]))
    assert says in page and offers not in page
    assert held() == [("kari", SUB)]
    assert school.asked[-1]["prompt"] == "login", "who is still signed in at the service does not count"
    assert "Feide" in str(mail.outbox[-1].body) and mail.outbox[-1].to == ["kari@skole.no"]
    other = Client()
    come(other, school)
    assert signed_in_as(other) == signed_in_as(kari)
    assert User.objects.count() == 1


def test_nothing_but_issuer_and_subject_is_kept(kari: Client, school: FakeSchool) -> None:
    way = way_to(kari.post(address(PAGE), {"service": "feide"}))
    kari.get(school.sign_in(way, SUB, name="Kari Hansen", email="hansen@skole.no"))
    account = SocialAccount.objects.get()
    assert (account.uid, account.extra_data) == (f"{school.address} {SUB}", {})
    assert User.objects.get().email == "kari@skole.no"


@pytest.mark.parametrize(
    ("language", "says"), [("nb", "Feide åpner en annen konto"), ("sv", "Feide öppnar ett annat konto")]
)
def test_service_that_opens_another_account_stays_there(
    kari: Client, school: FakeSchool, language: str, says: str
) -> None:
    come(Client(), school)
    before = held()
    answer = connect(kari, school, language=language)
    assert (answer.status_code, says in words(answer)) == (409, True)
    assert held() == before
    assert signed_in_as(kari) == str(User.objects.get(username="kari").pk)
    assert not mail.outbox


def test_two_clicks_and_two_tabs_connect_once(kari: Client, school: FakeSchool) -> None:
    ways = [way_to(kari.post(address(PAGE), {"service": "feide"})) for _click in range(2)]
    backs = [school.sign_in(way, SUB) for way in ways]
    assert [kari.get(back).status_code for back in backs] == [302, 302]
    assert "åpnet denne kontoen fra før" in words(kari.get(address(PAGE)))
    assert held() == [("kari", SUB)]
    assert kari.get(backs[0]).status_code == 401, "the same way back again"
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("nb", "Feide er koblet fra. Brukernavnet ditt er kari."),
        ("sv", "Feide är frånkopplat. Ditt användarnamn är kari."),
    ],
)
def test_service_is_taken_off_once(kari: Client, school: FakeSchool, language: str, says: str) -> None:
    connect(kari, school)
    key = SocialAccount.objects.get().pk
    kari.get(address(PAGE))  # what was said of connecting
    assert take_off(kari, key, language)["Location"] == address(PAGE, language)
    assert words(kari.get(address(PAGE, language))).count(says) == 1
    assert held() == []
    assert "kari" in str(mail.outbox[-1].body) and len(mail.outbox) == 2
    assert take_off(kari, key, language).status_code == 302, "a second click"
    assert says not in words(kari.get(address(PAGE, language)))
    other = Client()
    come(other, school)
    assert signed_in_as(other) != signed_in_as(kari)


@pytest.mark.parametrize(
    ("language", "says"),
    [("nb", "Dette er den eneste veien inn"), ("sv", "Det här är den enda vägen in")],
)
def test_last_way_in_stays(client: Client, school: FakeSchool, language: str, says: str) -> None:
    come(client, school)
    key = SocialAccount.objects.get().pk
    page = client.get(address(PAGE, language))
    assert says in words(page) and 'name="connection"' not in page.content.decode()
    answer = take_off(client, key, language)
    assert (answer.status_code, says in words(answer), 'role="alert"' in answer.content.decode()) == (
        409,
        True,
        True,
    )
    assert len(held()) == 1
    client.post(address("account_set_password"), {"password1": "mitt-eget-valg"})
    client.post(address("account_reauthenticate"), {"password": "mitt-eget-valg"})
    assert take_off(client, key, language).status_code == 302
    assert held() == []


@pytest.mark.parametrize(("provider", "status"), [("feide", 302), ("a service of old", 409)])
def test_second_service_counts_while_it_can_be_used(
    client: Client, school: FakeSchool, provider: str, status: int
) -> None:
    come(client, school)
    first = SocialAccount.objects.get()
    SocialAccount.objects.create(user=first.user, provider=provider, uid="another")
    assert take_off(client, first.pk).status_code == status


def test_passkey_is_a_way_in(client: Client, school: FakeSchool) -> None:
    come(client, school)
    user = User.objects.get()
    Authenticator.objects.create(user=user, type="webauthn", data={"name": "key"})
    assert 'name="connection"' in client.get(address(PAGE)).content.decode()


def test_password_is_asked_for_first(kari: Client, school: FakeSchool) -> None:
    """A machine that was left signed in ties nobody's school to the account and takes none off."""
    key = SocialAccount.objects.create(user=User.objects.get(), provider="feide", uid="one").pk
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=10)):
        for fields in ({"connection": str(key)}, {"service": "feide"}):
            asked = kari.post(address(PAGE), fields)
            assert asked["Location"].startswith(address("account_reauthenticate"))
        assert held() == [("kari", "one")]
        going_on = kari.post(asked["Location"], {"password": PASSWORD})
        kari.get(school.sign_in(way_to(going_on), SUB))
    assert held() == [("kari", "one"), ("kari", SUB)]


def test_who_has_no_password_signs_in_at_the_service_again(client: Client, school: FakeSchool) -> None:
    with time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC), tick=False) as clock:
        come(client, school)
        clock.shift(601)
        assert client.post(address(PAGE), {"service": "feide"}).status_code == 403
        assert take_off(client, SocialAccount.objects.get().pk).status_code == 403


def test_somebody_elses_service_is_not_there(kari: Client, school: FakeSchool) -> None:
    come(Client(), school)
    key = SocialAccount.objects.get().pk
    before = held()
    for posted in (str(key), str(key + 99), "0", "x", "", "9" * 30):
        assert kari.post(address(PAGE), {"connection": posted}).status_code == 404
    assert kari.post(address(PAGE), {"service": "another"}).status_code == 404
    assert held() == before


def test_way_back_works_for_the_one_who_asked(kari: Client, school: FakeSchool) -> None:
    back = school.sign_in(way_to(kari.post(address(PAGE), {"service": "feide"})), SUB)
    stranger = Client()
    assert stranger.get(back).status_code == 401
    make_user("ola")
    kari.post(address("account_logout"))
    sign_in(kari, "ola")
    assert kari.get(back).status_code == 401
    assert held() == []


def test_address_of_the_sign_in_connects_nothing(kari: Client, school: FakeSchool) -> None:
    """`process` in the address is not listened to: it signs in, to another account than Kari's."""
    way = way_to(kari.post(f"{LEAVE}?process=connect", {"process": "connect"}))
    kari.get(school.sign_in(way, SUB))
    assert [name for name, _sub in held()] != ["kari"]
    assert User.objects.count() == 2


@both
def test_broken_off_and_failed_visits_say_that_nothing_is_changed(
    kari: Client, school: FakeSchool, language: str
) -> None:
    says = {"nb": "Ingenting er endret", "sv": "Ingenting är ändrat"}[language]
    state = school.sign_in(way_to(kari.post(address(PAGE), {"service": "feide"})), SUB)
    state = state.partition("state=")[2]
    cookie = {"HTTP_ACCEPT_LANGUAGE": language}
    answer = kari.get(f"{LEAVE}callback/?error=access_denied&state={state}", follow=True, **cookie)
    assert says in words(answer)
    failed = kari.get(f"{LEAVE}callback/?code=x&state=forged", **cookie)
    assert (failed.status_code, says in words(failed)) == (401, True)


def test_page_takes_as_many_queries_for_ten_services_as_for_one(
    kari: Client, school: FakeSchool, django_assert_max_num_queries: Any
) -> None:
    user = User.objects.get()
    for number in range(10):
        SocialAccount.objects.create(user=user, provider="feide", uid=str(number))
    with django_assert_max_num_queries(8):
        assert kari.get(address(PAGE)).content.decode().count('name="connection"') == 10
