"""Drawing many worlds at once, compiled: what searches by sampling play in.

A *world* is a row of integers: the other hand as a set of cards, then the stock below
the upcard, from the top.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float64, int64, void

from trainer.engine.belief_kernel import sample_history
from trainer.engine.native import compiled
from trainer.engine.random_kernel import start_stream
from trainer.engine.table_kernel import Words

Worlds = npt.NDArray[np.int64]
WORLD_HAND, WORLD_STOCK = 0, 1

_ints, _sums = int64[::1], float64[::1]


@compiled(
    void(
        int64,
        _ints,
        _ints,
        _ints,
        _ints,
        _ints,
        int64,
        int64,
        float64[:, ::1],
        _sums,
        _ints,
        int64,
        int64,
        int64[:, ::1],
    )
)
def draw_worlds(
    known: int,
    cards: Words,
    first: Words,
    last: Words,
    draws: Words,
    fitting: Words,
    dealt: int,
    dealt_fitting: int,
    ways: npt.NDArray[np.float64],
    chances: npt.NDArray[np.float64],
    unplayed: Words,
    seed: int,
    first_world: int,
    worlds: Worlds,
) -> None:
    """Fill the rows of `worlds` with worlds `first_world`, … of a seed.

    From `cards` to `unplayed` as in `sample_history`; `known` are the cards of the other
    hand that the player knows.
    """
    stream = np.zeros(1, dtype=np.uint64)
    order = np.zeros_like(unplayed)
    slots = np.zeros(dealt + len(draws), dtype=np.int64)
    for row in range(len(worlds)):
        start_stream(stream, seed, first_world + row)
        used = sample_history(
            stream,
            cards,
            first,
            last,
            draws,
            fitting,
            dealt,
            dealt_fitting,
            ways,
            chances,
            unplayed,
            order,
            slots,
        )
        hand = known
        for place in range(used):
            hand |= 1 << order[place]
        worlds[row, WORLD_HAND] = hand
        for place in range(used, len(order)):
            worlds[row, WORLD_STOCK + place - used] = order[place]
