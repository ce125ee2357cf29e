"""Two leads compared step by step, compiled; `splits.py` says what the steps are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, int64, uint64, void

from trainer.engine.native import compiled
from trainer.engine.policy_kernel import choose
from trainer.engine.rollout_kernel import play_out
from trainer.engine.table_kernel import (
    HANDS,
    LED,
    TRUMP,
    Table,
    Words,
    beats,
    copy_table,
    finish_trick,
    take_card,
)
from trainer.engine.weights_kernel import Weights, Work

_ints, _floats = int64[::1], float32[::1]

STEPS = 5  # columns of tricks: spent, reply, prize and lead change one after the other


@compiled(void(_ints, _ints, int64), inline=True)
def _set_up(table: Table, start: Table, hand: int) -> None:
    copy_table(table, start)
    table[HANDS + 1] = hand


@compiled(int64(_floats, _floats, _ints, int64, uint64[::1]), inside=True)
def reply_to(weights: Weights, work: Work, table: Table, lead: int, stream: npt.NDArray[np.uint64]) -> int:
    """Player 0 leads a card; return what the opponent would answer."""
    take_card(table, 0, lead)
    table[LED] = lead
    return choose(weights, work, table, 1, stream)


@compiled()
def play_two_leads(
    block: int,
    weights: Weights,
    work: Work,
    start: Table,
    hands: Words,
    stocks: npt.NDArray[np.int64],
    streams: npt.NDArray[np.uint64],
    leads: Words,
    tricks: npt.NDArray[np.int8],
    wins: npt.NDArray[np.int8],
    table: Table,
    replies: Words,
    winners: Words,
    stream: npt.NDArray[np.uint64],
) -> None:
    """Fill `tricks` (worlds × STEPS) and `wins` (worlds × 2: does each of the two `leads` win the trick).

    Column 0 is the first lead, the last one the second; in between the card
    led, the reply, who draws the upcard and who leads next change over, in this order.
    Who wins the trick itself, where it counts, changes with the last. What follows is
    scratch memory: a table, two words, two words and a stream.
    """
    for world in range(len(hands)):
        for which in range(2):
            _set_up(table, start, hands[world])
            stream[0] = streams[world]
            replies[which] = reply_to(weights, work, table, leads[which], stream)
            winners[which] = 1 if beats(replies[which], leads[which], table[TRUMP]) else 0
            wins[world, which] = 1 - winners[which]
        after = stream[0]
        for step in range(STEPS):
            if step >= 3 and winners[0] == winners[1]:
                tricks[world, step] = tricks[world, 2]
                continue
            _set_up(table, start, hands[world])
            stream[0] = after
            lead, reply = leads[int(step >= 2)], replies[int(step >= 2)]
            drawer, leader = winners[int(step >= 3)], winners[int(step >= 4)]
            take_card(table, 0, leads[int(step >= 1)])
            take_card(table, 1, reply)
            place = finish_trick(table, stocks[world], 0, lead, reply, leader, drawer, leader)
            tricks[world, step] = play_out(block, weights, work, table, stocks[world], place, stream)
