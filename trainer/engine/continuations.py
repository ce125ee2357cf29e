"""How a deal may go on after a card: one line of play in a typical world.

Typical is the world, of some hundreds, in which every card in question takes most
nearly what it takes on average, and what parts it from the best card is most nearly
what parts them on average. In it both players go on by the policy until phase one
ends, and then play best, with the cards that cost least among equals. The line holds
hidden cards: it is for after the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

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
TRIES = 5  # worlds played on until the lines come out as their world was to

type Pairs = Sequence[tuple[Card, Card]]
type Order = npt.NDArray[np.int64]
type Places = Sequence[tuple[int, int]]


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
    better: Pairs = (),
) -> tuple[Continuation, ...]:
    """Play on after each of the cards in the same typical world; about 50 ms.

    `better` names pairs of the cards, the one first that takes more on average. The same arguments
    give the same lines. Raises `IllegalCard` for a card that is not legal.
    """
    drawn = world_source(position, belief=belief, policy=policy, seed=seed).draw(worlds)
    lowest = {card: group[-1] for group in touching_groups(position) for card in group}
    choices = [(lowest.get(card, card).index, BY_RULES, BY_RULES, BY_RULES) for card in cards]
    outcomes = played_out(position, drawn, choices, policy)
    places = [(cards.index(one), cards.index(other)) for one, other in better]
    nearest = _nearest(outcomes, drawn.weights, places)[:TRIES]
    promised = _agreeing(outcomes[nearest[0]], places)
    tried: list[tuple[Continuation, ...]] = []
    for number in nearest:
        tried.append(_lines(drawn.world(position, int(number)).deal(position), position, cards, policy))
        if _agreeing(_counted(tried[-1]), places) >= promised:
            break
    return max(tried, key=lambda lines: _agreeing(_counted(lines), places))


def _nearest(outcomes: Outcomes, weights: Chances | None, places: Places) -> Order:
    """The worlds in which most pairs come out as they should, in order of how near the means they lie: of
    equal ones the weightiest, then the first."""
    means = np.average(outcomes, axis=0, weights=weights)
    best = int(np.argmax(means))
    behind = outcomes[:, [best]] - outcomes
    far = np.abs(np.hstack([outcomes - means, behind - (means[best] - means)])).max(axis=1)
    agreeing = np.array([_agreeing(row, places) for row in outcomes])
    lightness = np.zeros(len(outcomes)) if weights is None else -weights
    return np.lexsort((lightness, np.round(far, 9), -agreeing))


def _agreeing(tricks: Sequence[int] | Outcomes, places: Places) -> int:
    """In how many pairs the better card takes more."""
    return sum(int(tricks[one] > tricks[other]) for one, other in places)


def _counted(lines: Sequence[Continuation]) -> list[int]:
    return [line.counted for line in lines]


def _lines(deal: Deal, position: Position, cards: Sequence[Card], policy: str) -> tuple[Continuation, ...]:
    state = new_state(deal, position.rule_set)
    for card in played_cards(position):
        state = play(state, card)
    return tuple(_played_on(play(state, card), position, card, policy) for card in cards)


def _played_on(state: State, position: Position, card: Card, policy: str) -> Continuation:
    rng = Random(0)  # never asked by a policy that makes no errors
    while state.phase == 1:
        state = play(state, policy_card(POLICIES[policy], position_of(state, state.to_play), rng))
    while not state.is_over:
        state = play(state, best_card(ending_of(state)))
    tricks = state.finished_tricks[position.trick - 1 :]
    return Continuation(card, tricks, state.tricks_won[position.player], state.deal)
