"""Playing worlds out, compiled: phase one by a policy, then the exact ending.

The table is laid out in `table_kernel`. Player 0 is the one whose decision it is.
"""

from __future__ import annotations

from numba import float32, int64, uint64

from trainer.engine.ending_kernel import hands_value
from trainer.engine.native import compiled
from trainer.engine.policy_kernel import choose
from trainer.engine.random_kernel import Stream, next_below
from trainer.engine.table_kernel import (
    COUNTED,
    HANDS,
    KNOWN,
    LEADER,
    LED,
    SIZE,
    TRICK,
    TRUMP,
    UPCARD,
    WON,
    Table,
    Words,
    beats,
    finish_trick,
    forget_voids,
    play_card,
    take_card,
)
from trainer.engine.weights_kernel import Weights, Work

_ints, _floats, _stream = int64[::1], float32[::1], uint64[::1]

NOBODY = 2


@compiled(int64(_floats, _floats, _ints, _ints, int64, _stream), inside=True)
def play_trick(weights: Weights, work: Work, table: Table, stock: Words, place: int, stream: Stream) -> int:
    """One trick by the policy, or its second half if a card is led; return the new place in the stock."""
    leader = table[LEADER]
    if table[LED] < 0:
        play_card(table, stock, place, leader, choose(weights, work, table, leader, stream))
    return play_card(table, stock, place, 1 - leader, choose(weights, work, table, 1 - leader, stream))


@compiled(int64(int64, _ints), inside=True)
def counted_tricks(block: int, table: Table) -> int:
    """The tricks that count for player 0 when phase one has ended and both play the rest best."""
    leader = table[LEADER]
    tricks = hands_value(block, table[HANDS + leader], table[HANDS + 1 - leader], table[TRUMP])
    if leader != 0:
        tricks = table[SIZE] - tricks
    return int(tricks + table[COUNTED] * table[WON])


@compiled(int64(int64, _floats, _floats, _ints, _ints, int64, _stream), inside=True)
def play_out(
    block: int, weights: Weights, work: Work, table: Table, stock: Words, place: int, stream: Stream
) -> int:
    """Play to the end of phase one, then best play; return the tricks that count for player 0."""
    while table[TRICK] <= table[SIZE]:
        place = play_trick(weights, work, table, stock, place, stream)
    return counted_tricks(block, table)


@compiled(int64(int64, _floats, _floats, _ints, _ints, int64, int64, int64, int64, _stream), inside=True)
def play_card_out(
    block: int,
    weights: Weights,
    work: Work,
    table: Table,
    stock: Words,
    card: int,
    upcard_to: int,
    next_leader: int,
    trick_to: int,
    stream: Stream,
) -> int:
    """Player 0 plays `card` to the current trick, then the policy goes on; return as `play_out`.

    As follower, `upcard_to`, `next_leader` and `trick_to` of 0 or 1 override the rules, -1 doesn't.
    With `upcard_to` = NOBODY the upcard changes places with a random card further
    down the stock, which the opponent draws unseen; the player draws as the loser.
    """
    take_card(table, 0, card)
    lead = table[LED]
    if lead < 0:
        table[LED] = card
        return play_out(block, weights, work, table, stock, 0, stream)
    winner = 0 if beats(card, lead, table[TRUMP]) else 1
    taker = winner if upcard_to < 0 else upcard_to
    leader = winner if next_leader < 0 else next_leader
    counted = winner if trick_to < 0 else trick_to
    if taker != NOBODY:
        place = finish_trick(table, stock, 0, lead, card, counted, taker, leader)
        return play_out(block, weights, work, table, stock, place, stream)
    upcard = table[UPCARD]
    other = 1 + next_below(stream, len(stock) - 1)
    drawn = stock[other]
    table[UPCARD], stock[other] = drawn, upcard
    place = finish_trick(table, stock, 0, lead, card, counted, 1, leader)
    table[KNOWN + 1] &= ~(1 << drawn)
    forget_voids(table, 1)
    tricks = play_out(block, weights, work, table, stock, place, stream)
    stock[other] = drawn
    return tricks
