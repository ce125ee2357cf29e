"""What is said after an answer, with every card, suit and number put into every pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.utils.translation import override

from tests.language.pages import LANGUAGES
from tests.language.patterns import SEARCHES
from trainer.drills import lead_reasons, lines_view, reason_terms, reasons, sentences
from trainer.drills.choices import Choice
from trainer.drills.ideas import other_rules
from trainer.drills.models import Drill, DrillVersion
from trainer.drills.voice import Sentence
from trainer.engine.cards import PACK, Card, Suit
from trainer.engine.positions import Position
from trainer.engine.results import Estimate
from trainer.engine.rule_sets import RULE_SETS

# Differences as they may come: one decimal is said, so 0,1 to 9,9, whole numbers, and almost nothing.
AMOUNTS = [0.0, *(tenths / 10 * sign for tenths in (1, 5, 9, 10, 11, 20, 31, 99) for sign in (1, -1))]
SHARES = [(0.0, 1.0), (1.0, 0.0), (0.335, 0.332), (0.5, 0.01), (0.01, 0.5), (0.99, 0.011)]
HANDS = "phase1.base.0.1.DQ.-.SASKSQSJSTS9S8S7S6S5S4S3S2.-"


def other_than(card: Card) -> Card:
    """A card of another suit and rank."""
    return PACK[(card.index + 17) % len(PACK)]


def follow_terms() -> Iterator[Sentence]:
    for card in PACK:
        for amount in AMOUNTS:
            for name in reasons.TERMS:
                yield reasons._term_sentence(name, amount, card, other_than(card), both_draws=False)
            yield reasons._term_sentence("prize", amount, card, other_than(card), both_draws=True)


def lead_terms() -> Iterator[Sentence]:
    position = Position.parse(HANDS)
    for card in PACK:
        for place, amount in enumerate(AMOUNTS):
            wins = SHARES[place % len(SHARES)]
            split = dict.fromkeys(lead_reasons.TERMS, (amount, 0.0)) | {
                "sum": (max(0.1, abs(amount)), 0.0),
                "wins": wins,
            }
            best, other = (
                Choice(str(c), c, v, x) for c, v, x in ((card, "right", 0), (other_than(card), "wrong", 1))
            )
            for chosen in (best, other):
                found = lead_reasons.lead_reason(
                    {other.key: split}, [[other.key]], position, chosen, [best, other]
                )
                assert found is not None
                yield found.compared
                yield from (row.sentence for row in found.rows)


def prizes_of_leads() -> Iterator[Sentence]:
    for card in PACK:
        for wins in SHARES:
            yield lead_reasons._prize(wins, card)
    for wins in SHARES:
        yield lead_reasons._next_lead(wins)


def lines() -> Iterator[Sentence]:
    for card in PACK:
        other = other_than(card)
        for first in (True, False):
            for wins in (True, False):
                yield lines_view._laid(card, other, first, wins)
        for wins in (True, False):
            yield lines_view._drawn(wins, card, other)


def results() -> Iterator[Sentence]:
    for card in PACK:
        for tricks in range(14):
            yield lines_view._ended(tricks, 13 - tricks)
            yield lines_view._came_to(card, tricks, other_than(card), 13 - tricks)
            yield lines_view._came_to(card, tricks, other_than(card), tricks)


def chances() -> Iterator[Sentence]:
    for card in PACK:
        for place, share in enumerate((0.0, 0.004, 0.5, 0.996, 1.0)):
            best = Choice("SA", other_than(card), "right", result=Estimate(6.0, 0.1, 0.5, 0.01 * place, 800))
            for verdict in ("right", "nearly", "wrong"):
                chosen = Choice("S2", card, verdict, 0.2, result=Estimate(5.8, 0.1, share, 0.01, 800))
                for enumerated in (True, False):
                    said = sentences.chance_to_win(chosen, best, enumerated)
                    assert said is not None
                    yield said


MAKERS: list[Callable[[], Iterator[Sentence]]] = [
    follow_terms,
    lead_terms,
    prizes_of_leads,
    lines,
    results,
    chances,
]
ENGLISH = re.compile(r"\b(the|you|your|and|trick|tricks|opponent|lead|instead|worth|costs)\b", re.I)
CARD = {
    "nb": r"(spar|hjerter|ruter|kløver) (to|tre|fire|fem|seks|sju|åtte|ni|ti|knekt|dame|konge|ess)",
    "sv": r"(spader|hjärter|ruter|klöver) (två|tre|fyra|fem|sex|sju|åtta|nio|tio|knekt|dam|kung|ess)",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("maker", MAKERS)
def test_every_pattern_reads_right_with_every_card_and_number(
    maker: Callable[[], Iterator[Sentence]], language: str
) -> None:
    with override(language):
        said = {sentence.words() for sentence in maker()}
    assert len(said) > 8
    wrong = [(fault, text) for text in said for fault in faults(text, language)]
    assert wrong == []


def faults(text: str, language: str) -> Iterator[str]:
    """What a reader would stumble over."""
    card = CARD[language]
    if re.search(r"[{}]|None|  |\.\.| [.,:]", text):
        yield "a gap that was not filled, or a sign out of place"
    if re.search(rf"(?:^|[.!?] ){card}", text, re.I):
        yield "begins with a card"
    if re.search(rf"{card} \d", text):
        yield "a card right before a number"
    if re.search(rf"\b(et|ett|en|den|det|de) {card}", text):
        yield "an article before a card's name"
    if re.search(r"\d\.\d|(?<![\d–])-\d|\d%|−", text):
        yield "a number not written as here"
    if re.search(r"\b0,0\b", text):
        yield "a number that says nothing"
    if not text.endswith((".", ":")):
        yield "no full stop"
    if ENGLISH.search(re.sub(r"\bi\b", "", text)):
        yield "an English word"
    yield from (s.name for s in SEARCHES[language] if not s.review and s.expression.search(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_every_suit_was_put_in(language: str) -> None:
    with override(language):
        said = " ".join(sentence.words() for sentence in follow_terms())
    assert len(set(re.findall(CARD[language], said))) == len(PACK)
    assert len({suit for suit, _rank in re.findall(CARD[language], said)}) == len(Suit)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Spar ess koster deg 0,6 stikk.", "begins with a card"),
        ("Med spar to 0,6 stikk mer.", "a card right before a number"),
        ("Du tar et spar ess.", "an article before a card's name"),
        ("Det koster 0.6 stikk.", "a number not written as here"),
        ("Det koster 0,0 stikk.", "a number that says nothing"),
        ("Du får {upcard}.", "a gap that was not filled, or a sign out of place"),
        ("Du vinner the stikk.", "an English word"),
    ],
)
def test_planted_faults_are_found(text: str, fault: str) -> None:
    assert fault in list(faults(text, "nb"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rule_sets_are_named(language: str) -> None:
    with override(language):
        for rule_set in RULE_SETS:
            drill = Drill(kind=Drill.Kind.FOLLOW, theme="high-prize")
            version = DrillVersion(drill=drill, rule_set=rule_set, question="win-or-duck", position=HANDS)
            version.facts = {"holds_under": [rule_set]}
            named = [other.rules for other in other_rules(version)]
            assert len(set(named)) == len(RULE_SETS) - 1
            assert not any(ENGLISH.search(name) for name in named)


def test_almost_nothing_has_no_number() -> None:
    with override("nb"):
        assert "{x}" not in reason_terms.worth(0)
        assert reason_terms.significant(0.2, 0.11) == 0 == reason_terms.significant(0.04, 0.0)
        assert reason_terms.significant(0.2, 0.09) == 0.2
