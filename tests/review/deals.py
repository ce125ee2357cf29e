"""Finished deals for the reviews: played by chance from a seed, and as they would be typed in."""

from __future__ import annotations

from random import Random

from trainer.engine.deals import shuffled_deal
from trainer.engine.rule_sets import BASE, RuleSet
from trainer.engine.state import State, legal_cards, new_state, play


def finished(seed: int, rule_set: RuleSet = BASE, dealer: int = 1) -> State:
    """A whole deal of random legal cards."""
    rng = Random(seed)
    state = new_state(shuffled_deal(rng, dealer), rule_set)
    while not state.is_over:
        state = play(state, rng.choice(legal_cards(state)))
    return state


def as_typed(end: State, seat: int = 0) -> list[str]:
    """The cards in the order in which the seat saw them."""
    words = []
    for trick in end.finished_tricks:
        if trick.upcard is not None:
            words.append(str(trick.upcard))
        words += [str(trick.lead), str(trick.reply)]
        if trick.drawn is not None and trick.winner != seat:
            words.append(str(trick.drawn[seat]))
    return words
