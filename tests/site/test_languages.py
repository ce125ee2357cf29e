"""Languages: which one a visitor gets, and pages that name each other (W43)."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils.translation import override

from rules_site.pages.context import alternates

pytestmark = pytest.mark.django_db

BROWSERS = [
    ("no", "nb"),
    ("nb-NO,nb;q=0.9,en;q=0.8", "nb"),
    ("nn-NO", "nb"),
    ("nn", "nb"),
    ("sv-FI,sv;q=0.9", "sv"),
    ("sv", "sv"),
    ("en-GB,en;q=0.9,sv;q=0.5", "sv"),
    ("sv;q=0.4,no;q=0.8", "nb"),
    ("en", "nb"),
    ("fi", "nb"),
    ("", "nb"),
    ("*", "nb"),
    (";;q=,", "nb"),
]


@pytest.mark.parametrize(("accepted", "language"), BROWSERS)
def test_browser_gets_the_nearest_language(client: Client, accepted: str, language: str) -> None:
    response = client.get("/", headers={"Accept-Language": accepted})
    assert (response.status_code, response["Location"]) == (302, f"/{language}/")
    assert response["Vary"] == "Accept-Language, Cookie, HX-Request"


@pytest.mark.parametrize("accepted", ["no", "nn-NO", "nb"])
def test_norwegian_address_is_norwegian_for_all_norwegian_browsers(client: Client, accepted: str) -> None:
    html = client.get("/nb/regler/", headers={"Accept-Language": accepted}).content.decode()
    assert '<html lang="nb"' in html


def test_earlier_switch_decides_where_the_address_does_not(client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "sv"
    assert client.get("/", headers={"Accept-Language": "nb"})["Location"] == "/sv/"


def test_forged_cookie_is_passed_over(client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "../x"
    assert client.get("/", headers={"Accept-Language": "sv"})["Location"] == "/sv/"


@pytest.mark.parametrize(
    ("cookie", "path", "lang"), [("sv", "/nb/regler/", "nb"), ("nb", "/sv/regler/", "sv")]
)
def test_cookie_never_changes_an_address_with_a_language(
    client: Client, cookie: str, path: str, lang: str
) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = cookie
    response = client.get(path, headers={"Accept-Language": cookie})
    assert response.status_code == 200
    assert f'<html lang="{lang}"' in response.content.decode()


SISTERS = [
    ("/nb/", "/sv/"),
    ("/nb/regler/", "/sv/regler/"),
    ("/nb/poeng/", "/sv/poang/"),
    ("/nb/vanlige-feil/", "/sv/vanliga-fel/"),
    ("/nb/sporsmal/", "/sv/fragor/"),
    ("/nb/ordliste/", "/sv/ordlista/"),
    ("/nb/om/", "/sv/om/"),
    ("/nb/personvern/", "/sv/integritet/"),
    ("/nb/ov/", "/sv/ova/"),
    ("/nb/visning/", "/sv/visning/"),
]


@pytest.mark.parametrize(("norwegian", "swedish"), SISTERS)
def test_switch_leads_to_the_same_page_and_keeps_the_query(
    client: Client, norwegian: str, swedish: str
) -> None:
    for here, there, code in ((norwegian, swedish, "sv"), (swedish, norwegian, "nb")):
        html = client.get(here, {"x": "1", "å": "ø"}).content.decode()
        switch = f'<a href="{there}?x=1&amp;%C3%A5=%C3%B8" lang="{code}" hreflang="{code}"'
        assert switch in html
        assert f'lang="{code}" hreflang="{code}" aria-current="true"' not in html


@pytest.mark.parametrize(("norwegian", "swedish"), SISTERS)
def test_page_names_its_sisters_and_itself_without_query(
    client: Client, norwegian: str, swedish: str
) -> None:
    host = "http://testserver"
    for here in (norwegian, swedish):
        html = client.get(here, {"trick": "3"}).content.decode()
        assert dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', html)) == {
            "nb": host + norwegian,
            "sv": host + swedish,
            "x-default": host + norwegian,
        }
        assert re.findall(r'<link rel="canonical" href="([^"]+)">', html) == [host + here]


def test_page_that_is_not_there_offers_the_other_front_page(rf: RequestFactory) -> None:
    with override("nb"):
        paths = {there.code: there.path for there in alternates(rf.get("/nb/finnes-ikke/"))}
    assert paths == {"nb": "/nb/finnes-ikke/", "sv": "/sv/"}


def test_switch_is_remembered_and_reading_is_not(client: Client) -> None:
    client.get("/sv/regler/", headers={"Referer": "http://testserver/sv/"})
    client.get("/sv/regler/")
    client.get("/sv/regler/", headers={"Referer": "http://elsewhere.example/nb/"})
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies
    client.get("/sv/regler/", headers={"Referer": "http://testserver/nb/regler/"})
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "sv"
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME]["httponly"]
    assert client.get("/")["Location"] == "/sv/"


def test_sitemap_names_every_page_in_every_language(client: Client) -> None:
    response = client.get("/sitemap.xml")
    assert response["Content-Type"] == "application/xml"
    root = ElementTree.fromstring(response.content)
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    entries = {
        entry.findtext("s:loc", namespaces=names): {
            link.get("hreflang"): link.get("href") for link in entry.findall("x:link", names)
        }
        for entry in root.findall("s:url", names)
    }
    pair = {"nb": "http://testserver/nb/poeng/", "sv": "http://testserver/sv/poang/"}
    pair["x-default"] = pair["nb"]
    assert entries["http://testserver/nb/poeng/"] == entries["http://testserver/sv/poang/"] == pair
    for address in entries:
        assert client.get(str(address).removeprefix("http://testserver")).status_code in {200, 302}


def test_robots_name_the_sitemap(client: Client) -> None:
    assert "Sitemap: http://testserver/sitemap.xml" in client.get("/robots.txt").content.decode()
