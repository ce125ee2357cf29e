"""How a deal may go on after a card: one line of play in a typical world.

Typical is the world, of some hundreds, in which every card in question takes most
nearly what it takes on average, and what parts it from the best card is most nearly
what parts them on average. In it both players go on by the policy until phase one
ends, and then play best, with the cards that cost least among equals. The line holds
hidden cards: it is for after the answer. Where two cards are asked to part, only worlds
are taken in which they do: a mean of half a trick is a whole trick in every second world.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from .beliefs import UNIFORM
from .cards import Card
from .deals import Deal
from .ending_positions import ending_of
from .endings import best_card
from .estimates import BASE_POLICY, BY_RULES, Outcomes, played_out, touching_groups
from .policies import POLICIES, policy_card
from .positions import Position, played_cards, position_of
from .state import State, Trick, new_state, play
from .worlds import Chances, world_source

TYPICAL_WORLDS = 300


@dataclass(frozen=True, slots=True)
class Continuation:
    """One way the deal goes on after `card`.

    `tricks` are the current one and all that follow; `counted` the tricks that count
    for the player in the whole deal, `deal` the world in which it is played.
    """

    card: Card
    tricks: tuple[Trick, ...]
    counted: int
    deal: Deal


def typical_continuations(  # noqa: PLR0913 - what fixes an estimate
    position: Position,
    cards: Sequence[Card],
    *,
    seed: int,
    worlds: int = TYPICAL_WORLDS,
    policy: str = BASE_POLICY,
    belief: str = UNIFORM,
    parted: bool = False,
) -> tuple[Continuation, ...]:
    """Play on after each of the cards in the same typical world; about 50 ms.

    With `parted` the first card takes at least a trick more than the others, if it does so in any world.
    The same arguments give the same lines. Raises `IllegalCard` for a card that is not legal.
    """
    drawn = world_source(position, belief=belief, policy=policy, seed=seed).draw(worlds)
    lowest = {card: group[-1] for group in touching_groups(position) for card in group}
    choices = [(lowest.get(card, card).index, BY_RULES, BY_RULES, BY_RULES) for card in cards]
    number = _typical(played_out(position, drawn, choices, policy), drawn.weights, parted)
    deal = drawn.world(position, number).deal(position)
    state = new_state(deal, position.rule_set)
    for card in played_cards(position):
        state = play(state, card)
    return tuple(_played_on(play(state, card), position, card, policy) for card in cards)


def _typical(outcomes: Outcomes, weights: Chances | None, parted: bool) -> int:
    """The world whose outcomes lie nearest to the means: of equal ones the weightiest, then the first."""
    means = np.average(outcomes, axis=0, weights=weights)
    best = int(np.argmax(means))
    behind = outcomes[:, [best]] - outcomes
    far = np.abs(np.hstack([outcomes - means, behind - (means[best] - means)])).max(axis=1)
    ahead = (outcomes[:, [0]] > outcomes[:, 1:]).all(axis=1)
    if parted and ahead.any():
        far[~ahead] = np.inf
    nearest = np.flatnonzero(far <= far.min() + 1e-9)
    return int(nearest[0] if weights is None else nearest[np.argmax(weights[nearest])])


def _played_on(state: State, position: Position, card: Card, policy: str) -> Continuation:
    rng = Random(0)  # never asked by a policy that makes no errors
    while state.phase == 1:
        state = play(state, policy_card(POLICIES[policy], position_of(state, state.to_play), rng))
    while not state.is_over:
        state = play(state, best_card(ending_of(state)))
    tricks = state.finished_tricks[position.trick - 1 :]
    return Continuation(card, tricks, state.tricks_won[position.player], state.deal)
