"""The deal to step through."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from django.test import Client
from django.utils.html import strip_tags

from rules_site.pages.deal_viewer import Viewing
from rules_site.pages.load import ContentError
from rules_site.pages.moments import Stage, knowledge
from rules_site.pages.worked_deal import deal_path, read_deal
from trainer.engine.cards import PACK, Card
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import ending_value

pytestmark = pytest.mark.django_db

RULES = "/nb/regler/"


def text(html: str) -> str:
    return " ".join(strip_tags(html.replace("</li>", " </li>")).split())


def figure(html: str) -> str:
    return html[html.index('<figure class="fig deal"') : html.index("</figure>", html.index('"fig deal"'))]


def test_second_part_is_played_as_well_as_can_be() -> None:
    deal = read_deal(deal_path("w11"), 0)
    for before, after in zip(deal.states[13:], deal.states[14:], strict=False):
        value = ending_value(ending_of(before))
        won = after.tricks_won[before.leader] - before.tricks_won[before.leader]
        left = 0 if after.is_over else ending_value(ending_of(after))
        rest = left if after.leader == before.leader else (26 - len(after.finished_tricks)) - left
        assert value == won + rest
    assert deal.states[-1].tricks_won == (9, 4)


def test_deal_that_cannot_be_played_names_the_trick(tmp_path: Path) -> None:
    record = json.loads(deal_path("w11").read_text("utf-8"))
    record["plays"][2] = ["S5", "CK"]
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(record), "utf-8")
    with pytest.raises(ContentError, match="trick 3: cannot play CK"):
        read_deal(path, 0)


def test_deal_that_stops_early_is_refused(tmp_path: Path) -> None:
    record = json.loads(deal_path("w11").read_text("utf-8"))
    record["plays"] = record["plays"][:13]
    path = tmp_path / "short.json"
    path.write_text(json.dumps(record), "utf-8")
    with pytest.raises(ContentError, match="the deal stops after trick 13"):
        read_deal(path, 0)


STEPS = [
    (0, "Motspilleren har delt ut, trumf er spar, og det åpne kortet er spar knekt."),
    (1, "Stikk 1: Du spiller ut spar seks."),
    (2, "Motspilleren legger spar ni og vinner stikket."),
    (3, "Motspilleren tar spar knekt, og du trekker kløver dame uten å vise kortet."),
    (5, "Du saker hjerter ni, og motspilleren vinner stikket."),
    (39, "Du tar kløver ess, og motspilleren trekker et skjult kort."),
    (41, "Motspilleren legger spar knekt, og du vinner stikket."),
]
WHY = [
    (2, "Begge kortene er i samme farge, og høyest er spar ni."),
    (
        5,
        "Du har ingen ruter og kan legge hva du vil. Svaret er verken ruter eller trumf, så utspillet",
    ),
    (39, "Bunken er tom. Nå begynner andre del, og stikkene teller."),
]


def step_of(client: Client, step: int, **query: str) -> str:
    """The part that a script puts into the page."""
    headers = {"HX-Request": "true", "HX-Target": "viewer"}
    response = client.get(RULES, {"step": step, **query}, headers=headers)
    assert "HX-Request" in response["Vary"]
    return response.content.decode()


def said(html: str) -> str:
    found = re.search(r'<p class="said" data-say>(.*?)</p>', html, re.DOTALL)
    assert found
    return text(found[1])


@pytest.mark.parametrize(
    ("asked", "step"),
    [("", 0), ("7", 7), ("0", 0), ("66", 65), ("-3", 0), ("x", 0), ("9" * 50, 0), ("²", 0)],
)
def test_any_address_gives_a_step(asked: str, step: int) -> None:
    deal = read_deal(deal_path("w11"), 0)
    assert Viewing.asked(deal, {"step": asked}, {}).step == step


def test_deal_has_a_moment_for_every_card_and_every_draw() -> None:
    stages = Counter(moment.stage for moment in read_deal(deal_path("w11"), 0).moments)
    assert stages == {Stage.START: 1, Stage.LEAD: 26, Stage.REPLY: 26, Stage.DRAW: 13}


def test_cards_on_the_table_and_in_the_hands_are_always_those_of_the_deal() -> None:
    for moment in read_deal(deal_path("w11"), 0).moments:
        gone = [card for trick in moment.table.finished_tricks for card in (trick.lead, trick.reply)]
        lying = [*moment.hands[0], *moment.hands[1], *moment.played, *moment.table.stock_left, *gone]
        assert sorted(lying) == sorted(PACK)


def test_every_step_has_an_address_without_javascript(client: Client) -> None:
    for step in (0, 1, 30, 64, 65):
        html = figure(client.get(RULES, {"step": step}).content.decode())
        assert (f'href="?step={step + 1}#viewer"' in html) == (step < 65)
        assert (f'href="?step={step - 1}#viewer"' in html) == (step > 0)
        assert html.count('aria-disabled="true"') == (2 if step in {0, 65} else 0)


def test_script_gets_the_step_alone(client: Client) -> None:
    html = step_of(client, 2)
    assert html.startswith('<div id="viewer"')
    assert html in client.get(RULES, {"step": 2}).content.decode()


@pytest.mark.parametrize(("step", "sentence"), STEPS)
def test_every_step_says_one_sentence(client: Client, step: int, sentence: str) -> None:
    assert said(step_of(client, step)) == sentence


@pytest.mark.parametrize(("step", "why"), WHY)
def test_every_step_says_why(client: Client, step: int, why: str) -> None:
    assert why in text(step_of(client, step))


def test_buttons_lead_to_the_neighbouring_tricks(client: Client) -> None:
    def ways(step: int) -> list[int]:
        html = step_of(client, step)
        return [
            int(found[1]) if (found := re.search(rf'id="viewer-{way}" href="\?step=(\d+)#', html)) else -1
            for way in ("previous-trick", "next-trick")
        ]

    assert ways(0) == [-1, 1]
    assert ways(1) == [0, 4]
    assert ways(3) == [1, 4]
    assert ways(4) == [1, 7]
    assert ways(41) == [40, 42]
    assert ways(65) == [64, -1]


def test_opponents_hidden_cards_stay_hidden_while_the_stock_lasts(client: Client) -> None:
    deal = read_deal(deal_path("w11"), 0)
    for step, moment in enumerate(deal.moments[:39]):
        html = step_of(client, step)
        known = {*knowledge(moment, 0).cards, *moment.hands[0], *moment.played, *moment.before.hands[0]}
        shown = {Card.parse(found) for found in re.findall(r"#c-([shdc][2-9TJQKA])", html)}
        trick = moment.trick
        drawn = set(trick.drawn[:1]) if moment.stage is Stage.DRAW and trick and trick.drawn else set()
        taken = {trick.upcard} if moment.stage is Stage.DRAW and trick else set()
        assert shown - known - drawn - taken <= {moment.table.upcard}


def test_all_hands_are_shown_when_asked_for(client: Client) -> None:
    html = step_of(client, 6, show="all")
    fan = html[html.index("opp-fan") : html.index("</ul>")]
    assert (fan.count("#c-"), "cd back" in fan) == (13, False)
    assert "Motspillerens hånd: Spar:" in text(html)
    assert 'href="?step=7&amp;show=all#viewer"' in html
    assert 'id="viewer-all" href="?step=6#viewer"' in html


def test_viewer_tells_what_each_player_knows(client: Client) -> None:
    html = text(step_of(client, 3))
    assert "Du har sett motspilleren ta spar knekt. Du har ikke sett 35 av kortene, og 12 av dem" in html
    assert "Motspilleren kjenner ingen av kortene dine. Motspilleren har ikke sett 36 av kortene" in html
    html = text(step_of(client, 15))
    assert "Du manglet ruter i stikk 2, men har trukket" in html
    html = text(step_of(client, 40))
    assert "Har du fulgt med, kjenner du hele hånden til motspilleren. Spar: knekt. Hjerter: knekt" in html


@pytest.mark.parametrize(
    ("query", "nb", "sv"),
    [
        (
            {},
            "Du tok 9 stikk og motspilleren 4. Du vinner runden og får 5 poeng.",
            "Du tog 9 stick och motspelaren 4. Du vinner given och får 5 poäng.",
        ),
        (
            {"scoring": "over-six"},
            "Du tok 9 stikk og motspilleren 4. Du vinner runden og får 3 poeng.",
            "Du tog 9 stick och motspelaren 4. Du vinner given och får 3 poäng.",
        ),
        (
            {"tricks": "26", "scoring": "difference"},
            "Du tok 14 stikk og motspilleren 12. Du vinner runden og får 2 poeng.",
            "Du tog 14 stick och motspelaren 12. Du vinner given och får 2 poäng.",
        ),
    ],
)
def test_last_step_tells_the_result_by_the_chosen_rules(
    client: Client, query: dict[str, str], nb: str, sv: str
) -> None:
    assert nb in text(figure(client.get(RULES, {"step": "65", **query}).content.decode()))
    assert sv in text(figure(client.get("/sv/regler/", {"step": "65", **query}).content.decode()))


def test_steps_carry_the_chosen_rules(client: Client) -> None:
    html = step_of(client, 4, follow="free")
    assert 'href="?follow=free&amp;step=5#viewer"' in html


def test_list_names_all_tricks(client: Client) -> None:
    html = figure(client.get(RULES).content.decode())
    assert len(re.findall(r'<th scope="row">', html)) == 26
    assert "Alle stikkene i en liste" in html
