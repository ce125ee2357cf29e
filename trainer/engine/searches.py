"""Searches that choose a card of phase one by playing worlds out: what `strong` and `ismcts` do.

Both draw worlds that fit what the player saw (`beliefs`) and know no more than that. The
same position and seed give the same card.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache

import numpy as np

from . import ending_kernel, ismcts_kernel, truncated_kernel
from .beliefs import UNIFORM
from .cards import Card
from .policies import POLICIES, scratch, table_of
from .positions import Position
from .weights_kernel import Weights
from .worlds import world_source

SEED_MASK = (1 << 63) - 1
TABLE_BITS = 15

_memory = threading.local()


@dataclass(frozen=True, slots=True)
class Truncated:
    """Truncated roll-outs: how many worlds, how many cards, how many tricks after the present one.

    The cards are the best ones by the policy's own values, one of each run of touching
    cards. The leaf is the net's value from both seats, or exact after phase one.
    """

    worlds: int = 100
    cards: int = 4
    tricks: int = 1
    policy: str = "net"
    belief: str = UNIFORM

    def card(self, position: Position, seed: int) -> Card:
        """The card with the highest mean; of equal ones the one that the policy prefers."""
        weights, table = shared_weights(self.policy), table_of(position)
        cards = np.zeros(self.cards, dtype=np.int64)
        count = truncated_kernel.best_cards(weights, scratch(), table, cards)
        if count == 1:
            return Card.from_index(int(cards[0]))
        values = np.zeros((self.worlds, count))
        source = world_source(position, belief=self.belief, policy=self.policy, seed=seed)
        worlds = source.draw(self.worlds)
        truncated_kernel.roll_out_truncated(
            ending_block(),
            weights,
            scratch(),
            table,
            worlds.hands,
            worlds.stocks,
            worlds.streams,
            cards[:count],
            self.tricks,
            values,
        )
        means = np.average(values, axis=0, weights=worlds.weights)
        return Card.from_index(int(cards[means.argmax()]))


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """Information-set Monte Carlo tree search: iterations, and how much the bound explores.

    Results are shares of the counted tricks, 0 to 1, and the roll-outs are random, as in
    the published agent.
    """

    iterations: int = 300
    exploration: float = 0.7
    policy: str = "random"

    def card(self, position: Position, seed: int) -> Card:
        """The card visited most often."""
        source = world_source(position, belief=UNIFORM, policy=self.policy, seed=seed)
        worlds = source.draw(self.iterations)
        card = ismcts_kernel.search_card(
            ending_block(),
            shared_weights(self.policy),
            scratch(),
            table_of(position),
            worlds.hands,
            worlds.stocks,
            worlds.streams,
            self.exploration,
        )
        return Card.from_index(card)


@cache
def shared_weights(policy: str) -> Weights:
    """A policy's weights, loaded once and not to be written to."""
    return POLICIES[policy].weights()


def ending_block() -> int:
    """The address of this thread's memory for exact endings."""
    if not hasattr(_memory, "block"):
        _memory.block = ending_kernel.new_block(TABLE_BITS)
    return int(_memory.block.ctypes.data)
