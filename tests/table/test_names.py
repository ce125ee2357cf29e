"""What cards are called, and the letters on them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from trainer.engine.cards import PACK, Card, Rank, parse_cards
from trainer.table import names
from trainer.table.templatetags.table import card_part

SPRITE = (Path(settings.BASE_DIR) / "rules_site" / "static" / "cards.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("card", "norwegian", "swedish"),
    [
        ("HQ", "hjerter dame", "hjärter dam"),
        ("SA", "spar ess", "spader ess"),
        ("CT", "kløver ti", "klöver tio"),
        ("D2", "ruter to", "ruter två"),
        ("SK", "spar konge", "spader kung"),
    ],
)
def test_full_name_is_suit_and_rank(card: str, norwegian: str, swedish: str) -> None:
    assert names.card_name(Card.parse(card), "nb") == norwegian
    assert names.card_name(Card.parse(card), "sv") == swedish


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_all_52_names_differ(language: str) -> None:
    assert len({names.card_name(card, language) for card in PACK}) == 52


def test_letters_of_both_kinds() -> None:
    top = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.TWO)
    assert [names.rank_label(rank, "int") for rank in top] == ["A", "K", "Q", "J", "10", "2"]
    assert [names.rank_label(rank, "nordic") for rank in top] == ["E", "K", "D", "Kn", "10", "2"]


def test_lists_end_in_and_without_a_comma() -> None:
    cards = parse_cards("SA S9 S2")
    assert names.card_names(cards, "nb") == "spar ess, spar ni og spar to"
    assert names.card_names(cards, "sv") == "spader ess, spader nio och spader två"


def test_hand_is_read_suit_by_suit() -> None:
    cards = parse_cards("C4 SA HK S9 CQ")
    assert (
        names.hand_in_words(cards, "nb") == "Spar: ess, ni. Hjerter: konge. Ruter: ingen. Kløver: dame, fire."
    )
    assert names.hand_in_words(cards, "sv").endswith("Ruter: inga. Klöver: dam, fyra.")


@pytest.mark.parametrize("letters", ["int", "nordic"])
@pytest.mark.parametrize("size", ["compact", "full"])
def test_sprite_has_every_face(letters: str, size: str) -> None:
    drawn = set(re.findall(r'id="([^"]+)"', SPRITE))
    assert {card_part(card, letters, size) for card in PACK} <= drawn
