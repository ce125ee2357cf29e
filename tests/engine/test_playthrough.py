"""The golden play-through W11: every winner, legal count, draw and hand (W04, W06, W08, F4, F8, F9)."""

from collections import Counter

import pytest

from tests.engine.strategies import card, cards
from tests.engine.w11 import PLAYS, w11_after, w11_states
from trainer.engine.cards import Suit, format_cards
from trainer.engine.ending_positions import ending_of
from trainer.engine.rule_sets import FREE
from trainer.engine.state import IllegalCard, State, legal_cards, play


def test_winners_of_tricks_1_to_13():
    winners = [trick.winner for trick in w11_states()[-1].finished_tricks]
    assert winners == [1, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]
    assert w11_states()[-1].phase_one_tricks == (5, 8)


def test_each_trick_is_led_by_the_winner_of_the_last():
    tricks = w11_states()[-1].finished_tricks
    assert tricks[0].leader == 0
    assert [trick.leader for trick in tricks[1:]] == [trick.winner for trick in tricks[:-1]]


def test_the_follower_has_these_numbers_of_legal_cards():
    counts = [len(legal_cards(state)) for state in w11_states() if state.led is not None]
    assert counts == [3, 13, 3, 2, 2, 4, 7, 3, 3, 5, 4, 2, 6]


def test_the_leader_may_always_play_all_13():
    assert all(len(legal_cards(state)) == 13 for state in w11_states() if state.led is None)


def test_upcards_turn_up_one_a_trick():
    upcards = [state.upcard for state in w11_states() if state.led is None]
    assert upcards == [*cards("SJ S2 C2 H7 SK DK HK DA D9 D2 HQ DQ CA"), None]


def test_trump_stays_spades_whatever_is_turned_up():
    assert {state.trump for state in w11_states()} == {Suit.SPADES}


def test_the_winner_takes_the_upcard_and_the_loser_the_hidden_card():
    first = w11_after(1)
    assert first.finished_tricks[0].drawn == (card("CQ"), card("SJ"))
    assert card("SJ") in first.hands[1]
    assert card("CQ") in first.hands[0]
    assert first.stock_left[0] == card("S2")


def test_final_hands_and_leader():
    end = w11_states()[-1]
    assert format_cards(end.hands[0]) == "SA SQ HK HQ H8 D9 D5 CA CK C9 C6 C5 C3"
    assert format_cards(end.hands[1]) == "SJ HJ H5 H3 DK DQ DJ DT D8 D2 CT C8 C2"
    assert (end.leader, end.to_play, end.trick, end.phase) == (0, 0, 14, 2)
    assert (end.upcard, end.stock_left) == (None, ())
    assert ending_of(end).notation() == "phase2.S.0.SASQHKHQH8D9D5CACKC9C6C5C3.SJHJH5H3DKDQDJDTD8D2CTC8C2.-"


def test_phase_changes_after_trick_13():
    assert [w11_after(tricks).phase for tricks in (0, 12, 13)] == [1, 1, 2]


def test_spades_led_leaves_only_spades_and_the_ace_of_hearts_is_refused():
    state = w11_after(0, led=True)
    before = state.notation()
    assert format_cards(legal_cards(state)) == "S9 S8 S5"
    with pytest.raises(IllegalCard, match=r"^cannot play HA: hand holds S9 S8 S5, spades led$"):
        play(state, card("HA"))
    assert state.notation() == before
    assert (state.trick, state.to_play, state.phase_one_tricks) == (1, 1, (0, 0))


def test_with_free_play_the_ace_of_hearts_is_legal_and_loses():
    state = play(State.parse(w11_after(0, led=True).notation().replace("base", "free")), card("HA"))
    assert state.rule_set is FREE
    assert state.finished_tricks[0].winner == 0


def test_every_card_is_played_as_the_fixture_says_and_the_notation_leads_back():
    end = w11_states()[-1]
    assert list(end.plays) == PLAYS
    assert State.parse(end.notation()) == end


def test_seen_from_the_state_all_cards_are_there_at_every_ply():
    for state in w11_states():
        everywhere = Counter((*state.hands[0], *state.hands[1], *state.stock_left, *state.plays))
        assert len(everywhere) == everywhere.total() == 52
