"""The usual advice as rules, in literal positions; spades are trump."""

from __future__ import annotations

import numpy as np

from trainer.engine import table_kernel as places
from trainer.engine.cards import Card, card_bits, parse_cards
from trainer.engine.policies import POLICIES, scratch
from trainer.engine.policy_kernel import choose
from trainer.engine.rule_sets import ALL26, BASE, FREE, RuleSet


def tips_card(
    hand: str,
    upcard: str,
    led: str | None = None,
    *,
    played: str = "",
    known: str = "",
    voids: str = "",
    rule_set: RuleSet = BASE,
) -> str:
    """The card that the advice plays; `known` are cards of the other hand, `voids` suits it lacks."""
    table = np.zeros(places.PLACES, dtype=np.int64)
    table[places.HANDS] = card_bits(parse_cards(hand))
    table[places.KNOWN + 1] = table[places.HANDS + 1] = card_bits(parse_cards(known))
    table[places.VOIDS + 1] = sum(1 << "SHDC".index(suit) for suit in voids)
    table[places.PLAYED] = card_bits(parse_cards(f"{played} {led or ''}"))
    table[places.UPCARD] = Card.parse(upcard).index
    table[places.LED] = Card.parse(led).index if led else -1
    table[places.LEADER] = 1 if led else 0
    table[places.TRICK] = 5
    table[places.PACK] = card_bits(BASE.pack.cards)
    table[places.SIZE] = 13
    table[places.FREE] = 0 if rule_set.follow_in_phase_one else 1
    table[places.COUNTED] = 1 if rule_set.both_phases_count else 0
    stream = np.zeros(1, dtype=np.uint64)
    return str(Card.from_index(choose(POLICIES["tips"].weights(), scratch(), table, 0, stream)))


def test_low_prize_is_left_to_the_opponent() -> None:
    assert tips_card("SA S4 HK H9 H5 D3 C8", "D6", "H7") == "H5"


def test_high_prize_is_taken_with_the_cheapest_winner() -> None:
    assert tips_card("S4 HJ H9 H5 D3 C8", "DK", "H7") == "H9"


def test_trump_is_taken_even_with_an_ace() -> None:
    assert tips_card("S4 HA H5 D3 C8", "S2", "HK") == "HA"


def test_ace_is_not_spent_on_a_queen() -> None:
    assert tips_card("S4 HA H5 D3 C8", "DQ", "HK") == "H5"


def test_small_trump_buys_a_plain_ace_but_not_a_king() -> None:
    assert tips_card("S4 S3 D3 D5 C8", "DA", "H7") == "S3"
    assert tips_card("S4 S3 D3 D5 C8", "CK", "H7") == "D3"


def test_high_trump_is_not_spent_on_a_plain_ace() -> None:
    assert tips_card("SK D3 D5 C8", "DA", "H7") == "D3"


def test_played_honours_make_the_ten_a_high_card() -> None:
    """With the king in hand and ace and queen gone only the jack beats the ten (F45)."""
    assert tips_card("HJ H5 DK D3 C8", "DT", "H7") == "H5"
    assert tips_card("HJ H5 DK D3 C8", "DT", "H7", played="DA DQ") == "HJ"


def test_low_card_is_led_for_a_poor_prize() -> None:
    assert tips_card("SA S4 HK H9 D3 C8", "D6") == "D3"


def test_sure_card_is_led_for_a_trump() -> None:
    assert tips_card("SK S4 HA H9 D3 C8", "SQ") == "HA"


def test_strong_card_below_the_prize_is_led_for_a_plain_ace() -> None:
    assert tips_card("S4 HK H9 DJ D3 C8", "CA") == "HK"


def test_suit_that_the_opponent_can_ruff_is_not_led() -> None:
    assert tips_card("SA S4 HA H9 D3 C8", "SQ", voids="H") == "SA"


def test_cheap_winner_takes_a_trick_that_counts() -> None:
    hand = "SA S4 HK H9 H5 D3 C8"
    assert tips_card(hand, "D6", "H7", rule_set=ALL26) == "H9"


def test_free_play_lets_the_lowest_card_of_any_suit_be_thrown() -> None:
    assert tips_card("S4 HK H9 D3 C8", "D6", "H7", rule_set=FREE) == "D3"
