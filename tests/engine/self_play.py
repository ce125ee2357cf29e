"""Positions of phase one reached by the weighed policy with errors, and the states they come from."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from trainer.engine.deals import shuffled_deal
from trainer.engine.policies import WEIGHED, policy_card
from trainer.engine.positions import Position, position_of
from trainer.engine.rule_sets import BASE, RuleSet
from trainer.engine.state import State, legal_cards, new_state, play


def phase_one_states(seed: int, errors: float = 0.3, rule_set: RuleSet = BASE) -> Iterator[State]:
    """Every state of phase one of a deal; under free play the cards are random."""
    rng = Random(seed)
    policy = WEIGHED.with_errors(errors)
    state = new_state(shuffled_deal(rng, rng.randrange(2), rule_set.pack.cards), rule_set)
    while state.phase == 1:
        yield state
        if rule_set is BASE:
            card = policy_card(policy, position_of(state, state.to_play), rng)
        else:
            card = rng.choice(legal_cards(state))
        state = play(state, card)


def phase_one_positions(seed: int, errors: float = 0.3, rule_set: RuleSet = BASE) -> Iterator[Position]:
    """The decisions of one deal, as the players to move see them."""
    return (position_of(state, state.to_play) for state in phase_one_states(seed, errors, rule_set))
