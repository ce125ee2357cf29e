"""How likely an opponent would have played as the other hand did, compiled; see `worlds.py`.

A *decision* is a card that the opponent played. The table at that moment, from public
knowledge, is the same in every world; only the hand differs. The policy values the
legal cards of the hand, touching cards count as one, and a card's chance is

    (1 - floor) * softmax(value / heat) + floor / number of choices

so that nothing a person might do is impossible.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int64, uint64, void

from trainer.engine.native import compiled, lowest_bit
from trainer.engine.net_kernel import net_values
from trainer.engine.policy_kernel import choose
from trainer.engine.random_kernel import Stream
from trainer.engine.table_kernel import HANDS, Table, copy_table, finished_cards, legal_cards, touch
from trainer.engine.weights_kernel import KIND, NET, Weights, Work

Words = npt.NDArray[np.int64]
Tables = npt.NDArray[np.int64]

_floats, _ints, _stream = float32[::1], int64[::1], uint64[::1]

OPPONENT = 1
# What a policy without values of its own is taken to see in the card that it chooses, in tricks:
PREFERENCE = 0.3


@compiled(void(_floats, _floats, _ints, int64, _stream, _floats), inside=True)
def fill_card_values(
    weights: Weights, work: Work, table: Table, player: int, stream: Stream, values: Weights
) -> None:
    """Fill `values` (52) for the legal cards of `player`, in tricks up to a constant."""
    if weights[KIND] == NET:
        net_values(weights, work, table, player, values)
        return
    cards = legal_cards(table, player)
    chosen = choose(weights, work, table, player, stream)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        values[card] = PREFERENCE if card == chosen else 0.0


@compiled(float64(int64, int64, int64, _floats, float64, float64), inside=True)
def play_chance(cards: int, gone: int, played: int, values: Weights, heat: float, floor: float) -> float:
    """The chance that `played`, or a card touching it, is chosen among `cards` by their `values`."""
    best = -1e9
    left = cards
    while left:
        best = max(best, values[lowest_bit(left)])
        left &= left - 1
    total, ours, choices = 0.0, 0.0, 0
    left = cards
    while left:
        card = lowest_bit(left)
        left &= left - 1
        value, is_ours = values[card], card == played
        while left and touch(card, lowest_bit(left), gone):
            card = lowest_bit(left)
            left &= left - 1
            value, is_ours = max(value, values[card]), is_ours or card == played
        weight = math.exp((value - best) / heat)
        total += weight
        choices += 1
        if is_ours:
            ours = weight
    return (1.0 - floor) * ours / total + floor / choices


@compiled(
    float64(
        _floats, _floats, int64[:, ::1], _ints, _ints, _ints, _ints, int64, _ints, float64, float64,
        _ints, _floats, _stream,
    ),
    inside=True,
)  # fmt: skip
def history_chance(
    weights: Weights,
    work: Work,
    tables: Tables,
    plays: Words,
    drawn: Words,
    taken: Words,
    given: Words,
    dealt: int,
    slots: Words,
    heat: float,
    floor: float,
    table: Table,
    values: Weights,
    stream: Stream,
) -> float:
    """The chance of all decisions of the opponent (D) in the world whose hidden cards are `slots`.

    `tables` (D × PLACES) are without the opponent's hand; `plays` (D) the cards played.
    Before decision d the opponent had drawn `drawn[d]` cards unseen, taken the upcards
    `taken[d]` and played the cards `given[d]`. `table` and `values` (52) are scratch.
    """
    start = 0
    for slot in range(dealt):
        start |= 1 << slots[slot]
    chance = 1.0
    for decision in range(len(plays)):
        hand = start | taken[decision]
        for slot in range(dealt, dealt + drawn[decision]):
            hand |= 1 << slots[slot]
        copy_table(table, tables[decision])
        table[HANDS + OPPONENT] = hand & ~given[decision]
        cards = legal_cards(table, OPPONENT)
        if cards & (cards - 1) == 0:
            continue
        gone = finished_cards(table)
        fill_card_values(weights, work, table, OPPONENT, stream, values)
        chance *= play_chance(cards, gone, plays[decision], values, heat, floor)
    return chance
