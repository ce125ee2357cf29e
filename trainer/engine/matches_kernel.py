"""Duplicate matches between two policies, compiled: phase one card by card, then the exact ending."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, int64, uint64, void

from trainer.engine.native import compiled
from trainer.engine.policy_kernel import choose
from trainer.engine.random_kernel import Stream, start_stream
from trainer.engine.rollout_kernel import counted_tricks
from trainer.engine.table_kernel import COUNTED, LEADER, LED, SIZE, TRICK, copy_table, play_card
from trainer.engine.weights_kernel import Weights, Work

Tables = npt.NDArray[np.int64]

DECISIONS = 64  # numbers of streams set aside for one game; a game of phase one has at most 26

_ints, _floats, _stream = int64[::1], float32[::1], uint64[::1]
_rows = int64[:, ::1]


@compiled(void(int64, _floats, _floats, _floats, _rows, _rows, int64, int64, _rows))
def play_pairs(
    block: int,
    first: Weights,
    second: Weights,
    work: Work,
    starts: Tables,
    stocks: Tables,
    seed: int,
    first_pair: int,
    tricks: Tables,
) -> None:
    """Play each deal twice, seats swapped; `tricks` (pairs × 2) becomes those of the policy `first`.

    A row of `starts` is the table before trick 1 with both hands, of `stocks` the stock
    below the first upcard.
    """
    table = np.zeros(starts.shape[1], dtype=np.int64)
    stream = np.zeros(1, dtype=np.uint64)
    for game in range(2 * len(starts)):
        pair, swapped = game // 2, game % 2
        copy_table(table, starts[pair])
        place, decision = 0, DECISIONS * (2 * first_pair + game)
        while table[TRICK] <= table[SIZE]:
            player = table[LEADER] if table[LED] < 0 else 1 - table[LEADER]
            start_stream(stream, seed, decision)
            weights = first if player == swapped else second
            card = choose(weights, work, table, player, stream)
            place = play_card(table, stocks[pair], place, player, card)
            decision += 1
        won = counted_tricks(block, table)
        tricks[pair, swapped] = table[SIZE] * (1 + table[COUNTED]) - won if swapped else won


@compiled(int64(_floats, _floats, _rows, _stream))
def choose_all(weights: Weights, work: Work, tables: Tables, stream: Stream) -> int:
    """Choose for player 0 in every table, to measure how long that takes; return the sum of the cards."""
    total = 0
    for row in range(len(tables)):
        total += choose(weights, work, tables[row], 0, stream)
    return total
