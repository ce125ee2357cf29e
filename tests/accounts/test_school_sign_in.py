"""Signing in by a school's service: who comes in, who does not, and what is kept of them."""

from __future__ import annotations

import html
import json
import re
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.conf import settings as site_settings
from django.core import serializers, signing
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from rules_site.sign_in_services import Service, openid_connect
from tests.accounts.fake_school import CLIENT, SECRET, FakeSchool
from tests.accounts.helpers import address, code_on, make_user, signed_in_as, words
from trainer.accounts.models import Learner, User
from trainer.accounts.roles import is_teacher

pytestmark = pytest.mark.django_db

SUB = "76a7a061-3c55-430d-8ee0-6f82ec42501f"
LEAVE, BACK = "/oidc/feide/login/", "/oidc/feide/login/callback/"


@pytest.fixture(scope="module")
def service() -> Iterator[FakeSchool]:
    school = FakeSchool()
    yield school
    school.close()


@pytest.fixture
def school(service: FakeSchool, settings: Settings) -> FakeSchool:
    service.change, service.sign, service.said = lambda claims: None, "RS256", ""
    options: Any = {"server_url": service.address, "scope": ["openid"], "oauth_pkce_enabled": True}
    app = {
        "provider_id": "feide",
        "name": "Feide",
        "client_id": CLIENT,
        "secret": SECRET,
        "settings": options,
    }
    settings.SIGN_IN_SERVICES = [Service("openid_connect", "feide", "Feide", app)]
    provider = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": provider | {"APPS": [app]}}
    return service


def leave(client: Client, **fields: str) -> str:
    """The address at the service that the page leads to."""
    page = client.post(LEAVE, fields).content.decode()
    found = re.search(r'content="0;url=([^"]+)"', page)
    assert found, page
    return html.unescape(found[1])


def come(client: Client, school: FakeSchool, sub: str = SUB, **claims: Any) -> Any:
    return client.get(school.sign_in(leave(client), sub, **claims))


def test_pupil_without_address_gets_an_account_and_is_not_held_up(client: Client, school: FakeSchool) -> None:
    answer = client.get(school.sign_in(leave(client, next=address("classes:join")), SUB))
    assert answer["Location"] == address("classes:join")
    user = User.objects.get()
    assert (signed_in_as(client), user.email, user.has_usable_password()) == (str(user.pk), "", False)
    assert client.get(address("account_home")).status_code == 200
    sent = school.asked[-1]
    assert (sent["scope"], sent["code_challenge_method"]) == ("openid", "S256")


def test_nothing_but_issuer_and_subject_is_kept(client: Client, school: FakeSchool) -> None:
    come(
        client,
        school,
        name="Ida Hansen",
        email="ida@skole.no",
        preferred_username="idah",
        email_verified=True,
    )
    stored = serializers.serialize("json", [*User.objects.all(), *SocialAccount.objects.all()])
    assert "ida" not in stored.lower().replace("validat", "")
    account = SocialAccount.objects.get()
    assert (account.uid, account.extra_data) == (f"{school.address} {SUB}", {})
    assert not EmailAddress.objects.exists()


def test_renamed_pupil_comes_back_to_the_same_account(client: Client, school: FakeSchool) -> None:
    come(client, school, name="Ida Hansen", email="ida@skole.no")
    again = Client()
    assert come(again, school, name="Ida Berg", email="berg@skole.no").status_code == 302
    assert signed_in_as(again) == signed_in_as(client)
    assert User.objects.count() == 1


def test_two_subjects_with_one_address_are_two_people(client: Client, school: FakeSchool) -> None:
    come(client, school, email="felles@skole.no", email_verified=True)
    come(Client(), school, sub="another", email="felles@skole.no", email_verified=True)
    assert User.objects.count() == 2


@pytest.mark.parametrize("verified", [True, False, "true"])
def test_equal_address_never_opens_an_account(client: Client, school: FakeSchool, verified: object) -> None:
    owner = make_user("berit", "berit@skole.no", is_teacher=True)
    come(client, school, email="berit@skole.no", email_verified=verified)
    assert signed_in_as(client) not in {None, str(owner.pk)}
    assert not SocialAccount.objects.filter(user=owner).exists()


def test_no_claim_makes_a_teacher(client: Client, school: FakeSchool) -> None:
    claims = {
        "eduPersonPrimaryAffiliation": "employee",
        "role": "teacher",
        "is_teacher": True,
        "is_staff": True,
    }
    come(client, school, email="b@skole.no", email_verified=True, **claims)
    user = User.objects.get()
    assert (is_teacher(user), user.is_teacher, user.is_staff) == (False, False, False)


def _set(**changed: Any) -> Callable[[dict[str, Any]], None]:
    return lambda claims: claims.update(changed)


def _without(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda claims: claims.pop(name)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_set(nonce="of another browser"), id="wrong nonce"),
        pytest.param(_without("nonce"), id="no nonce"),
        pytest.param(_set(aud="another-site"), id="wrong audience"),
        pytest.param(_set(aud=[CLIENT, "another-site"]), id="shared audience without azp"),
        pytest.param(_set(iss="https://evil.example"), id="wrong issuer"),
        pytest.param(_set(exp=1_700_000_000), id="expired"),
        pytest.param(_without("exp"), id="no end"),
        pytest.param(_set(sub=""), id="no subject"),
        pytest.param(_set(sub="x" * 400), id="long subject"),
        pytest.param(_set(sub=["a"]), id="subject is a list"),
        pytest.param(_without("sub"), id="subject missing"),
    ],
)
def test_wrong_token_signs_nobody_in(
    client: Client, school: FakeSchool, change: Callable[[dict[str, Any]], None]
) -> None:
    school.change = change
    answer = come(client, school)
    assert (answer.status_code, signed_in_as(client), User.objects.count()) == (401, None, 0)
    assert "Du er ikke logget inn" in words(answer)


@pytest.mark.parametrize("sign", ["none", "HS256", "other key", "unknown key"])
def test_wrong_signature_signs_nobody_in(client: Client, school: FakeSchool, sign: str) -> None:
    school.sign = sign
    assert come(client, school).status_code == 401
    assert (signed_in_as(client), User.objects.count()) == (None, 0)


def test_service_that_calls_itself_something_else_is_not_believed(client: Client, school: FakeSchool) -> None:
    school.said = "https://evil.example"
    school.change = _set(iss="https://evil.example")
    assert come(client, school).status_code == 401


@pytest.mark.parametrize("state", ["", "&state=", "&state=forged", "&state=" + "x" * 5000])
def test_forged_or_missing_state_is_refused(client: Client, school: FakeSchool, state: str) -> None:
    way_back = school.sign_in(leave(client), SUB).partition("&state=")[0]
    assert client.get(way_back + state).status_code == 401
    assert signed_in_as(client) is None


def test_state_of_another_browser_is_refused(client: Client, school: FakeSchool) -> None:
    way_back = school.sign_in(leave(client), SUB)
    stranger = Client()
    assert stranger.get(way_back).status_code == 401
    assert signed_in_as(stranger) is None


def test_code_and_state_work_once(client: Client, school: FakeSchool) -> None:
    way_back = school.sign_in(leave(client), SUB)
    assert client.get(way_back).status_code == 302
    client.post(address("account_logout"))
    assert client.get(way_back).status_code == 401, "the same address again"
    code = way_back.partition("code=")[2].partition("&")[0]
    state = school.sign_in(leave(client), SUB).partition("state=")[2]
    assert client.get(f"{BACK}?code={code}&state={state}").status_code == 401, "an old code with a new state"
    assert signed_in_as(client) is None


def test_broken_off_sign_in_says_so(client: Client, school: FakeSchool) -> None:
    state = school.sign_in(leave(client), SUB).partition("state=")[2]
    answer = client.get(f"{BACK}?error=access_denied&state={state}", follow=True)
    assert "ble avbrutt" in words(answer)


@pytest.mark.parametrize(("language", "says"), [("nb", "Logg inn med Feide"), ("sv", "Logga in med Feide")])
def test_sign_in_page_offers_the_service(
    client: Client, school: FakeSchool, language: str, says: str
) -> None:
    page = client.get(address("account_login", language))
    assert says in words(page)
    assert f'action="{LEAVE}"' in page.content.decode()
    assert client.get(LEAVE).status_code == 200


def test_there_is_no_service_unless_configured(client: Client) -> None:
    assert "/oidc/" not in client.get(address("account_login")).content.decode()
    for path in (LEAVE, BACK):
        assert client.get(path).status_code == 404
    assert client.post(LEAVE).status_code == 404


def test_service_that_is_down_is_said(client: Client, school: FakeSchool, settings: Settings) -> None:
    provider = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]
    app = json.loads(json.dumps(provider["APPS"][0]))
    app["settings"]["server_url"] = "http://127.0.0.1:9"
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": provider | {"APPS": [app]}}
    answer = client.post(LEAVE)
    assert (answer.status_code, "Feide svarer ikke" in words(answer)) == (503, True)


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_way_on_stays_on_this_site(client: Client, school: FakeSchool, target: str) -> None:
    answer = client.get(school.sign_in(leave(client, next=target), SUB))
    assert answer["Location"] == address("progress:mine")


def test_guests_work_comes_along(client: Client, school: FakeSchool) -> None:
    guest = Learner.objects.create(id=uuid.uuid4())
    client.cookies[site_settings.LEARNER_COOKIE_NAME] = signing.dumps(str(guest.pk), salt="learner")
    come(client, school)
    assert not Learner.objects.filter(pk=guest.pk).exists()
    assert Learner.objects.get().user == User.objects.get()


def test_password_and_code_are_made_soon_after_signing_in_alone(client: Client, school: FakeSchool) -> None:
    """A machine that was left signed in does not open the account to whoever sits down."""
    pages = [address(name) for name in ("account_set_password", "account_email", "account_recovery_code")]
    with time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC), tick=False) as clock:
        come(client, school)
        assert [client.get(page).status_code for page in pages] == [200, 200, 200]
        clock.shift(601)
        for page in pages:
            asked = client.get(page)
            assert asked.status_code == 403 and f'value="{page}"' in asked.content.decode()
            assert client.post(page, {"password1": "tatt-over-her", "email": "x@y.no"}).status_code == 403
        assert not User.objects.get().has_usable_password()
        come(client, school)
        made = client.post(pages[0], {"password1": "mitt-eget-valg"})
        assert made.status_code == 302
    assert User.objects.get().has_usable_password()


def test_recovery_code_needs_no_password_that_is_not_there(client: Client, school: FakeSchool) -> None:
    come(client, school)
    code = code_on(client.post(address("account_recovery_code")))
    fields = {"username": User.objects.get().username, "code": code, "password1": "mitt-eget-valg"}
    assert Client().post(address("account_recovery"), fields).status_code == 200
    assert User.objects.get().has_usable_password()


@pytest.mark.parametrize(
    "more",
    [
        {"SITE_OIDC_SECRET": ""},
        {"SITE_OIDC_SERVER": ""},
        {"SITE_OIDC_SERVER": "http://feide.example"},
        {"SITE_OIDC_SERVER": "feide.example"},
    ],
)
def test_half_a_service_stops_the_start(monkeypatch: pytest.MonkeyPatch, more: dict[str, str]) -> None:
    names = ("SITE_OIDC_SERVER", "SITE_OIDC_CLIENT", "SITE_OIDC_SECRET", "SITE_OIDC_NAME", "SITE_OIDC_SCOPE")
    good = dict(zip(names, ("https://auth.dataporten.no/", "a", "b"), strict=False))
    for name, value in good.items():
        monkeypatch.setenv(name, value)
    (service,) = openid_connect(*names)
    assert (service.key, service.name, service.app["settings"]["scope"]) == ("feide", "Feide", ["openid"])
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match="SITE_OIDC"):
        openid_connect(*names)
