"""Choosing rules on the rules page, as a browser gets it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from rules_site.pages.load import load_page, page_path

pytestmark = pytest.mark.django_db

RULES = "/nb/regler/"
FORM = {"follow": "must", "tricks": "13", "scoring": "difference", "target": "7", "deals": "6"}


def text(html: str) -> str:
    return " ".join(strip_tags(html).split())


def chosen(html: str) -> list[str]:
    """The answers that are set, in the order of the questions."""
    return re.findall(r'id="switch-([a-z0-9-]+)" value="[a-z0-9-]+" checked', html)


def test_page_without_a_query_is_the_base_game(client: Client) -> None:
    html = client.get(RULES).content.decode()
    assert chosen(html) == ["follow-must", "tricks-13", "scoring-difference", "target-7"]
    assert "<details><summary>" in html
    assert "minst 7 av 13 stikk" in html


@pytest.mark.parametrize(
    ("query", "nb", "sv"),
    [
        ("tricks=26", "minst 14 av 26 stikk", "minst 14 av 26 stick"),
        (
            "follow=free",
            "Så lenge bunken varer, kan den andre legge",
            "I första fasen får även den andra",
        ),
        ("scoring=over-six", "Ble det 9–4, gir det 3 poeng.", "Slutar given 9–4 blir det 3 poäng."),
        ("scoring=deals", "Hver runde er verdt 1 poeng", "Varje giv är värd 1 poäng"),
        ("target=10", "Den som først har 10 poeng", "Den som först har 10 poäng"),
        ("deals=4", "når dere har spilt 4 runder", "Partiet är slut efter 4 givar"),
    ],
)
def test_each_answer_rewrites_the_page(client: Client, query: str, nb: str, sv: str) -> None:
    for address, says in ((RULES, nb), ("/sv/regler/", sv)):
        assert says in text(client.get(f"{address}?{query}").content.decode())
        assert says not in text(client.get(address).content.decode())


def test_table_and_example_follow_the_rules(client: Client) -> None:
    html = client.get(f"{RULES}?tricks=26&scoring=difference").content.decode()
    assert re.search(r'14–12</th><td class="n">2</td>', html)
    assert "blir det 14–12, og du får 2 poeng" in text(html)
    html = client.get(f"{RULES}?scoring=over-six").content.decode()
    assert re.search(r'13–0</th><td class="n">7</td>', html)


@pytest.mark.parametrize(
    ("changes", "address"),
    [
        ({}, RULES),
        ({"tricks": "26", "scoring": "deals"}, f"{RULES}?tricks=26"),
        ({"follow": "free", "target": "deals"}, f"{RULES}?follow=free&deals=6"),
        ({"x": "1"}, f"{RULES}?x=1"),
    ],
)
def test_form_leads_to_the_shortest_address(client: Client, changes: dict[str, str], address: str) -> None:
    response = client.get(RULES, FORM | changes)
    assert (response.status_code, response["Location"]) == (302, address)
    script = client.get(RULES, FORM | changes, headers={"HX-Request": "true"})
    assert (script.status_code, script["HX-Push-Url"]) == (200, address)


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("tricks=26&scoring=over-six", "Overstikk hører sammen med 13 stikk."),
        ("tricks=27", "Et av valgene i adressen finnes ikke."),
        ("target=deals&deals=0", "Et av valgene i adressen finnes ikke."),
    ],
)
def test_choice_that_does_not_exist_is_told_and_does_no_harm(client: Client, query: str, says: str) -> None:
    response = client.get(f"{RULES}?{query}")
    assert response.status_code == 200
    assert says in text(response.content.decode())
    assert says not in text(client.get(RULES).content.decode())


def test_over_six_cannot_be_chosen_with_all_tricks(client: Client) -> None:
    html = client.get(f"{RULES}?tricks=26").content.decode()
    assert re.search(r'id="switch-scoring-over-six" value="over-six" disabled', html)
    assert "(bare med 13 stikk)" in html


def test_canonical_address_has_no_rules(client: Client) -> None:
    html = client.get(f"{RULES}?tricks=26").content.decode()
    assert '<link rel="canonical" href="http://testserver/nb/regler/">' in html


def test_rules_go_along_to_other_pages_and_to_the_other_language(client: Client) -> None:
    html = client.get(f"{RULES}?follow=free").content.decode()
    for address in ("/nb/poeng/", "/nb/ov/", "/nb/runde/", "/nb/varianter/"):
        assert f'href="{address}?follow=free' in html
    assert 'href="/sv/regler/?follow=free"' in html
    variants = client.get("/nb/varianter/?follow=free").content.decode()
    assert "Reglene deres: Fri første del, 13 stikk teller" in text(variants)
    assert 'href="/nb/regler/?follow=free#rules-switch">Endre</a>' in variants


def test_rules_page_is_as_long_in_both_languages() -> None:
    """The same passages, so that no choice is told in one language only."""
    passages = [load_page(page_path(code, "rules")).body.count("\n:::") for code in ("nb", "sv")]
    assert passages[0] == passages[1] > 20
