"""A policy's choice in phase one, compiled: one door to every kind of policy.

`weights[KIND]` says which kernel reads the rest of the weights. A policy reads of
the table only what the player to move knows.
"""

from __future__ import annotations

from numba import float32, int64, uint64

from trainer.engine.advice_kernel import choose_lead, choose_reply
from trainer.engine.native import compiled, count_bits, lowest_bit
from trainer.engine.net_kernel import choose_net
from trainer.engine.random_kernel import Stream, next_below, next_unit
from trainer.engine.table_kernel import LED, Table, legal_cards
from trainer.engine.tips_kernel import tips_lead, tips_reply
from trainer.engine.weights_kernel import ERRORS, KIND, NET, RANDOM, TIPS, Weights, Work

_floats, _ints, _stream = float32[::1], int64[::1], uint64[::1]


@compiled(int64(_ints, int64, _stream), inside=True)
def random_card(table: Table, player: int, stream: Stream) -> int:
    """Any legal card."""
    cards = legal_cards(table, player)
    for _ in range(next_below(stream, count_bits(cards))):
        cards &= cards - 1
    return lowest_bit(cards)


@compiled(int64(_floats, _floats, _ints, int64, _stream))
def choose(weights: Weights, work: Work, table: Table, player: int, stream: Stream) -> int:
    """The card that `player`, whose turn it is, plays; `work` is scratch memory of WORK floats."""
    if weights[KIND] == RANDOM:
        return random_card(table, player, stream)
    if weights[ERRORS] > 0.0 and next_unit(stream) < weights[ERRORS]:
        return random_card(table, player, stream)
    if weights[KIND] == NET:
        return choose_net(weights, work, table, player)
    if weights[KIND] == TIPS:
        return tips_lead(table, player) if table[LED] < 0 else tips_reply(table, player)
    if table[LED] < 0:
        return choose_lead(weights, table, player)
    return choose_reply(weights, table, player)
