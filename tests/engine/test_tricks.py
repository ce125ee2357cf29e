"""One trick: who wins it and what may be played to it (F6, F7, F30, F42, W01, W04, W07)."""

import pytest

from tests.engine.strategies import card, cards
from trainer.engine.cards import PACK, Suit, format_cards
from trainer.engine.rule_sets import ALL26, BASE, FREE, FREE_ALL26, RULE_SETS
from trainer.engine.state import State, legal_cards
from trainer.engine.tricks import (
    IllegalCard,
    is_revoke,
    legal_replies,
    require_playable,
    trick_winner,
    without,
)


@pytest.mark.parametrize(
    ("lead", "reply", "winner"),
    [
        ("HA", "S2", "follower"),  # the lowest trump beats a plain ace
        ("S2", "HA", "leader"),  # no plain card beats a trump
        ("HA", "DA", "leader"),  # a plain card of another suit never wins
        ("H2", "DA", "leader"),
        ("H9", "HT", "follower"),
        ("HT", "H9", "leader"),
        ("HK", "HA", "follower"),
        ("S9", "ST", "follower"),
        ("SA", "SK", "leader"),
    ],
)
@pytest.mark.parametrize("leader", [0, 1])
def test_winner_with_spades_trump(lead, reply, winner, leader):
    expected = leader if winner == "leader" else 1 - leader
    assert trick_winner(card(lead), card(reply), Suit.SPADES, leader) == expected


@pytest.mark.parametrize("trump", list(Suit))
def test_every_pair_of_cards_by_counting_strength(trump):
    """Against another formulation: the higher number wins, a card that neither follows nor ruffs has 0."""

    def strength(one, led_suit):
        if one.suit is trump:
            return 100 + one.rank
        return one.rank if one.suit is led_suit else 0

    for lead in PACK:
        for reply in PACK:
            if lead != reply:
                replying_wins = strength(reply, lead.suit) > strength(lead, lead.suit)
                assert trick_winner(lead, reply, trump, 0) == int(replying_wins)


def test_the_upcard_does_not_decide_which_suit_is_followed():
    """Upcard D9, clubs led: the follower with clubs and diamonds must play a club (W07)."""
    state = State.parse(
        "state.base.1.C7S2S3S4S5S6S7S8S9STSJSQSK.C2C3D2D3D4D5D6D7D8H2H3H4H5"
        ".D9H6HTH7H8H9HJHQHKHASADTDJDQDKDAC4C5C6C8C9CTCJCQCKCA.C7"
    )
    assert format_cards(legal_cards(state)) == "C3 C2"


def test_who_can_follow_must_and_who_cannot_may_play_anything():
    hand = cards("SQ S4 H7 D2")
    assert legal_replies(hand, card("SA")) == cards("SQ S4")
    assert legal_replies(hand, card("CA")) == hand


def test_a_revoke_is_failing_to_follow_although_able():
    hand = cards("SQ S4 H7")
    assert is_revoke(card("H7"), hand, card("SA"))
    assert not is_revoke(card("S4"), hand, card("SA"))
    assert not is_revoke(card("H7"), hand, card("DA"))


def test_a_refusal_names_the_card_the_hand_and_the_suit():
    with pytest.raises(IllegalCard, match=r"^cannot play H7: hand holds SQ S4, spades led$"):
        require_playable(card("H7"), cards("SQ S4 H7"), card("SA"))
    with pytest.raises(IllegalCard, match=r"^cannot play D2: it is not in the hand SQ S4$"):
        require_playable(card("D2"), cards("SQ S4"), None)


def test_without_takes_one_card_out():
    assert without(cards("SQ S4 H7"), card("S4")) == cards("SQ H7")


def test_rule_sets_switch_following_and_counting_separately():
    assert list(RULE_SETS) == ["base", "free", "all26", "free-all26"]
    assert [rules.must_follow(13) for rules in (BASE, FREE, ALL26, FREE_ALL26)] == [True, False, True, False]
    assert all(rules.must_follow(14) for rules in RULE_SETS.values())
    assert [rules.counts(1) for rules in (BASE, FREE, ALL26, FREE_ALL26)] == [False, False, True, True]
    assert all(rules.counts(14) for rules in RULE_SETS.values())
