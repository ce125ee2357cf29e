"""Phase one seen to its end from one seat: it parses back, and the other hand follows from it (F12)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from tests.engine.strategies import random_states
from tests.engine.w11 import w11_after
from trainer.engine.cards import NotationError, format_cards
from trainer.engine.deals import shuffled_deal
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.seen_phases import SeenPhase, opponent_hand, seen_phase, seen_taken
from trainer.engine.state import legal_cards, new_state, play

W11 = seen_phase(w11_after(13), 0)


def test_the_other_hand_of_a_real_deal_is_known_by_elimination() -> None:
    assert format_cards(W11.hand) == "SA SQ HK HQ H8 D9 D5 CA CK C9 C6 C5 C3"
    assert format_cards(opponent_hand(W11)) == "SJ HJ H5 H3 DK DQ DJ DT D8 D2 CT C8 C2"
    assert (W11.leader, str(W11.trump)) == (0, "S")


def test_upcards_that_were_taken_and_kept_are_known_without_elimination() -> None:
    assert format_cards(seen_taken(W11)) == "SJ C2 DK D2 DQ"


@given(random_states(plies=52, phase=2))
@settings(deadline=None, max_examples=40)
def test_both_seats_know_the_other_hand_and_their_notations_parse_back(state) -> None:  # type: ignore[no-untyped-def]
    start = state.deal
    for player in (0, 1):
        phase = seen_phase(state, player)
        assert SeenPhase.parse(phase.notation()) == phase
        assert phase.dealt == tuple(sorted(start.hands[player]))
        assert not set(seen_taken(phase)) - set(opponent_hand(phase))
        assert opponent_hand(phase) == seen_phase(state, 1 - player).hand


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=str)
def test_the_hand_is_the_one_that_phase_one_left(rule_set) -> None:  # type: ignore[no-untyped-def]
    rng = Random(5)
    state = new_state(shuffled_deal(rng), rule_set)
    while state.phase == 1:
        state = play(state, rng.choice(legal_cards(state)))
    assert seen_phase(state, 1).hand == state.hands[1]
    assert opponent_hand(seen_phase(state, 1)) == state.hands[0]


def test_a_notation_names_the_cards_that_the_player_has_seen_and_no_other() -> None:
    state = w11_after(13)
    named = {str(card) for card in (*W11.hand, *state.plays, *state.deal.upcards, *state.deal.hands[0])}
    named |= {str(trick.drawn[0]) for trick in state.finished_tricks if trick.drawn}
    _, _, _, _, hand, rows = W11.notation().split(".")
    text = hand + rows.replace("_", "")
    assert {text[place : place + 2] for place in range(0, len(text), 2)} == named


def test_phase_one_must_be_finished() -> None:
    with pytest.raises(ValueError, match="trick 13 belongs to phase one"):
        seen_phase(w11_after(12), 0)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.rpartition("_")[0], "12 tricks are finished: phase one has 13"),
        (lambda text: text.replace("seen", "phase1"), "starts no seen notation"),
        (lambda text: text.replace(".0.1.", ".0.0."), "trick 1: CQ was drawn but is neither in the hand nor"),
        (lambda text: text.replace(".SASQ", ".HJSQ"), "trick 8: SA was drawn but is neither in the hand nor"),
        (lambda text: text.replace("_S2D3H9D5", "_S2D5H9D3"), "trick 2"),
    ],
)
def test_a_history_that_cannot_be_is_refused(change, reason: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(NotationError, match=reason):
        SeenPhase.parse(change(W11.notation()))
