"""Phase one in compiled code is the same play as card by card."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from trainer.engine.deals import shuffled_deal
from trainer.engine.played_phases import played_phase_one, policy_line
from trainer.engine.policies import POLICIES, WEIGHED, policy_card
from trainer.engine.positions import position_of
from trainer.engine.state import new_state, play


@pytest.mark.parametrize("name", [name for name in POLICIES if name != "random"])
def test_the_line_is_what_the_policy_plays_position_by_position(name: str) -> None:
    policy, rng = POLICIES[name], Random(3)
    for dealer in (0, 1, 0, 1):
        state = new_state(shuffled_deal(rng, dealer))
        for card in policy_line(state, policy, np.array([1], dtype=np.uint64)):
            assert card == policy_card(policy, position_of(state, state.to_play), rng)
            state = play(state, card)
        assert state.trick == 14


def test_the_same_seed_plays_the_same_deal_and_another_another() -> None:
    policy = WEIGHED.with_errors(0.3)
    states = [played_phase_one(policy, Random(seed)) for seed in (1, 1, 2)]
    assert states[0] == states[1] != states[2]
    assert all((state.phase, state.led, len(state.finished_tricks)) == (2, None, 13) for state in states)


def test_both_players_deal() -> None:
    assert {played_phase_one(WEIGHED, Random(seed)).deal.dealer for seed in range(20)} == {0, 1}
