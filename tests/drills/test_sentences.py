"""The patterns of the language guide, word for word, for every card and suit in both languages."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.utils.translation import gettext, override

from tests.drills.conftest import LIBRARY
from trainer.drills import sentences
from trainer.drills.choices import Choice
from trainer.drills.reasons import reason
from trainer.drills.situations import read_situation
from trainer.drills.table_view import table_view
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import PACK, Card, Suit, parse_cards
from trainer.engine.positions import Position

LANGUAGES = ["nb", "sv"]
SMALL_LIBRARY = [json.loads(text) for text in LIBRARY.read_text("utf-8").splitlines()]
SA, SK, S3, HQ, HT, D9 = parse_cards("SA SK S3 HQ HT D9")
FOLLOW = next(line["position"] for line in SMALL_LIBRARY if line["id"] == "foll0w145")


def said(language: str, make: Any) -> str:
    with override(language):
        return str(make().words())


def _choice(card: Card, verdict: str, loss: float = 0.0) -> Choice:
    return Choice(str(card), card, verdict, loss)


PATTERNS = [
    (
        lambda: sentences.estimated_verdict(_choice(SK, "right"), SK),
        "Riktig. Du valgte spar konge, og ikke noe annet kort er klart bedre.",
        "Rätt. Du valde spader kung, och inget annat kort är klart bättre.",
    ),
    (
        lambda: sentences.estimated_verdict(_choice(SK, "nearly", 0.2), S3),
        "Nesten. Du valgte spar konge, og det koster 0,2 stikk i snitt. Best er spar tre.",
        "Nästan. Du valde spader kung, och det kostar 0,2 stick i snitt. Bäst är spader tre.",
    ),
    (
        lambda: sentences.estimated_verdict(_choice(SK, "wrong", 0.64), S3),
        "Feil. Du valgte spar konge, og det koster 0,6 stikk i snitt. Best er spar tre.",
        "Fel. Du valde spader kung, och det kostar 0,6 stick i snitt. Bäst är spader tre.",
    ),
    (
        lambda: sentences.equally_good((SK, S3, HQ)),
        "Like gode kort: spar konge, spar tre og hjerter dame.",
        "Lika bra kort: spader kung, spader tre och hjärter dam.",
    ),
    (
        lambda: sentences.estimate_method(S3, SK, 4000, 0.6, 0.1),
        "Vi spilte runden ferdig 4\u00a0000 ganger. I snitt ble det 0,6 stikk mer med spar "
        "tre enn med spar konge (usikkerhet ±\u00a00,1).",
        "Vi spelade klart given 4\u00a0000 gånger. I snitt blev det 0,6 stick mer med spader "
        "tre än med spader kung (osäkerhet ±\u00a00,1).",
    ),
    (
        lambda: sentences.enumerated_method(S3, SK, 9, 0.9),
        "Bare ett skjult kort ligger igjen i bunken. Vi regnet ut alle 9 mulighetene nøyaktig. I snitt "
        "blir det 0,9 stikk mer med spar tre enn med spar konge.",
        "Bara ett dolt kort ligger kvar i talongen. Vi räknade ut alla 9 möjligheter exakt. I snitt "
        "blir det 0,9 stick mer med spader tre än med spader kung.",
    ),
    (
        lambda: sentences.exact_method(HQ, 7, 13),
        "Nøyaktig utregnet: Med hjerter dame får du 7 stikk av 13 når begge spiller så godt det går.",
        "Exakt uträknat: Med hjärter dam får du 7 stick av 13 när båda spelar så bra det går.",
    ),
    (
        lambda: sentences.exact_loss(1, D9),
        "Det er 1 stikk mindre enn med ruter ni.",
        "Det är 1 stick mindre än med ruter nio.",
    ),
    (
        lambda: sentences.illegal_card(D9, Suit.CLUBS),
        "Du kan ikke spille ruter ni nå. Det er spilt ut kløver, og du har kløver på hånden.",
        "Du får inte lägga ruter nio nu. Det är klöver som gäller, och du har klöver på handen.",
    ),
    (
        lambda: sentences.legal_list((SK, S3)),
        "Lovlige kort: spar konge og spar tre.",
        "Tillåtna kort: spader kung och spader tre.",
    ),
    (
        lambda: sentences.position_sentence(table_view(read_situation(FOLLOW))),
        "I stikk 6 av 13 i første del er spar trumf, det åpne kortet er kløver dame, og motspilleren har "
        "spilt ut spar åtte.",
        "I stick 6 av 13 i första fasen är spader trumf, det uppvända kortet är klöver dam och motspelaren "
        "har spelat ut spader åtta.",
    ),
    (
        lambda: sentences.position_sentence(table_view(read_situation("phase2.S.0.SAHA.SKS2.-")), (6, 5)),
        "I andre del er spar trumf, du har 2 kort på hånden, og det står 6–5 i stikk.",
        "I andra fasen är spader trumf, du har 2 kort på handen och det står 6–5 i stick.",
    ),
    (
        lambda: Sentence(sentences.answered_before()),
        "Du har allerede svart på denne øvelsen. Det første svaret teller.",
        "Du har redan svarat på den här övningen. Det första svaret räknas.",
    ),
    (
        lambda: Sentence(sentences.session_expired()),
        "Du er logget ut fordi du var borte en stund. Logg inn igjen for å fortsette.",
        "Du har loggats ut eftersom du var borta ett tag. Logga in igen för att fortsätta.",
    ),
]


@pytest.mark.parametrize(("make", "nb", "sv"), PATTERNS)
def test_pattern_says_what_the_guide_says(make: Any, nb: str, sv: str) -> None:
    assert said("nb", make) == nb
    assert said("sv", make) == sv


EVERY_CARD = [
    lambda card: sentences.estimated_verdict(_choice(card, "right"), card),
    lambda card: sentences.estimated_verdict(_choice(card, "nearly", 0.2), card),
    lambda card: sentences.estimated_verdict(_choice(card, "wrong", 1.2), card),
    lambda card: sentences.equally_good((card, SK)),
    lambda card: sentences.estimate_method(card, SK, 200, 0.4, 0.1),
    lambda card: sentences.exact_method(card, 0, 1),
    lambda card: sentences.exact_loss(2, card),
    lambda card: sentences.illegal_card(card, card.suit),
    lambda card: sentences.legal_list((card,)),
    lambda card: say(gettext("Play {card}"), card=card),
    lambda card: say(gettext("{card}, not allowed now"), card=card),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("make", EVERY_CARD)
def test_every_card_fits_every_pattern(make: Any, language: str) -> None:
    with override(language):
        for card in PACK:
            sentence = make(card)
            assert not re.search(r"[{}]|None|Card\(", sentence.words())
            for letters in ("int", "nordic"):
                drawn = sentence.drawn(letters)
                assert "{" not in drawn and "&lt;" not in drawn
                assert drawn.count('class="k ') >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdict_starts_with_one_word_and_never_with_a_card(language: str) -> None:
    with override(language):
        for verdict in ("right", "nearly", "wrong"):
            headline, rest = sentences.estimated_verdict(_choice(SK, verdict, 0.2), S3).split_headline()
            assert headline == gettext({"right": "Right", "nearly": "Nearly", "wrong": "Wrong"}[verdict])
            assert not rest.pattern.startswith("{")


def test_text_in_a_value_is_escaped() -> None:
    assert say("{held}", held="<b>").drawn("int") == "&lt;b&gt;"
    assert Sentence("a < b").drawn("int") == "a &lt; b"


WHY = {
    "win": "SK",
    "duck": "S2",
    "terms": {
        "prize": {"tricks": 0.83, "se": 0.05},
        "spent": {"tricks": -0.41, "se": 0.05},
        "lead": {"tricks": 0.04, "se": 0.05},
    },
    "sum": {"tricks": 0.46, "se": 0.05},
}


COMPARED = (_choice(SK, "right"), _choice(Card.parse("S2"), "wrong", 0.46))


@pytest.mark.parametrize(
    ("language", "chosen", "expected"),
    [
        (
            "nb",
            _choice(Card.parse("S2"), "wrong", 0.46),
            [
                "Premien: Du får kløver dame i stedet for et skjult kort. Det er verdt 0,8 stikk.",
                "Kortet du bruker: Du gir fra deg spar konge. Det koster 0,4 stikk.",
                "Utspillet: Du spiller ut til neste stikk. Det betyr nesten ingenting her.",
                "Til sammen koster valget 0,5 stikk.",
            ],
        ),
        (
            "sv",
            _choice(SK, "right"),
            [
                "Kortet du tar: Du får klöver dam i stället för ett dolt kort. Det är värt 0,8 stick.",
                "Kortet du lägger: Du gör dig av med spader kung. Det kostar 0,4 stick.",
                "Utspelet: Du spelar ut till nästa stick. Det betyder nästan ingenting här.",
                "Sammanlagt är det värt 0,5 stick att ta sticket.",
            ],
        ),
    ],
)
def test_reasons_take_their_verb_from_the_sign(language: str, chosen: Choice, expected: list[str]) -> None:
    situation = read_situation(FOLLOW)
    assert isinstance(situation, Position)
    with override(language):
        found = reason({"why": WHY}, situation, chosen, COMPARED)
        assert found is not None
        assert [row.sentence.words() for row in found.rows] == expected
        assert [row.amount for row in found.terms] == ["+0,8", "−0,4", ""]


def test_no_reason_without_numbers() -> None:
    assert reason({}, read_situation(FOLLOW), _choice(SK, "right"), COMPARED) is None


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("nb", "Du gir fra deg spar ess i stedet for spar konge. Det koster 0,7 stikk."),
        ("sv", "Du gör dig av med spader ess i stället för spader kung. Det kostar 0,7 stick."),
    ],
)
def test_a_dearer_winner_than_needed_is_said_to_cost_the_difference(language: str, expected: str) -> None:
    with override(language):
        found = reason({"why": WHY}, read_situation(FOLLOW), _choice(SA, "wrong", 0.7), COMPARED)
        assert found is not None and found.own is not None
        assert found.own.words() == expected
        assert found.total.amount == "+0,5"


def test_the_cheapest_winner_itself_gets_no_such_sentence() -> None:
    found = reason({"why": WHY}, read_situation(FOLLOW), _choice(Card.parse("S2"), "wrong", 0.46), COMPARED)
    assert found is not None and found.own is None
