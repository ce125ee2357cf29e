"""The calculator on the scoring page, with a script and without."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from trainer.engine.scoring import deal_points
from trainer.table.chosen_rules import MOST_DEALS, ChosenRules

pytestmark = pytest.mark.django_db

NB, SV = "/nb/poeng/", "/sv/poang/"
HTMX = {"HX-Request": "true", "HX-Target": "calculator"}


def form(html: str) -> str:
    found = re.search(r'<form class="calculator".*?</form>', html, re.DOTALL)
    assert found
    return found[0]


def rows(html: str) -> list[tuple[str, str]]:
    """Points and score of every counted deal."""
    return re.findall(r'<td class="n score">(.*?)</td><td class="n score">(.*?)</td>', form(html))


def said(html: str) -> str:
    found = re.search(r'<p class="standing.*?</p>', html, re.DOTALL)
    assert found
    return " ".join(strip_tags(found[0]).split())


def test_deals_are_counted_one_after_another(client: Client) -> None:
    html = client.get(f"{NB}?won=8.6.7.5").content.decode()
    assert rows(html) == [("3–0", "3–0"), ("0–1", "3–1"), ("1–0", "4–1"), ("0–3", "4–4")]
    assert said(html) == "Stillingen i partiet er 4–4. Den som først får 7 poeng, vinner."
    assert 'id="won-5"' in html


@pytest.mark.parametrize(
    ("query", "nb", "sv"),
    [
        ("won=8.6.7.5.9", "Du vant partiet 9–4.", "Du vann partiet med 9–4."),
        ("won=0", "Motspilleren vant partiet 13–0.", "Motspelaren vann partiet med 13–0."),
        ("won=7.6&deals=2", "Partiet endte uavgjort, 1–1.", "Partiet slutade oavgjort, 1–1."),
        (
            "won=7&deals=2",
            "Stillingen i partiet er 1–0, og det er 1 runde igjen.",
            "Ställningen i partiet är 1–0, och det är 1 giv kvar.",
        ),
    ],
)
def test_end_of_the_match_is_told(client: Client, query: str, nb: str, sv: str) -> None:
    assert said(client.get(f"{NB}?{query}").content.decode()) == nb
    assert said(client.get(f"{SV}?{query}").content.decode()) == sv


@pytest.mark.parametrize(
    "query", ["", "scoring=over-six", "scoring=deals", "tricks=26", "tricks=26&scoring=difference"]
)
def test_every_result_is_worth_what_the_engine_says(client: Client, query: str) -> None:
    rules = ChosenRules.from_query(dict(pair.split("=") for pair in query.split("&") if pair))
    most = rules.rule_set.counted_tricks
    won = list(range(most + 1))
    html = client.get(f"{NB}?{query}&deals={len(won)}&won={'.'.join(map(str, won))}").content.decode()
    expected = [deal_points((own, most - own), rules.scoring, rules.rule_set) for own in won]
    assert [points for points, _score in rows(html)] == [f"{own}–{other}" for own, other in expected]


@pytest.mark.parametrize("wrong", ["14", "-1", "syv", "7,5", "½", "9999999999999999999999", "<b>"])
def test_wrong_number_is_told_where_it_stands(client: Client, wrong: str) -> None:
    for address, told in ((NB, "Skriv et helt tall fra 0 til 13"), (SV, "Skriv ett heltal från 0 till 13")):
        response = client.get(address, {"won": ["8", wrong, "7"]})
        html = response.content.decode()
        assert response.status_code == 422
        assert told in form(html)
        assert re.search(r'id="won-2"[^>]*aria-invalid="true" aria-describedby="fault-2"', html)
        assert html.count('aria-invalid="true"') == 1
        assert rows(html) == [("3–0", "3–0")]
        assert "<b>" not in form(html)


def test_wrong_numbers_keep_what_was_typed(client: Client) -> None:
    html = client.get(NB, {"won": ["8", "syv"]}).content.decode()
    assert 'value="syv"' in html
    assert "ikke «syv»" in html


def test_thirteen_more_tricks_may_be_won_where_26_count(client: Client) -> None:
    assert client.get(f"{NB}?won=20&tricks=26").status_code == 200
    assert client.get(f"{NB}?won=20").status_code == 422


def test_deals_after_the_end_do_not_count(client: Client) -> None:
    response = client.get(f"{NB}?won=13.8")
    html = response.content.decode()
    assert response.status_code == 200
    assert rows(html) == [("13–0", "13–0")]
    assert "Partiet var slutt etter 1 runde." in said(html)
    assert 'class="beyond"' in html
    assert 'id="won-3"' not in html


def test_there_is_room_for_as_many_deals_as_a_match_may_have(client: Client) -> None:
    won = ".".join(["13"] * (MOST_DEALS + 1))
    response = client.get(f"{NB}?won={won}")
    assert response.status_code == 422
    assert f"Det er plass til {MOST_DEALS} runder" in response.content.decode()
    assert client.get(f"{NB}?won={'.' * 5000}13").status_code == 302


@pytest.mark.parametrize(
    ("fields", "address"),
    [
        ({"won": ["8", "6", ""]}, f"{NB}?won=8.6"),
        ({"won": ["", ""]}, NB),
        ({"won": [" 8 ", "", "6"], "target": "5"}, f"{NB}?won=8.6&target=5"),
        ({"won": "8", "tricks": "13", "x": "1"}, f"{NB}?x=1&won=8"),
    ],
)
def test_form_leads_to_a_short_address(client: Client, fields: dict[str, object], address: str) -> None:
    response = client.get(NB, fields)
    assert (response.status_code, response["Location"]) == (302, address)
    assert client.get(address).status_code == 200
    swapped = client.get(NB, fields, headers=HTMX)
    assert (swapped.status_code, swapped["HX-Push-Url"]) == (200, address)


def test_script_gets_the_calculator_alone_and_where_to_go_on(client: Client) -> None:
    html = client.get(NB, {"won": ["8", ""]}, headers=HTMX).content.decode()
    assert html.startswith("<form")
    assert re.search(r'id="won-2"[^>]*data-focus', html)
    over = client.get(NB, {"won": ["13"]}, headers=HTMX).content.decode()
    assert re.search(r'id="standing"[^>]*data-focus', over)
    wrong = client.get(NB, {"won": ["8", "x"]}, headers=HTMX)
    assert wrong.status_code == 422
    assert "HX-Push-Url" not in wrong
    assert re.search(r'id="won-2"[^>]*data-focus', wrong.content.decode())
    assert "data-focus" not in client.get(f"{NB}?won=8").content.decode()


def test_rules_and_deals_carry_each_other(client: Client) -> None:
    html = client.get(f"{NB}?won=8.6&target=10").content.decode()
    switch = re.search(r'<form class="rules-switch".*?</form>', html, re.DOTALL)
    assert switch
    assert '<input type="hidden" name="won" value="8.6">' in switch[0]
    assert '<input type="hidden" name="target" value="10">' in form(html)
    assert re.search(r'href="/nb/utskrift/poengark/\?target=10"', form(html))
    assert re.search(r'href="/nb/poeng/\?won=8&amp;target=10#calculator"', form(html))


def test_unknown_rule_is_said_and_not_followed(client: Client) -> None:
    response = client.get(f"{NB}?won=8.6&tricks=26&scoring=over-six")
    assert response.status_code == 200
    assert "Overstikk hører sammen med 13 stikk" in response.content.decode()
