"""Playing worlds out, compiled: phase one by a policy, then the exact ending.

The table (places in `policy_kernel`) is the referee's: both hands, what each
player knows, the trick. Player 0 is the one whose decision it is, whatever the
seat in the deal. The stock lies in an array from the top.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float64, int64, uint64, void

from trainer.engine.belief_kernel import sample_history
from trainer.engine.ending_kernel import hands_value
from trainer.engine.native import compiled
from trainer.engine.policy_kernel import (
    HANDS,
    KNOWN,
    LEADER,
    LED,
    PLAYED,
    TRICK,
    TRUMP,
    UPCARD,
    VOIDS,
    Table,
    Weights,
    beats,
    choose,
    suit_of,
)
from trainer.engine.random_kernel import Stream, next_below, start_stream

Words = npt.NDArray[np.int64]

_ints, _floats, _stream = int64[::1], float64[::1], uint64[::1]

NOBODY = 2


@compiled(void(_ints, int64, int64))
def take_card(table: Table, player: int, card: int) -> None:
    """Play a card from the hand to the table."""
    bit = 1 << card
    table[HANDS + player] &= ~bit
    table[KNOWN + player] &= ~bit
    table[PLAYED] |= bit


@compiled(int64(_ints, _ints, int64, int64, int64, int64, int64))
def finish_trick(
    table: Table, stock: Words, place: int, lead: int, reply: int, upcard_to: int, next_leader: int
) -> int:
    """Draw for both players and turn the next upcard; return the new place in the stock.

    `stock[place]` is the hidden card of this trick. `upcard_to` and `next_leader`
    are the winner, except in counterfactuals.
    """
    other = 1 - upcard_to
    upcard = 1 << table[UPCARD]
    follower = 1 - table[LEADER]
    if suit_of(reply) != suit_of(lead):
        table[VOIDS + follower] |= 1 << suit_of(lead)
    table[HANDS + upcard_to] |= upcard
    table[KNOWN + upcard_to] |= upcard
    table[VOIDS + upcard_to] &= ~(1 << suit_of(table[UPCARD]))
    table[HANDS + other] |= 1 << stock[place]
    table[VOIDS + other] = 0
    table[LEADER] = next_leader
    table[LED] = -1
    table[TRICK] += 1
    if place + 1 < len(stock):
        table[UPCARD] = stock[place + 1]
    return place + 2


@compiled(int64(_floats, _ints, _ints, int64, _stream))
def play_trick(weights: Weights, table: Table, stock: Words, place: int, stream: Stream) -> int:
    """One trick by the policy, or its second half if a card is led; return the new place in the stock."""
    leader = table[LEADER]
    if table[LED] < 0:
        lead = choose(weights, table, leader, stream)
        take_card(table, leader, lead)
        table[LED] = lead
    lead = table[LED]
    reply = choose(weights, table, 1 - leader, stream)
    take_card(table, 1 - leader, reply)
    winner = 1 - leader if beats(reply, lead, table[TRUMP]) else leader
    return finish_trick(table, stock, place, lead, reply, winner, winner)


@compiled(int64(int64, _floats, _ints, _ints, int64, _stream))
def play_out(block: int, weights: Weights, table: Table, stock: Words, place: int, stream: Stream) -> int:
    """Play to the end of phase one; return player 0's phase-two tricks with best play by both."""
    while table[TRICK] <= 13:
        place = play_trick(weights, table, stock, place, stream)
    leader = table[LEADER]
    tricks = hands_value(block, table[HANDS + leader], table[HANDS + 1 - leader], table[TRUMP])
    return tricks if leader == 0 else 13 - tricks


@compiled(int64(int64, _floats, _ints, _ints, int64, int64, int64, _stream))
def play_card_out(
    block: int,
    weights: Weights,
    table: Table,
    stock: Words,
    card: int,
    upcard_to: int,
    next_leader: int,
    stream: Stream,
) -> int:
    """Player 0 plays `card` to the current trick, then the policy goes on; return as `play_out`.

    As follower, `upcard_to` and `next_leader` of 0 or 1 override the rules, -1 doesn't.
    With `upcard_to` = NOBODY the upcard changes places with a random card further
    down the stock, which the opponent draws unseen; the player draws as the loser.
    """
    take_card(table, 0, card)
    lead = table[LED]
    if lead < 0:
        table[LED] = card
        return play_out(block, weights, table, stock, 0, stream)
    winner = 0 if beats(card, lead, table[TRUMP]) else 1
    taker = winner if upcard_to < 0 else upcard_to
    leader = winner if next_leader < 0 else next_leader
    if taker != NOBODY:
        place = finish_trick(table, stock, 0, lead, card, taker, leader)
        return play_out(block, weights, table, stock, place, stream)
    upcard = table[UPCARD]
    other = 1 + next_below(stream, len(stock) - 1)
    drawn = stock[other]
    table[UPCARD], stock[other] = drawn, upcard
    place = finish_trick(table, stock, 0, lead, card, 1, leader)
    table[KNOWN + 1] &= ~(1 << drawn)
    table[VOIDS + 1] = 0
    tricks = play_out(block, weights, table, stock, place, stream)
    stock[other] = drawn
    return tricks


@compiled()
def roll_out(
    block: int,
    weights: Weights,
    start: Table,
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
    choices: npt.NDArray[np.int64],
    seed: int,
    first_world: int,
    tricks: npt.NDArray[np.int8],
) -> None:
    """Fill `tricks` (worlds × choices) with player 0's phase-two tricks.

    `start` is the table without the opponent's hidden cards; `choices` (C × 3) hold
    a card, who takes the upcard and who leads next (-1: by the rules). Every choice
    is played in the same worlds, with the same stream after the world is drawn.
    """
    stream = np.zeros(1, dtype=np.uint64)
    order = np.zeros_like(unplayed)
    slots = np.zeros(dealt + len(draws), dtype=np.int64)
    table = np.zeros_like(start)
    for world in range(len(tricks)):
        start_stream(stream, seed, first_world + world)
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
        stock = order[used:]
        after = stream[0]
        for choice in range(len(choices)):
            stream[0] = after
            for place in range(len(start)):
                table[place] = start[place]
            table[HANDS + 1] = hand
            tricks[world, choice] = play_card_out(
                block,
                weights,
                table,
                stock,
                choices[choice, 0],
                choices[choice, 1],
                choices[choice, 2],
                stream,
            )
