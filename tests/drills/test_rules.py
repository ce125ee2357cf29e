"""Rules drills: every question asked, answered right and wrong, and explained, in both languages."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.drills.helpers import key_with, page_of, send
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.rules_answers import Trick
from trainer.engine.cards import Card, Suit, parse_cards


def words(page: str) -> str:
    """What is said between the head of the drill and the foot of the page, cards by their names."""
    drill = page[page.index('<div id="drill"') : page.index("</main>")]
    named = re.sub(r'<span aria-hidden="true">[^<]*</span>', "", drill)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", named)).split())


def versions(drills: dict[str, Drill], question: str) -> list[DrillVersion]:
    found = []
    for drill in drills.values():
        assert drill.current is not None
        if drill.current.question == question:
            drill.current.drill = drill
            found.append(drill.current)
    return found


QUESTIONS = {
    "legal": ("Hvilket kort har du lov til å spille?", "Vilket kort får du lägga?"),
    "winner": ("Hvilket kort vinner stikket?", "Vilket kort tar sticket?"),
    "draw": ("Hvilket kort får du?", "Vilket kort får du?"),
    "next-lead": ("Hvem spiller ut til neste stikk?", "Vem spelar ut till nästa stick?"),
    "score": ("Hvor mange poeng får vinneren?", "Hur många poäng får vinnaren?"),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_question_is_asked_in_both_languages(question: str, drills: dict[str, Drill], client: Client) -> None:
    for version in versions(drills, question):
        for language, asked in zip(("nb", "sv"), QUESTIONS[question], strict=True):
            page = page_of(client, version.drill.public_id, language)
            assert asked in words(page)
            for key in version.choices:
                assert f'name="choice" value="{key}"' in page
            assert page.count('name="choice"') == len(version.choices)
            assert "aria-disabled" not in page


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("right", [True, False])
def test_answer_is_judged_and_leads_to_the_rule(question: str, right: bool, drills: dict[str, Drill]) -> None:
    for version in versions(drills, question):
        for language in ("nb", "sv"):
            response = send(Client(), version.drill.public_id, key_with(version, right), language=language)
            page = response.content.decode()
            assert f'<div class="verdict {"right" if right else "wrong"}">' in page
            assert re.search(r'href="/(nb|sv)/(regler|poeng|poang)/#[a-z-]+"', page)
            assert 'class="cost' not in page, "rules cost no tricks"
    assert set(Attempt.objects.values_list("loss", flat=True)) == {0.0}


def test_every_legal_card_is_right_and_every_other_is_a_wrong_answer(drills: dict[str, Drill]) -> None:
    version = versions(drills, "legal")[0]
    for key, numbers in version.choices.items():
        page = send(Client(), version.drill.public_id, key).content.decode()
        said = words(page)
        assert ("Det er lov å spille" in said) is numbers["right"]
        assert ("Du kan ikke spille" in said) is not numbers["right"]
        assert "Lovlige kort:" in said


def test_points_are_counted_out(drills: dict[str, Drill]) -> None:
    said = {}
    for version in versions(drills, "score"):
        page = send(
            Client(), version.drill.public_id, key_with(version, True), language="sv"
        ).content.decode()
        said[version.facts["scoring"]] = words(page)
    assert "Du svarade: 5 poäng. 9 stick minus 4 stick ger 5 poäng." in said["difference"]
    assert "Du svarade: 1 poäng. 7 stick är 1 utöver sex, och det ger 1 poäng." in said["over-six"]
    assert "Varje vunnen giv ger 1 poäng." in said["deals"]
    assert "Ni räknar stick utöver sex. Du tog 6 stick och motspelaren 7." in said["over-six"]


def test_loser_of_the_trick_draws_unseen(drills: dict[str, Drill]) -> None:
    version = next(v for v in versions(drills, "draw") if v.choices["hidden"]["right"])
    page = words(send(Client(), version.drill.public_id, "upcard").content.decode())
    assert re.search(r"Feil Du svarte: Det åpne kortet, \w+ \w+ ?\. Motspilleren vinner stikket med", page)
    assert "Du trekker det neste kortet, og bare du ser det." in page


@pytest.mark.parametrize(
    ("lead", "reply", "led_by_player", "winner", "player_wins"),
    [
        ("HA", "S2", False, "S2", True),
        ("HA", "DA", False, "HA", False),
        ("HT", "HJ", False, "HJ", True),
        ("HT", "H9", True, "HT", True),
        ("S3", "S2", True, "S3", True),
    ],
)
def test_winner_of_a_finished_trick(
    lead: str, reply: str, led_by_player: bool, winner: str, player_wins: bool
) -> None:
    trick = Trick(*parse_cards(f"{lead} {reply}"), led_by_player, Suit.SPADES)
    assert (trick.winning_card, trick.player_wins) == (Card.parse(winner), player_wins)
