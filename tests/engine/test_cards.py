"""Cards: the pack, the order of ranks and the text forms (F2, W03)."""

import pytest

from tests.engine.strategies import card, cards
from trainer.engine.cards import PACK, Card, NotationError, Rank, Suit, format_cards, parse_cards


def test_the_pack_has_52_distinct_cards():
    assert len(PACK) == len(set(PACK)) == 52


def test_ranks_run_from_two_to_ace():
    in_order = [card(f"H{rank}").rank for rank in "23456789TJQKA"]
    assert in_order == sorted(in_order) == list(Rank)


def test_ten_beats_nine_and_loses_to_the_jack():
    assert card("H9").rank < card("HT").rank < card("HJ").rank


@pytest.mark.parametrize("text", ["HT", "H10", "hT", "h10", "ht"])
def test_all_spellings_of_the_ten_are_one_card(text):
    assert Card.parse(text) == Card(Suit.HEARTS, Rank.TEN)


@pytest.mark.parametrize(
    "text", ["", "H", "H1", "H11", "HE", "HD", "HKn", "TH", "10H", "XA", "SAS", "♠A", "S A", "H0"]
)
def test_anything_else_is_refused_by_name(text):
    with pytest.raises(NotationError) as refusal:
        Card.parse(text)
    assert repr(text) in str(refusal.value) or repr(text[:1]) in str(refusal.value)


def test_a_hand_sorts_the_ten_between_jack_and_nine():
    assert format_cards(sorted(cards("H9 HJ HT H2 HA CA S2"))) == "S2 HA HJ HT H9 H2 CA"


def test_text_and_index_of_every_card_lead_back_to_it():
    for place, one in enumerate(PACK):
        assert Card.parse(str(one)) == one
        assert one.index == place
        assert Card.from_index(place) is one


@pytest.mark.parametrize("index", [-1, 52])
def test_an_index_outside_the_pack_is_refused(index):
    with pytest.raises(IndexError, match=str(index)):
        Card.from_index(index)


def test_touching_cards_are_neighbours_of_one_suit():
    assert card("SA").touches(card("SK"))
    assert not card("SA").touches(card("SQ"))
    assert not card("SA").touches(card("HK"))


def test_cards_are_read_between_spaces_or_commas():
    assert parse_cards("SA, H10  D2") == cards("SA HT D2")
    assert parse_cards("") == ()
