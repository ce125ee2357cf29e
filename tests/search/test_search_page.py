"""Search over the real pages: what is found, and how the page answers."""

from __future__ import annotations

import logging
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from rules_site.pages.search.catalogue import index_of

pytestmark = pytest.mark.django_db
NB, SV = "/nb/sok/", "/sv/sok/"

# A query and where the reader should find it among the first three results.
ANSWERS = [
    ("nb", "stikkene", "/nb/ordliste/#trick"),
    ("nb", "talong", "/nb/ordliste/#stock"),
    ("nb", "följa färg", "/nb/ordliste/#follow-suit"),
    ("nb", "follow suit", "/nb/ordliste/#follow-suit"),
    ("nb", "färgtvång", "/nb/ordliste/#follow-suit"),
    ("nb", "trump", "/nb/ordliste/#trump"),
    ("nb", "ruff", "/nb/ordliste/#ruff"),
    ("nb", "face-down card", "/nb/ordliste/#hidden-card"),
    ("nb", "må jeg følge farge i første del", "/nb/sporsmal/#must-follow-phase-one"),
    ("nb", "bestemmer det åpne kortet fargen", "/nb/sporsmal/#upcard-and-suit"),
    ("nb", "elever", "/nb/klasser/"),
    ("nb", "mørkt", "/nb/visning/"),
    ("sv", "sticket", "/sv/ordlista/#trick"),
    ("sv", "trekkbunke", "/sv/ordlista/#stock"),
    ("sv", "fargeplikt", "/sv/ordlista/#follow-suit"),
    ("sv", "fargplikt", "/sv/ordlista/#follow-suit"),
    ("sv", "oavgjort", "/sv/ordlista/#draw"),
    ("sv", "upcard", "/sv/ordlista/#upcard"),
]


@pytest.mark.parametrize(("language", "query", "address"), ANSWERS)
def test_reader_finds_the_place(client: Client, language: str, query: str, address: str) -> None:
    if query == "fargplikt":  # misspelt: the suggestion leads there
        assert "fargeplikt" in index_of(language).corrections(query)
        query = index_of(language).corrections(query)[0]
    html = client.get(f"/{language}/sok/", {"q": query}).content.decode()
    found = re.findall(r'<h3><a href="([^"]+)">', html)
    assert address in found[:3], found[:5]


def test_every_result_leads_to_a_place_that_exists(client: Client) -> None:
    for language, word in (("nb", "kort"), ("sv", "kort"), ("nb", "stikk"), ("sv", "stick")):
        for hit in index_of(language).search(word):
            page, _, place = hit.entry.address.partition("#")
            html = client.get(page).content.decode()
            assert not place or f'id="{place}"' in html, hit.entry.address


def test_results_mark_the_words_and_say_how_many(client: Client) -> None:
    html = client.get(NB, {"q": "stikkene"}).content.decode()
    assert "<mark>stikk" in html.lower()
    assert re.search(r"<h2 data-say>\d+ treff</h2>", html)
    assert "<title>Søk etter «stikkene» · Tomannswhist</title>" in html


def test_misspelt_word_gets_a_suggestion(client: Client) -> None:
    html = client.get(NB, {"q": "trummf"}).content.decode()
    assert "Fant ingenting om «trummf»" in html
    assert '<a href="/nb/sok/?q=trumf">trumf</a>' in html
    html = client.get(SV, {"q": "hjärtrer"}).content.decode()
    assert "?q=hj%C3%A4rter" in html


@pytest.mark.parametrize("query", ["xyzzyqwert", "漢字", "%00\0", "<script>alert(1)</script>", "'; --", "🂡"])
def test_odd_queries_are_answered(client: Client, query: str) -> None:
    response = client.get(NB, {"q": query})
    assert response.status_code == 200
    assert b"<script>alert" not in response.content


@pytest.mark.parametrize("query", [None, "", "   "])
def test_empty_search_is_the_page_with_its_field(client: Client, query: str | None) -> None:
    html = client.get(NB, {} if query is None else {"q": query}).content.decode()
    assert '<label for="q">Hva leter du etter?</label>' in html
    assert "treff</h2>" not in html
    assert "Fant ingenting" not in html


def test_signs_without_a_word_are_no_search(client: Client) -> None:
    assert "Skriv et ord" in client.get(NB, {"q": "?!"}).content.decode()


def test_long_query_is_refused_with_a_reason(client: Client) -> None:
    response = client.get(SV, {"q": "k" * 81})
    assert response.status_code == 422
    assert "Använd högst 80 tecken" in response.content.decode()
    assert client.get(SV, {"q": "kort " * 16}).status_code == 200


def test_results_are_not_for_search_engines(client: Client) -> None:
    html = client.get(NB, {"q": "trumf"}).content.decode()
    assert '<meta name="robots" content="noindex">' in html
    assert re.findall(r'<link rel="canonical" href="([^"]+)">', html) == ["http://testserver/nb/sok/"]


def test_language_switch_keeps_the_query(client: Client) -> None:
    assert 'href="/sv/sok/?q=trumf"' in client.get(NB, {"q": "trumf"}).content.decode()


@pytest.mark.parametrize("name", ["pages:home", "pages:faq", "drills:index", "account_login", "classes:join"])
@pytest.mark.parametrize("language", ["nb", "sv"])
def test_every_page_has_the_field(client: Client, language: str, name: str) -> None:
    with override(language):
        html = client.get(reverse(name)).content.decode()
    assert f'<form action="/{language}/sok/" method="get"' in html
    assert '<label class="vh" for="find">' in html


def test_search_page_has_one_field_only(client: Client) -> None:
    assert client.get(NB).content.decode().count('type="search"') == 1


def test_list_below_the_field_is_short_and_leads_to_all(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "suggestions"}
    response = client.get(NB, {"q": "stikk"}, headers=headers)
    html = response.content.decode()
    assert "<html" not in html
    assert html.count("<li>") == 7
    assert 'class="all" href="/nb/sok/?q=stikk"' in html
    assert len(response.content) < 3_000
    assert client.get(NB, {"q": ""}, headers=headers).content.strip() == b""


def test_results_alone_are_sent_when_the_page_asks(client: Client) -> None:
    response = client.get(NB, {"q": "stikk"}, headers={"HX-Request": "true", "HX-Target": "results"})
    html = response.content.decode()
    assert html.strip().startswith('<div id="results">')
    assert "HX-Request" in response["Vary"]


def test_history_gets_the_whole_page(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get(NB, {"q": "stikk"}, headers=headers).content.decode()


def test_query_is_neither_stored_nor_logged(
    client: Client,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with caplog.at_level(logging.DEBUG), django_assert_num_queries(0):
        response = client.get(NB, {"q": "hemmeligsøk"})
    assert "hemmeligs" not in caplog.text + "".join(capfd.readouterr())
    assert not response.cookies


def test_search_answers_only_to_reading(client: Client) -> None:
    assert client.post(NB, {"q": "trumf"}).status_code == 405
