"""Drawing worlds and playing cards out in them, compiled; `worlds.py` and `estimates.py` say why."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int8, int64, uint64, void

from trainer.engine.belief_kernel import sample_history
from trainer.engine.inference_kernel import history_chance
from trainer.engine.native import compiled
from trainer.engine.random_kernel import next_unit, start_stream
from trainer.engine.rollout_kernel import play_card_out
from trainer.engine.table_kernel import HANDS, Table, Words, copy_table
from trainer.engine.weights_kernel import Weights, Work

Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
Streams = npt.NDArray[np.uint64]

_ints, _rows, _floats = int64[::1], int64[:, ::1], float32[::1]
_numbers, _streams = float64[::1], uint64[::1]


@compiled(
    void(
        _ints, _ints, _ints, _ints, _ints, int64, int64, float64[:, ::1], _numbers, _ints,
        _floats, _floats, _rows, _ints, _ints, _ints, _ints, float64, float64, float64,
        int64, int64, int64, _ints, _rows, _rows, _streams, _numbers,
        _ints, _floats, _ints, _streams, _streams,
    )
)  # fmt: skip
def draw_worlds(
    cards: Words,
    first: Words,
    last: Words,
    draws: Words,
    fitting: Words,
    dealt: int,
    dealt_fitting: int,
    ways: npt.NDArray[np.float64],
    chances: Numbers,
    unplayed: Words,
    weights: Weights,
    work: Work,
    tables: Rows,
    plays: Words,
    drawn: Words,
    taken: Words,
    given: Words,
    heat: float,
    floor: float,
    least: float,
    known: int,
    seed: int,
    first_world: int,
    hands: Words,
    stocks: Rows,
    slots: Rows,
    streams: Streams,
    worths: Numbers,
    table: Table,
    values: Weights,
    order: Words,
    stream: Streams,
    aside: Streams,
) -> None:
    """Draw N worlds: `hands` (N), `stocks` (N × cards left), `slots` (N × slots), `worths` (N).

    The first arguments are those of `sample_history`, those from `weights` to `floor` of
    `history_chance`. A world whose chance lies below `least` is drawn anew unless a
    random number lets it pass, with a chance of `chance / least`; it is then worth
    `least`. With no decisions and `least` 0 every world is worth 1. `streams` (N) are
    the random numbers that go on in each world. What follows is scratch memory: a table,
    values of 52 cards, room for all of `unplayed`, and two streams.
    """
    for world in range(len(hands)):
        start_stream(stream, seed, first_world + world)
        while True:
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
                slots[world],
            )
            worth = history_chance(
                weights,
                work,
                tables,
                plays,
                drawn,
                taken,
                given,
                dealt,
                slots[world],
                heat,
                floor,
                table,
                values,
                aside,
            )
            if worth >= least or next_unit(stream) * least < worth:
                break
        hand = known
        for place in range(used):
            hand |= 1 << order[place]
        hands[world] = hand
        for place in range(used, len(order)):
            stocks[world, place - used] = order[place]
        streams[world] = stream[0]
        worths[world] = max(worth, least)


@compiled(void(int64, _floats, _floats, _ints, _ints, _rows, _streams, _rows, int8[:, ::1], _ints, _streams))
def play_worlds(
    block: int,
    weights: Weights,
    work: Work,
    start: Table,
    hands: Words,
    stocks: Rows,
    streams: Streams,
    choices: Rows,
    tricks: npt.NDArray[np.int8],
    table: Table,
    stream: Streams,
) -> None:
    """Fill `tricks` (worlds × choices) with the tricks that count for player 0.

    `start` is the table without the opponent's hidden cards; `choices` (C × 4) hold
    a card, who takes the upcard, who leads next and whom the trick counts for (-1: by
    the rules). Every choice is played in the same worlds, with the same random numbers.
    `table` and `stream` are scratch memory.
    """
    for world in range(len(hands)):
        for choice in range(len(choices)):
            stream[0] = streams[world]
            copy_table(table, start)
            table[HANDS + 1] = hands[world]
            tricks[world, choice] = play_card_out(
                block,
                weights,
                work,
                table,
                stocks[world],
                choices[choice, 0],
                choices[choice, 1],
                choices[choice, 2],
                choices[choice, 3],
                stream,
            )
