"""The deal and the shuffle (F3, F4, F9, W06, W17)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from tests.engine.strategies import cards, deals, seeds
from tests.engine.w11 import FIXTURE, w11_deal
from trainer.engine.cards import PACK, NotationError, Suit, format_cards
from trainer.engine.deals import Deal, deal_pack, fresh_seed, shuffled_deal

W11 = (
    "deal.1.H4C6CKS4S6C5CJH9C9SQSTH6C3.HTH5S5H3CTC8D3D8HAS8C4S9DJ"
    ".SJCQS2D5C2D4H7H2SKC7DKD7HKD6DASAD9DTD2S3HQS7DQH8CAHJ"
)


def test_cards_are_dealt_one_at_a_time_to_the_opponent_first():
    for dealer in (0, 1):
        deal = deal_pack(PACK, dealer)
        assert deal.hands[1 - dealer][:2] == (PACK[0], PACK[2])
        assert deal.hands[dealer][:2] == (PACK[1], PACK[3])
        assert deal.stock == PACK[26:]
        assert deal.pack == PACK


def test_w11_hands_and_notation():
    deal = w11_deal()
    assert [format_cards(hand) for hand in deal.hands] == FIXTURE["hands"]
    assert deal.notation() == W11


def test_upcards_are_the_odd_stock_cards_and_hidden_cards_the_even_ones():
    deal = w11_deal()
    assert deal.upcards == cards("SJ S2 C2 H7 SK DK HK DA D9 D2 HQ DQ CA")
    assert deal.hidden_cards == cards("CQ D5 D4 H2 C7 D7 D6 SA DT S3 S7 H8 HJ")
    assert deal.trump is Suit.SPADES


@given(deals)
def test_notation_leads_back_to_the_deal(deal):
    assert Deal.parse(deal.notation()) == deal


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SJCQ", "SJSJ", "SJ comes twice in the deal"),
        ("H4C6CK", "H4H4CK", "H4 comes twice in the deal"),
        ("H4C6CK", "H4CK", "player 0 is dealt 12 cards: expected 13"),
        ("CAHJ", "CA", "the stock has 25 cards: expected 26"),
        ("SJCQ", "SJCX", "'CX' is no card"),
        ("SJCQ", "SJC", "'CS' is no card"),
        ("CAHJ", "CAH", "'H' is no card"),
        ("deal.1", "deal.2", "'2' is no player: expected 0 or 1"),
        ("deal.1", "state.1", "'state' starts no deal notation"),
        ("deal.1", "deal", "a deal notation has dealer hand-0 hand-1 stock: found 3 fields"),
        (".SJCQ", "..SJCQ", "found 5 fields"),
    ],
)
def test_a_wrong_notation_is_refused_with_its_reason(old, new, message):
    with pytest.raises(NotationError, match=message):
        Deal.parse(W11.replace(old, new, 1))


def test_an_empty_field_of_cards_is_refused():
    with pytest.raises(NotationError, match="a field of cards is empty"):
        Deal.parse("deal.1...")


@given(seeds)
def test_the_same_seed_gives_the_same_deal(seed):
    assert shuffled_deal(Random(seed), dealer=0) == shuffled_deal(Random(seed), dealer=0)


def test_another_seed_gives_another_deal():
    assert len({shuffled_deal(Random(seed)).pack for seed in range(200)}) == 200


def test_fresh_seeds_are_long_and_differ():
    drawn = {fresh_seed() for _ in range(100)}
    assert len(drawn) == 100
    assert max(drawn).bit_length() > 100


def test_every_card_comes_equally_often_to_every_place():
    """52,000 deals: chi-square over 52 x 52 with 2,601 degrees of freedom, and trump a quarter each (W17)."""
    rng = Random(1717)
    packs = [shuffled_deal(rng).pack for _ in range(52_000)]
    counts = [Counter(pack[place] for pack in packs) for place in range(52)]
    chi_square = sum((count[card] - 1000) ** 2 / 1000 for count in counts for card in PACK)
    assert chi_square < 2962
    trumps = Counter(pack[26].suit for pack in packs)
    for suit in Suit:
        assert trumps[suit] / 52_000 == pytest.approx(0.25, abs=0.008)
