"""What a history tells about the other hand: slots, plays and voids (F45, F46, F30)."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import card
from tests.engine.w11 import w11_after
from trainer.engine.cards import Suit
from trainer.engine.histories import DEALT, PlayedCard, Slot, Void
from trainer.engine.history_checks import unmatched
from trainer.engine.positions import opponent_slots, opponent_voids, position_of
from trainer.engine.rule_sets import FREE
from trainer.engine.state import State


def seen_by_1_after(tricks):
    return position_of(w11_after(tricks, led=w11_after(tricks).leader == 0), 1)


def test_thirteen_slots_are_dealt_and_one_a_trick_is_filled():
    """Player 0 loses tricks 1-4 (hidden draws), wins trick 5 and takes SK."""
    slots = opponent_slots(seen_by_1_after(5))
    assert slots == (*[Slot(DEALT)] * 13, *[Slot(trick) for trick in (1, 2, 3, 4)], Slot(5, card("SK")))


def test_a_discard_on_diamonds_shows_a_void_in_that_trick():
    assert opponent_voids(seen_by_1_after(3)) == (Void(2, Suit.DIAMONDS),)


def test_the_void_forbids_the_suit_only_in_slots_filled_before_it():
    view = seen_by_1_after(3).opponent
    diamond = card("D4")
    assert not view.may_have_held(DEALT, diamond)
    assert not view.may_have_held(1, diamond)
    assert view.may_have_held(2, diamond)
    assert view.may_have_held(DEALT, card("H4"))


def test_a_card_played_before_the_void_may_have_been_there():
    view = seen_by_1_after(3).opponent
    assert view.may_have_held(DEALT, card("D4"), played_at=1)
    assert not view.may_have_held(DEALT, card("D4"), played_at=3)


def test_a_card_cannot_be_played_before_its_slot_is_filled():
    view = seen_by_1_after(3).opponent
    assert not view.may_have_held(3, card("H4"), played_at=3)
    assert view.may_have_held(3, card("H4"), played_at=4)


def test_known_and_hidden_parts_of_the_hand():
    """In eleven tricks player 0 took SK, HK, D9 and HQ, and played SK to the last of them."""
    view = seen_by_1_after(11).opponent
    assert [str(slot.upcard) for slot in view.known_slots] == ["SK", "HK", "D9", "HQ"]
    assert len(view.hidden_slots) == 20
    assert [str(one) for one in view.known_cards] == ["HK", "D9", "HQ"]
    assert PlayedCard(11, card("SK")) in view.plays
    assert PlayedCard(11, card("SK")) not in view.hidden_plays
    assert PlayedCard(12, card("S3")) in view.hidden_plays


def test_free_play_shows_no_void():
    free = State.parse(w11_after(3).notation().replace("base", "free"))
    assert free.rule_set is FREE
    assert opponent_voids(position_of(free, 1)) == ()


@given(st.lists(st.sets(st.integers(0, 4)), min_size=1, max_size=5))
def test_matching_agrees_with_trying_every_order(wishes):
    left, right = range(len(wishes)), range(5)
    by_trying = any(
        all(choice in wish for wish, choice in zip(wishes, order, strict=False))
        for order in permutations(right, len(wishes))
    )
    found = unmatched(left, right, lambda item, choice: choice in wishes[item])
    assert (found is None) == by_trying
