"""The table of the compiled play: its layout, the rules of a trick and the draw.

One array of 64-bit integers, the referee's: both hands, what each player knows, the
trick and the rules in force. Player 0 is the one whose decision it is, whatever the
seat in the deal. A policy gets the whole table, of which it may read only what the
player to move knows: the other hand is there for the referee. The stock lies in an
array of its own, from the top.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import boolean, int64, void

from trainer.engine.native import compiled
from trainer.engine.suit_codes_kernel import SUIT_BITS, SUIT_MASK

Table = npt.NDArray[np.int64]
Words = npt.NDArray[np.int64]

# Places of the table; those of player p are at the place plus p.
HANDS = 0  # 52-bit sets by Card.index
KNOWN = 2  # cards of the hand that the other player knows: upcards taken (F45)
VOIDS = 4  # bit a suit: shown void and no card drawn since that may be of it (F46)
PLAYED = 6
UPCARD = 7
LEADER = 8
LED = 9  # the card led, -1 before
TRICK = 10  # 1 to SIZE in phase one
TRUMP = 11
PACK = 12  # the cards of the pack
SIZE = 13  # cards a hand, and tricks a phase
FREE = 14  # 1: no duty to follow suit in phase one (F30)
COUNTED = 15  # 1: the tricks of phase one count too (F31)
WON = 16  # tricks of phase one that player 0 has won
AGES = 17  # + 4 p + suit: cards p drew unseen since p showed a void in the suit, -1 without one
PLACES = 25

NEVER = -1
ACES = 1 << 12 | 1 << 25 | 1 << 38 | 1 << 51

_ints = int64[::1]


@compiled(int64(int64), inline=True)
def suit_of(card: int) -> int:
    """0 to 3, by `Suit.index`."""
    return card // SUIT_BITS


@compiled(int64(int64), inline=True)
def suit_cards(suit: int) -> int:
    """The thirteen cards of a suit."""
    return SUIT_MASK << SUIT_BITS * suit


@compiled(int64(int64), inline=True)
def higher_cards(card: int) -> int:
    """The cards of its suit that beat `card`."""
    return suit_cards(suit_of(card)) & ~((2 << card) - 1)


@compiled(boolean(int64, int64, int64), inline=True)
def beats(reply: int, lead: int, trump: int) -> bool:
    """Whether the reply takes the trick (F7)."""
    if suit_of(reply) == suit_of(lead):
        return reply > lead
    return suit_of(reply) == trump


@compiled(int64(_ints, int64), inline=True)
def legal_cards(table: Table, player: int) -> int:
    """The cards that `player`, whose turn it is, may play (F6, F30)."""
    hand = table[HANDS + player]
    if table[LED] < 0 or table[FREE] != 0:
        return int(hand)
    follow = hand & suit_cards(suit_of(table[LED]))
    return int(follow if follow else hand)


@compiled(int64(_ints, int64), inline=True)
def unseen_cards(table: Table, player: int) -> int:
    """The cards that `player`, whose turn it is, has not seen: hidden in the other hand or the stock."""
    seen = table[HANDS + player] | table[KNOWN + 1 - player] | table[PLAYED] | 1 << table[UPCARD]
    return int(table[PACK] & ~seen)


@compiled(int64(_ints), inline=True)
def finished_cards(table: Table) -> int:
    """The cards of finished tricks; the led card is still in play, so cards on both sides of it differ."""
    led = table[LED]
    return int(table[PLAYED] & ~(1 << led) if led >= 0 else table[PLAYED])


@compiled(boolean(int64, int64, int64), inline=True)
def touch(low: int, high: int, gone: int) -> bool:
    """Whether two cards, `low` below `high`, are of one suit with all cards between them `gone`."""
    between = (1 << high) - (2 << low)
    return suit_of(low) == suit_of(high) and between & ~gone == 0


@compiled(void(_ints, _ints), inline=True)
def copy_table(table: Table, other: Table) -> None:
    """Make `table` the same as the other; to compile a slice assignment would take a second."""
    for place in range(len(other)):
        table[place] = other[place]


@compiled(void(_ints, int64, int64), inline=True)
def take_card(table: Table, player: int, card: int) -> None:
    """Play a card from the hand to the table."""
    bit = 1 << card
    table[HANDS + player] &= ~bit
    table[KNOWN + player] &= ~bit
    table[PLAYED] |= bit


@compiled(void(_ints, int64), inline=True)
def forget_voids(table: Table, player: int) -> None:
    """`player` drew a card unseen: a void shown before may be one no longer (F46)."""
    table[VOIDS + player] = 0
    for suit in range(4):
        if table[AGES + 4 * player + suit] >= 0:
            table[AGES + 4 * player + suit] += 1


@compiled(int64(_ints, _ints, int64, int64, int64, int64, int64, int64), inside=True)
def finish_trick(
    table: Table,
    stock: Words,
    place: int,
    lead: int,
    reply: int,
    trick_to: int,
    upcard_to: int,
    next_leader: int,
) -> int:
    """Draw for both players and turn the next upcard; return the new place in the stock.

    `stock[place]` is the hidden card of this trick. `trick_to`, `upcard_to` and
    `next_leader` are the winner, except in counterfactuals.
    """
    other = 1 - upcard_to
    upcard = 1 << table[UPCARD]
    follower = 1 - table[LEADER]
    if suit_of(reply) != suit_of(lead) and table[FREE] == 0:
        table[VOIDS + follower] |= 1 << suit_of(lead)
        table[AGES + 4 * follower + suit_of(lead)] = 0
    table[HANDS + upcard_to] |= upcard
    table[KNOWN + upcard_to] |= upcard
    table[VOIDS + upcard_to] &= ~(1 << suit_of(table[UPCARD]))
    table[HANDS + other] |= 1 << stock[place]
    forget_voids(table, other)
    table[WON] += 1 - trick_to
    table[LEADER] = next_leader
    table[LED] = -1
    table[TRICK] += 1
    if place + 1 < len(stock):
        table[UPCARD] = stock[place + 1]
    return place + 2


@compiled(int64(_ints, _ints, int64, int64, int64), inside=True)
def play_card(table: Table, stock: Words, place: int, player: int, card: int) -> int:
    """`player` plays `card`, and if that ends the trick both draw; return the place in the stock."""
    take_card(table, player, card)
    lead = table[LED]
    if lead < 0:
        table[LED] = card
        return place
    winner = player if beats(card, lead, table[TRUMP]) else 1 - player
    return int(finish_trick(table, stock, place, lead, card, winner, winner, winner))
