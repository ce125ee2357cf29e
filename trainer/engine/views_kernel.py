"""Views: what a player sees, noted in self-play as the input of a value net.

A *view* is one row of six words, what a net of `net_kernel` reads: own cards, known
cards of the other hand, unseen cards, own cards that the other player knows (all in
the net's order of suits), voids (a byte each, other player's and own, 1 and the
number of cards drawn since, 0 for none) and a word of trick, lead, upcard and card led.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, void

from trainer.engine.native import compiled
from trainer.engine.net_kernel import ordered, ordered_card, relative, relative_card, suit_order, trick_row
from trainer.engine.suit_codes_kernel import SUIT_BITS
from trainer.engine.table_kernel import (
    AGES,
    FREE,
    HANDS,
    KNOWN,
    LEADER,
    LED,
    PLAYED,
    SIZE,
    TRICK,
    TRUMP,
    UPCARD,
    Table,
    suit_of,
    unseen_cards,
)

Views = npt.NDArray[np.int64]

WORDS = 6  # a view
OWN_CARDS, OTHER_CARDS, UNSEEN_CARDS, SHOWN_CARDS, VOIDS_SHOWN, REST = range(WORDS)
# Bits of the last word:
LEADS_BIT, UP_BYTE, LAID_BYTE, PLAYER_BIT, TRICK_BYTE = 12, 16, 24, 32, 40

_ints, _views = int64[::1], int64[:, ::1]


@compiled(int64(_ints, int64, int64, int64, int64, int64))
def voids_shown(table: Table, player: int, order: int, revealed: int, revealer: int, drawer: int) -> int:
    """The word of voids: those of the table, `revealed` just shown by `revealer`, `drawer` yet to draw."""
    word = 0
    for seat in range(2):
        who = player if seat else 1 - player
        for suit in range(4):
            place = (order >> 8 * suit & 255) // SUIT_BITS
            age = table[AGES + 4 * who + suit]
            if who == revealer and suit == revealed:
                age = 0
            if age >= 0:
                word |= (age + 1 + (1 if who == drawer else 0)) << 32 * seat + 8 * place
    return word


@compiled(int64(_views, int64, _ints, int64, int64))
def note_cards(views: Views, row: int, table: Table, player: int, upcard: int) -> int:
    """Write the four sets of cards that `player` sees; return the order of the suits."""
    played = table[PLAYED]
    own = relative(table[HANDS + player], played)
    other = relative(table[KNOWN + 1 - player], played)
    unseen = relative(unseen_cards(table, player), played)
    order = suit_order(own, unseen, other, upcard, table[TRUMP])
    views[row, OWN_CARDS] = ordered(own, order)
    views[row, OTHER_CARDS] = ordered(other, order)
    views[row, UNSEEN_CARDS] = ordered(unseen, order)
    views[row, SHOWN_CARDS] = ordered(relative(table[KNOWN + player], played), order)
    return order


@compiled(void(_views, int64, _ints, int64, int64))
def note_start(views: Views, row: int, table: Table, player: int, lead: int) -> None:
    """Write the view of `player` at the beginning of a trick or, unless it is -1, with `lead` laid down."""
    upcard = table[UPCARD] if table[TRICK] <= table[SIZE] else -SUIT_BITS
    order = note_cards(views, row, table, player, upcard)
    views[row, VOIDS_SHOWN] = voids_shown(table, player, order, -1, -1, -1)
    word = trick_row(table) | player << PLAYER_BIT | table[TRICK] << TRICK_BYTE
    if upcard >= 0:
        word |= (1 + ordered_card(relative_card(upcard, table[PLAYED]), order)) << UP_BYTE
    if lead >= 0:
        place = ordered_card(relative_card(lead, table[PLAYED]), order)
        views[row, OWN_CARDS] &= ~(1 << place)
        views[row, SHOWN_CARDS] &= ~(1 << place)
        word |= (1 + place) << LAID_BYTE
    elif table[LEADER] == player:
        word |= 1 << LEADS_BIT
    views[row, REST] = word


@compiled(void(_views, int64, _ints, int64, int64, int64))
def note_after(views: Views, row: int, table: Table, player: int, reply: int, winner: int) -> None:
    """Write the view of `player` after a trick, before the draw; on the table the reply is still to come."""
    order = note_cards(views, row, table, player, table[UPCARD])
    place = ordered_card(relative_card(reply, table[PLAYED]), order)
    for group in range(4):
        views[row, group] &= ~(1 << place)
    prize = 1 << ordered_card(relative_card(table[UPCARD], table[PLAYED]), order)
    word = trick_row(table) + 1 | player << PLAYER_BIT | table[TRICK] << TRICK_BYTE
    if winner == player:
        views[row, OWN_CARDS] |= prize
        views[row, SHOWN_CARDS] |= prize
        word |= 1 << LEADS_BIT
    else:
        views[row, OTHER_CARDS] |= prize
    lead = table[LED]
    revealed = suit_of(lead) if table[FREE] == 0 and suit_of(lead) != suit_of(reply) else -1
    views[row, VOIDS_SHOWN] = voids_shown(table, player, order, revealed, 1 - table[LEADER], 1 - winner)
    views[row, REST] = word
