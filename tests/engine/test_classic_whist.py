"""Classic whist for four: deal and play (F60-F62)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.strategies import card, cards, seeds
from trainer.engine.cards import PACK, NotationError, Suit, format_cards
from trainer.engine.classic_whist import (
    TOURNAMENT_ORDER,
    WhistDeal,
    WhistState,
    deal_with_turned_card,
    dealt_hands,
    legal_cards,
    new_whist_state,
    play,
    side_of,
    trick_winner,
    trump_in_turn,
)
from trainer.engine.tricks import IllegalCard

packs = st.permutations(PACK)
seats = st.integers(0, 3)


def random_line(state, seed):
    rng = Random(seed)
    yield state
    while not state.is_over:
        state = play(state, rng.choice(legal_cards(state)))
        yield state


def test_cards_go_one_at_a_time_clockwise_from_the_dealers_left():
    deal = deal_with_turned_card(PACK, dealer=0)
    assert [str(hand[0]) for hand in deal.hands] == ["S5", "S2", "S3", "S4"]
    assert [len(hand) for hand in deal.hands] == [13] * 4


def test_the_last_card_is_the_dealers_and_makes_trump():
    deal = deal_with_turned_card(PACK, dealer=2)
    assert (str(deal.turned), deal.trump) == ("CA", Suit.CLUBS)
    assert deal.hands[2][-1] == card("CA")


def test_partners_sit_opposite():
    assert [side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_the_dealers_left_leads_and_the_turned_card_lies_until_the_dealers_turn():
    state = new_whist_state(deal_with_turned_card(PACK, dealer=0))
    shown = []
    for _turn in range(5):
        shown.append((state.to_play, str(state.shown_card or "-")))
        state = play(state, legal_cards(state)[0])
    assert shown[:4] == [(1, "CA"), (2, "CA"), (3, "CA"), (0, "-")]
    assert state.shown_card is None


def test_trump_goes_round_in_tournaments_with_a_deal_without():
    assert [str(trump_in_turn(n)) for n in range(1, 6)] == ["H", "D", "S", "C", "H"]
    with_no_trump = (*TOURNAMENT_ORDER, None)
    assert [trump_in_turn(n, with_no_trump) for n in (4, 5, 6)] == [Suit.CLUBS, None, Suit.HEARTS]
    with pytest.raises(ValueError, match="deal 0"):
        trump_in_turn(0)


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("H9 HK S2 HA", "S", 2),  # the lowest trump beats all plain cards
        ("H9 S3 S2 HA", "S", 1),  # the higher of two trumps
        ("H9 HK DA HQ", "S", 1),  # a plain card of another suit never wins
        ("S9 SK H2 SA", "S", 3),  # trumps led
        ("H2 S3 D4 CA", None, 0),  # no trump: only the led suit
        ("H2 S3 D4 H5", None, 3),
    ],
)
@pytest.mark.parametrize("leader", range(4))
def test_highest_trump_else_highest_of_the_led_suit_wins(trick, trump, winner, leader):
    suit = Suit(trump) if trump else None
    assert trick_winner(cards(trick), suit, leader) == (leader + winner) % 4


@given(packs, seats, seeds)
@settings(max_examples=40, deadline=None)
def test_every_deal_has_thirteen_tricks_and_every_line_parses_back(pack, dealer, seed):
    *_, end = random_line(new_whist_state(deal_with_turned_card(pack, dealer)), seed)
    assert sum(end.tricks_won) == len(end.finished_tricks) == 13
    assert set(end.plays) == set(PACK)
    assert end.finished_tricks[0].leader == (dealer + 1) % 4
    for before, after in zip(end.finished_tricks, end.finished_tricks[1:], strict=False):
        assert after.leader == before.winner
    assert WhistState.parse(end.notation()) == end


@given(packs, seats, seeds)
@settings(max_examples=20, deadline=None)
def test_who_can_follow_must(pack, dealer, seed):
    for state in random_line(new_whist_state(deal_with_turned_card(pack, dealer)), seed):
        led = state.table[0].suit if state.table else None
        following = {held for held in state.hand if held.suit is led}
        assert set(legal_cards(state)) == (following or set(state.hand))


def test_a_refusal_names_the_reason():
    state = new_whist_state(deal_with_turned_card(PACK, dealer=0))
    state = play(state, card("S2"))
    held = format_cards(held for held in state.hand if held.suit is Suit.SPADES)
    wrong = next(held for held in state.hand if held.suit is not Suit.SPADES)
    with pytest.raises(IllegalCard, match=f"^cannot play {wrong}: hand holds {held}, spades led$"):
        play(state, wrong)
    with pytest.raises(IllegalCard, match="it is not in the hand"):
        play(state, card("S2"))


def test_a_deal_refuses_a_wrong_turned_card():
    hands = dealt_hands(PACK, 0)
    with pytest.raises(NotationError, match="S2 is turned: the dealer's last card is CA"):
        WhistDeal(hands, 0, Suit.SPADES, card("S2"))
    with pytest.raises(NotationError, match="CA is turned: trump cannot be none"):
        WhistDeal(hands, 0, None, card("CA"))
    with pytest.raises(NotationError, match="4 is no seat"):
        WhistDeal(hands, 4, None)
    with pytest.raises(NotationError, match="a pack of 51 cards"):
        dealt_hands(PACK[:51], 0)
    assert WhistDeal(hands, 0, None).turned is None


def test_a_notation_names_the_play_that_is_illegal():
    start = new_whist_state(deal_with_turned_card(PACK, dealer=0)).notation()
    assert start.startswith("whist.0.C.CA.") and start.endswith(".-")
    with pytest.raises(NotationError, match="play 2: cannot play S2: it is not in the hand"):
        WhistState.parse(start[:-1] + "S2S2")
    with pytest.raises(NotationError, match="'7' is no seat"):
        WhistState.parse(start.replace("whist.0", "whist.7"))
