"""Signing in by a school's SAML service: who comes in, who comes back, and which answers are not believed."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.contrib.sessions.models import Session
from django.core import serializers
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from rules_site.sign_in_services import Service, saml
from tests.accounts.helpers import address, make_user, prove, sign_in, signed_in_as, words
from trainer.accounts.models import User
from trainer.accounts.roles import is_teacher

pytest.importorskip("onelogin", reason="the extra `saml` is not installed")

from tests.accounts.fake_saml import (
    SERVICE,
    SIGN_IN,
    TRANSIENT,
    Signer,
    answer_to,
    asked,
    packed,
)

pytestmark = pytest.mark.django_db

SITE, LEAVE = "http://testserver/saml/skolfederation/", "/saml/skolfederation/login/"
EPPN = "urn:oid:1.3.6.1.4.1.5923.1.1.1.6"
NAMES = (
    "SITE_SAML_SERVICE",
    "SITE_SAML_SIGN_IN",
    "SITE_SAML_CERTIFICATE",
    "SITE_SAML_NAME",
    "SITE_SAML_PERSON",
)


@pytest.fixture(scope="module")
def signer() -> Signer:
    return Signer()


@pytest.fixture
def app(signer: Signer, settings: Settings) -> dict[str, Any]:
    idp = {"entity_id": SERVICE, "sso_url": SIGN_IN, "x509cert": signer.certificate}
    app: dict[str, Any] = {
        "provider_id": "skolfederation",
        "client_id": "skolfederation",
        "name": "Skolfederation",
        "secret": "",
        "settings": {"idp": idp, "person": ""},
    }
    settings.SIGN_IN_SERVICES = [Service("saml", "skolfederation", "Skolfederation", app)]
    provider = settings.SOCIALACCOUNT_PROVIDERS["saml"]
    settings.SOCIALACCOUNT_PROVIDERS = settings.SOCIALACCOUNT_PROVIDERS | {"saml": provider | {"APPS": [app]}}
    return app


def question(client: Client, **fields: str) -> str:
    """The number of the question with which the reader is sent to the service."""
    page = client.post(LEAVE, fields).content.decode()
    found = re.search(r'content="0;url=([^"]+)"', page)
    assert found and html.unescape(found[1]).startswith(SIGN_IN), page
    return asked(html.unescape(found[1]))


def post(client: Client, xml: str) -> Any:
    """The answer as the browser brings it: without this site's cookies first, then with them."""
    answer = client.post(f"{SITE}answer/", {"SAMLResponse": packed(xml)})
    return client.get(answer["Location"]) if answer.status_code == 302 else answer


def come(client: Client, signer: Signer, name_id: str = "ab12", **how: Any) -> Any:
    return post(client, answer_to(question(client), SITE, signer, name_id, **how))


@pytest.mark.parametrize(("language", "says"), [("nb", "Logg inn med"), ("sv", "Logga in med")])
def test_sign_in_page_offers_the_service(
    client: Client, app: dict[str, Any], language: str, says: str
) -> None:
    page = client.get(address("account_login", language))
    assert f"{says} Skolfederation" in words(page)
    assert f'action="{LEAVE}"' in page.content.decode()
    assert client.get(LEAVE).status_code == 200


def test_service_is_tied_to_an_account_that_is_there(
    client: Client, signer: Signer, app: dict[str, Any]
) -> None:
    """What else may happen is as for OpenID Connect: see test_school_connections."""
    make_user("berit")
    sign_in(client, "berit")
    prove(client)
    page, where = address("socialaccount_connections", "sv"), r'content="0;url=([^"]+)"'
    sent = re.search(where, client.post(page, {"service": "skolfederation"}).content.decode())
    assert sent
    answer = post(client, answer_to(asked(html.unescape(sent[1])), SITE, signer, "ab12"))
    assert answer["Location"] == page
    assert "logga in med Skolfederation" in words(client.get(page))
    assert SocialAccount.objects.get().user == User.objects.get()
    come(Client(), signer)
    assert User.objects.count() == 1


def test_pupil_gets_an_account_and_comes_back_to_it(
    client: Client, signer: Signer, app: dict[str, Any]
) -> None:
    way_on = address("classes:join")
    first = post(client, answer_to(question(client, next=way_on), SITE, signer, "ab12"))
    assert first["Location"] == way_on
    user = User.objects.get()
    assert (signed_in_as(client), user.email, user.has_usable_password()) == (str(user.pk), "", False)
    again = Client()
    assert come(again, signer, attributes={"urn:oid:2.5.4.4": "Nytt efternamn"}).status_code == 302
    assert signed_in_as(again) == str(user.pk)
    come(Client(), signer, "cd34")
    assert User.objects.count() == 2


def test_nothing_the_service_tells_is_kept_and_nothing_makes_a_teacher(
    client: Client, signer: Signer, app: dict[str, Any]
) -> None:
    owner = make_user("berit", "berit@skola.se", is_teacher=True)
    app["settings"]["person"] = EPPN
    told = {
        EPPN: "berit@skola.se",
        "urn:oid:0.9.2342.19200300.100.1.3": "berit@skola.se",
        "http://schemas.auth0.com/email_verified": "true",
        "urn:oid:2.5.4.42": "Berit",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.1": "employee",
    }
    come(client, signer, form=TRANSIENT, attributes=told)
    user = User.objects.exclude(pk=owner.pk).get()
    assert (signed_in_as(client), is_teacher(user), user.is_staff) == (str(user.pk), False, False)
    stored = serializers.serialize("json", [user, *SocialAccount.objects.all()]).lower()
    assert "berit" not in stored
    assert not EmailAddress.objects.filter(user=user).exists()


def _swapped(xml: str) -> str:
    return xml.replace(">ab12<", ">cd34<")


def _unsigned_beside(xml: str) -> str:
    """A second assertion, unsigned, before the signed one."""
    found = re.search(r"<saml:Assertion.*</saml:Assertion>", xml, re.DOTALL)
    assert found
    bare = re.sub(r"<ds:Signature.*?</ds:Signature>", "", found[0], flags=re.DOTALL)
    forged = bare.replace(">ab12<", ">cd34<").replace(' ID="_', ' ID="_x', 1)
    return xml.replace("</samlp:Status>", f"</samlp:Status>{forged}", 1)


def _with_entities(xml: str) -> str:
    return '<!DOCTYPE a [<!ENTITY b "ab12">]>' + xml


@pytest.mark.parametrize(
    ("how", "change"),
    [
        pytest.param({"audience": "https://another.example"}, None, id="wrong audience"),
        pytest.param({"service": "https://evil.example"}, None, id="wrong service"),
        pytest.param({"sent_to": "http://testserver/elsewhere/"}, None, id="meant for another address"),
        pytest.param({"ends": -600}, None, id="expired"),
        pytest.param({"form": TRANSIENT}, None, id="passing name"),
        pytest.param({"name_id": ""}, None, id="no name"),
        pytest.param({}, _swapped, id="altered"),
        pytest.param({}, _unsigned_beside, id="unsigned beside the signed"),
        pytest.param({}, _with_entities, id="entities"),
        pytest.param({}, lambda xml: xml[: len(xml) // 2], id="cut off"),
        pytest.param({}, lambda _xml: "<a/>", id="something else"),
        pytest.param({}, lambda _xml: "no XML", id="no XML"),
    ],
)
def test_wrong_answer_signs_nobody_in(
    client: Client,
    signer: Signer,
    app: dict[str, Any],
    how: dict[str, Any],
    change: Callable[[str], str] | None,
) -> None:
    xml = answer_to(question(client), SITE, signer, **({"name_id": "ab12"} | how))
    answer = post(client, change(xml) if change else xml)
    assert (answer.status_code, signed_in_as(client), User.objects.count()) == (401, None, 0)
    assert "Du er ikke logget inn" in words(answer)


def test_unsigned_or_foreign_signature_is_refused(
    client: Client, signer: Signer, app: dict[str, Any]
) -> None:
    for other in (None, Signer()):
        answer = post(client, answer_to(question(client), SITE, other, "ab12"))
        assert (answer.status_code, User.objects.count()) == (401, 0)


def test_answer_works_once_and_in_its_own_browser_alone(
    client: Client, signer: Signer, app: dict[str, Any]
) -> None:
    xml = answer_to(question(client), SITE, signer, "ab12")
    stranger = Client()
    assert post(stranger, xml).status_code == 401
    assert post(client, xml).status_code == 302
    client.post(address("account_logout"))
    assert post(client, xml).status_code == 401
    assert signed_in_as(client) is None


@pytest.mark.parametrize("number", ["", "_of-nobody"])
def test_answer_that_nobody_asked_for_is_refused(
    client: Client, signer: Signer, app: dict[str, Any], number: str
) -> None:
    assert post(client, answer_to(number, SITE, signer, "ab12")).status_code == 401
    assert User.objects.count() == 0


def test_answers_without_end_or_content_are_not_kept(client: Client, app: dict[str, Any]) -> None:
    for answer in ("", "A" * 200_001):
        assert client.post(f"{SITE}answer/", {"SAMLResponse": answer}).status_code == 401
    assert client.get(f"{SITE}answer/read/").status_code == 401
    assert not Session.objects.exists()


def test_answer_is_not_left_behind(client: Client, signer: Signer, app: dict[str, Any]) -> None:
    come(client, signer)
    assert [session.session_key for session in Session.objects.all()] == [client.session.session_key]


def test_metadata_says_where_answers_go(client: Client, app: dict[str, Any]) -> None:
    told = client.get(f"{SITE}metadata/")
    assert f'Location="{SITE}answer/"' in told.content.decode()
    assert f'entityID="{SITE}metadata/"' in told.content.decode()
    assert 'WantAssertionsSigned="true"' in told.content.decode()


@pytest.mark.parametrize("name", [*NAMES[:3], "http", "no certificate"])
def test_half_a_service_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, signer: Signer, name: str
) -> None:
    file = tmp_path / "idp.pem"
    file.write_text(signer.certificate, encoding="ascii")
    for each, value in zip(NAMES, (SERVICE, SIGN_IN, str(file)), strict=False):
        monkeypatch.setenv(each, value)
    (service,) = saml(*NAMES)
    assert (service.key, service.app["settings"]["idp"]["x509cert"]) == ("skolfederation", signer.certificate)
    if name == "no certificate":
        file.write_text("none", encoding="ascii")
    else:
        broken = {"http": ("SITE_SAML_SIGN_IN", "http://idp.skola.example")}.get(name, (name, ""))
        monkeypatch.setenv(*broken)
    with pytest.raises(ImproperlyConfigured, match="SITE_SAML"):
        saml(*NAMES)
