"""Hypothesis strategies and random play for the tests of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from trainer.engine.cards import PACK, Card, parse_cards
from trainer.engine.deals import Deal, deal_pack
from trainer.engine.rule_sets import RULE_SETS, RuleSet
from trainer.engine.state import State, legal_cards, new_state, play

rule_sets = st.sampled_from(list(RULE_SETS.values()))
deals = st.builds(deal_pack, st.permutations(PACK), st.sampled_from([0, 1]))
seeds = st.integers(0, 2**32 - 1)


def random_line(deal: Deal, rule_set: RuleSet, seed: int) -> Iterator[State]:
    """Every state of a deal in which both players choose at random among the legal cards."""
    rng = Random(seed)
    state = new_state(deal, rule_set)
    yield state
    while not state.is_over:
        state = play(state, rng.choice(legal_cards(state)))
        yield state


def random_states(*, plies: int, phase: int | None = None) -> st.SearchStrategy[State]:
    """States after up to `plies` random plays, of one phase if given."""

    def reach(deal: Deal, rule_set: RuleSet, seed: int, plays: int) -> State:
        line = random_line(deal, rule_set, seed)
        return next(state for ply, state in enumerate(line) if ply == plays)

    first = 26 if phase == 2 else 0
    last = min(plies, 25) if phase == 1 else plies
    return st.builds(reach, deals, rule_sets, seeds, st.integers(first, last))


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a literal such as `"SA HT"`."""
    return parse_cards(text)


def card(text: str) -> Card:
    """The card of a literal such as `"SA"`."""
    return Card.parse(text)
