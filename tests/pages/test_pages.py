"""The pages as a browser gets them."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from rules_site.pages.load import page_names

pytestmark = pytest.mark.django_db


def addresses() -> list[tuple[str, str]]:
    found = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            found += [(language, reverse(f"pages:{name}")) for name in page_names(language)]
    return found


class Outline(HTMLParser):
    """What a page consists of: ids, links, headings, language, title."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.language = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a" and given.get("href") is not None:
            self.links.append(str(given["href"]))
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "html":
            self.language = str(given.get("lang"))


@pytest.mark.parametrize(("language", "address"), addresses())
def test_page_is_whole(client: Client, language: str, address: str) -> None:
    response = client.get(address)
    html = response.content.decode()
    outline = Outline(html)
    assert response.status_code == 200
    assert outline.language == language == response["Content-Language"]
    assert outline.headings.count(1) == 1
    assert len(outline.ids) == len(set(outline.ids))
    assert all(b - a <= 1 for a, b in zip(outline.headings, outline.headings[1:], strict=False))
    assert re.search(r"<title>[^<·]{8,}", html)
    assert re.search(r'<meta name="description" content="[^"]{50,160}">', html)
    assert 'id="live" class="vh" role="status"' in html


@pytest.mark.parametrize(("language", "address"), addresses())
def test_page_needs_no_inline_style_or_script(client: Client, language: str, address: str) -> None:
    html = client.get(address).content.decode()
    assert not re.search(
        r"\sstyle=|<style|\son\w+=|javascript:|hx-on"
        r'|<script(?![^>]*\ssrc=)(?! type="application/ld\+json">)',
        html,
    )
    # Nothing is fetched from elsewhere; only a link that a reader follows may lead away.
    fetched = re.sub(r'<a href="https://www\.pagat\.com/"', "<a", html)
    assert not re.search(r'(?:src|href)="(?:https?:)?//(?!testserver)', fetched)


@pytest.mark.parametrize(("language", "address"), addresses())
def test_page_is_light(client: Client, language: str, address: str) -> None:
    assert len(gzip.compress(client.get(address).content)) < 30_000


@pytest.mark.parametrize(("language", "address"), addresses())
def test_page_asks_the_database_little(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, language: str, address: str
) -> None:
    with django_assert_max_num_queries(3):
        client.get(address)


def test_links_within_the_site_lead_to_pages_and_places_that_exist(client: Client) -> None:
    seen: dict[str, set[str]] = {}
    lost: list[str] = []
    for _language, address in addresses():
        for link in Outline(client.get(address).content.decode()).links:
            target, fragment = urldefrag(urljoin(address, link))
            if target.startswith("http"):
                continue
            if target not in seen:
                response = client.get(target, follow=True)
                lost += [f"{address}: {link} answers {response.status_code}"] * (response.status_code != 200)
                is_page = response["Content-Type"].startswith("text/html")
                seen[target] = set(Outline(response.content.decode()).ids) if is_page else set()
            if fragment and fragment not in seen[target]:
                lost.append(f"{address}: {link} names no place there")
    assert lost == []


@pytest.mark.parametrize("address", ["/nb/finnes-ikke/", "/sv/regler/x/", "/nb/rules/", "/finnes-ikke"])
def test_unknown_page_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_pages_answer_only_to_reading(client: Client) -> None:
    assert client.post("/nb/regler/").status_code == 405
    assert client.head("/nb/regler/").status_code == 200


def test_guest_pages_are_asked_for_again(client: Client) -> None:
    assert client.get("/nb/regler/")["Cache-Control"] == "no-cache, private"


def test_question_page_lists_its_questions_as_disclosures(client: Client) -> None:
    html = client.get("/nb/sporsmal/").content.decode()
    assert html.count('<details class="faq">') > 20
    assert html.count('<section class="chap"') == 7


def test_glossary_has_a_table_in_alphabetical_order(client: Client) -> None:
    html = client.get("/nb/ordliste/").content.decode()
    terms = re.findall(r'<tr><th scope="row"><a href="#[a-z0-9-]+">([^<]+)</a>', html)
    assert terms.index("Hånd") > terms.index("Giver")
    assert terms.index("Øvelse") > terms.index("Whist")
    assert terms[-1] == "Åpent kort"
    assert '<td lang="sv">färg</td><td lang="en">suit</td>' in html


def test_letters_of_the_display_reach_the_pages(client: Client) -> None:
    client.cookies[settings.DISPLAY_COOKIE_NAME] = "dark.4.nordic"
    html = client.get("/nb/regler/").content.decode()
    assert 'data-theme="dark" data-suits="4"' in html
    assert "#f-hQ-n" in html
    client.cookies.clear()
    assert "#f-hQ-n" not in client.get("/nb/regler/").content.decode()
