"""Truncated roll-outs, compiled: a few tricks by a policy in each world, then a value for the rest.

The rest is worth what the net says, averaged from both seats, since each sees what the
other doesn't; once phase one has ended it is exact. All cards are tried in the same
worlds. A few tricks in many worlds play better than few worlds played to the end
(measured: see `searches`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int64, uint64, void

from trainer.engine.native import compiled, lowest_bit
from trainer.engine.net_kernel import boundary_value, net_values
from trainer.engine.random_kernel import Stream
from trainer.engine.rollout_kernel import counted_tricks, play_trick
from trainer.engine.table_kernel import (
    COUNTED,
    HANDS,
    SIZE,
    TRICK,
    WON,
    Table,
    Words,
    copy_table,
    finished_cards,
    legal_cards,
    play_card,
    touch,
)
from trainer.engine.weights_kernel import Weights, Work

Rows = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

_ints, _floats, _stream = int64[::1], float32[::1], uint64[::1]
_rows, _values = int64[:, ::1], float64[:, ::1]


@compiled(int64(_ints, int64), inside=True)
def one_of_each_run(table: Table, player: int) -> int:
    """The legal cards without those that touch a lower one."""
    gone = finished_cards(table)
    runs, left, last = 0, legal_cards(table, player), -1
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if last < 0 or not touch(last, card, gone):
            runs |= 1 << card
        last = card
    return runs


@compiled(void(int64, _floats, _floats, _ints, _ints, _rows, _stream, _ints, int64, _values, _ints, _stream))
def roll_out_truncated(
    block: int,
    weights: Weights,
    work: Work,
    start: Table,
    hands: Words,
    stocks: Rows,
    streams: Stream,
    cards: Words,
    tricks: int,
    values: Values,
    table: Table,
    stream: Stream,
) -> None:
    """Fill `values` (worlds × cards) with the tricks expected for player 0 after each of `cards`.

    Those of the whole deal that count. `start` is the table without the other hand, player
    0 to move; the worlds are as in `worlds.Worlds`. `tricks` more are played
    after the present one, with the same random numbers for each card. `table` and `stream`
    are scratch memory.
    """
    size, counted = start[SIZE], start[COUNTED]
    end = min(start[TRICK] + 1 + tricks, size + 1)
    left = size + counted * (size + 1 - end)
    for world in range(len(hands)):
        stock = stocks[world]
        for choice in range(len(cards)):
            stream[0] = streams[world]
            copy_table(table, start)
            table[HANDS + 1] = hands[world]
            place = play_card(table, stock, 0, 0, cards[choice])
            while table[TRICK] < end:
                place = play_trick(weights, work, table, stock, place, stream)
            if end > size:
                values[world, choice] = counted_tricks(block, table)
                continue
            mine = boundary_value(weights, work, table, 0)
            theirs = boundary_value(weights, work, table, 1)
            values[world, choice] = 0.5 * (mine + left - theirs) + counted * table[WON]


@compiled(int64(_floats, _floats, _ints, _ints, _floats))
def best_cards(weights: Weights, work: Work, table: Table, cards: Words, values: Weights) -> int:
    """Fill `cards` with player 0's best cards by the net, the best first; return how many there are.

    One of each run of touching cards is looked at. `values` (52) receives what each is worth.
    """
    net_values(weights, work, table, 0, values)
    count, left = 0, one_of_each_run(table, 0)
    while left:
        card = lowest_bit(left)
        left &= left - 1
        place = min(count, len(cards))
        while place > 0 and values[cards[place - 1]] < values[card]:
            if place < len(cards):
                cards[place] = cards[place - 1]
            place -= 1
        if place < len(cards):
            cards[place] = card
            count = min(count + 1, len(cards))
    return count
