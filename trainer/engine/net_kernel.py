"""The value net, compiled: three small perceptrons over sets of cards, and the choice they make.

One flat float32 array holds the head (`weights_kernel`) and three nets of the same
shape, rows-48-16-2:

* *after* values a player's view after a trick, before the hidden card is drawn: what
  the follower's cards are compared by;
* *start* values a view at the beginning of a trick, the upcard seen: the leaf of
  truncated roll-outs;
* *lead* values the leader's view with one of the own cards led.

A view is the own hand, the cards of the other hand that are known, the unseen cards,
which own cards the other player knows, the number of the trick and the voids shown;
each void counts the less the more cards were drawn since. The first layer adds one row
of weights for each card of each set, so moving a card costs two rows. The outputs
are the tricks that the player takes from now on, counted by the rule set, and the logit
of the chance to win the deal (read in training only, where it steadies the layers).

Cards have no names here: a card's place is its rank among the cards not yet played, and
of the suits trump comes first, then the plain ones by what the player holds of them,
then by what is unseen and known. Only what `player` may know is read.

Limits: phases of at most 13 tricks; a shorter one is seen as the end of a long one.
Cost: one to two microseconds a decision. The weights come from `training`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, int64, void

from trainer.engine.native import compiled, count_bits, lowest_bit
from trainer.engine.suit_codes_kernel import SUIT_BITS, SUIT_MASK
from trainer.engine.table_kernel import (
    AGES,
    COUNTED,
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
    beats,
    higher_cards,
    legal_cards,
    suit_cards,
    suit_of,
    unseen_cards,
)
from trainer.engine.vectors_kernel import (
    FIRST,
    SECOND,
    Float,
    add_row,
    add_share,
    copy_row,
    load_float,
    output,
    second_layer,
)
from trainer.engine.weights_kernel import Weights, Work

Values = npt.NDArray[np.float32]  # 52, by Card.index

ROW_BYTES = 4 * FIRST
MINUS = np.float32(-1)

# Rows of the first layer: 52 for each set of cards.
OWN, OTHER, UNSEEN, SHOWN = 0, 52, 104, 156
TRICKS = 208  # 14, by the number of the trick (of the next one, after a trick)
LEADS = 222
OTHER_VOID, OWN_VOID = 223, 227  # by place of the suit, 1 / (1 + hidden cards drawn since)
UP, LAID = 231, 283  # the upcard; the card led
AFTER_ROWS, START_ROWS, LEAD_ROWS = 231, 283, 335

# After the rows of a net: biases, second layer, output layer.
FIRST_BIAS = 0
SECOND_LAYER = FIRST_BIAS + FIRST
SECOND_BIAS = SECOND_LAYER + FIRST * SECOND
OUT_TRICKS = SECOND_BIAS + SECOND
OUT_WIN = OUT_TRICKS + SECOND
OUT_BIAS = OUT_WIN + SECOND
TAIL = OUT_BIAS + 2

AFTER_AT = 16  # the head, and nothing up to the end of its cache line
START_AT = AFTER_AT + AFTER_ROWS * FIRST + TAIL
LEAD_AT = START_AT + START_ROWS * FIRST + TAIL
NET_WEIGHTS = LEAD_AT + LEAD_ROWS * FIRST + TAIL

# Places of the scratch: sums of the first layer if the trick is lost (or not yet decided) and won,
# those of one card, the second layer, values of the cards.
LOST, WINS, ONE, HIDDEN, VALUES = 0, FIRST, 2 * FIRST, 3 * FIRST, 3 * FIRST + SECOND

_floats, _ints = float32[::1], int64[::1]


@compiled(int64(int64, int64, int64, int64, int64), inline=True)
def _suit_key(suit: int, own: int, unseen: int, known: int, upcard: int) -> int:
    """What a plain suit's place goes by, the highest first."""
    shift = SUIT_BITS * suit
    mine = own >> shift & SUIT_MASK
    rest = (unseen >> shift & SUIT_MASK) << 14 | (known >> shift & SUIT_MASK) << 1
    rest |= 1 if suit_of(upcard) == suit else 0
    return count_bits(mine) << 40 | mine << 27 | rest


@compiled(int64(int64, int64, int64, int64, int64), inside=True)
def suit_order(own: int, unseen: int, known: int, upcard: int, trump: int) -> int:
    """Where each suit's cards go: for suit s, 13 times its place in byte s. Trump has place 0."""
    order = 0
    for suit in range(4):
        if suit == trump:
            continue
        key = _suit_key(suit, own, unseen, known, upcard)
        place = 1
        for other in range(4):
            if other not in (trump, suit):
                against = _suit_key(other, own, unseen, known, upcard)
                if against > key or (against == key and other < suit):
                    place += 1
        order |= SUIT_BITS * place << 8 * suit
    return order


@compiled(int64(int64, int64), inside=True)
def relative(cards: int, played: int) -> int:
    """A set of cards with each moved up by one for every higher card of its suit that has been played."""
    while played:
        card = lowest_bit(played)
        played &= played - 1
        below = suit_cards(suit_of(card)) & ((1 << card) - 1)
        cards = cards & ~below | (cards & below) << 1
    return cards


@compiled(int64(int64, int64), inline=True)
def relative_card(card: int, played: int) -> int:
    """Where `relative` moves one card."""
    return card + count_bits(higher_cards(card) & played)


@compiled(int64(int64, int64), inline=True)
def ordered(cards: int, order: int) -> int:
    """A set of cards with its suits in `order`."""
    return (
        (cards & SUIT_MASK) << (order & 255)
        | (cards >> 13 & SUIT_MASK) << (order >> 8 & 255)
        | (cards >> 26 & SUIT_MASK) << (order >> 16 & 255)
        | (cards >> 39 & SUIT_MASK) << (order >> 24 & 255)
    )


@compiled(int64(int64, int64), inline=True)
def ordered_card(card: int, order: int) -> int:
    """The place of one card in that order."""
    suit = suit_of(card)
    return card - SUIT_BITS * suit + (order >> 8 * suit & 255)


@compiled(void(int64, int64, int64), inside=True)
def add_rows(sums: int, rows: int, cards: int) -> None:
    """Add the rows of a set of cards to sums of the first layer; `rows` is where those of 52 cards begin."""
    while cards:
        add_row(sums, rows + ROW_BYTES * lowest_bit(cards))
        cards &= cards - 1


@compiled(float32(int64, int64, int64), inside=True)
def tricks_out(sums: int, hidden: int, tail: int) -> Float:
    """The output for tricks from the sums of the first layer; the second layer is left at `hidden`."""
    second_layer(hidden, sums, tail + 4 * SECOND_LAYER)
    return output(hidden, tail + 4 * OUT_TRICKS) + load_float(tail + 4 * OUT_BIAS)


@compiled(int64(int64, int64, int64, _ints, int64, int64), inside=True)
def add_view(sums: int, rows: int, tail: int, table: Table, player: int, upcard: int) -> int:
    """Set the sums to the biases and the cards that `player` sees; return the order of the suits."""
    played = table[PLAYED]
    own, shown = relative(table[HANDS + player], played), relative(table[KNOWN + player], played)
    other = relative(table[KNOWN + 1 - player], played)
    unseen = relative(unseen_cards(table, player), played)
    order = suit_order(own, unseen, other, upcard, table[TRUMP])
    copy_row(sums, tail + 4 * FIRST_BIAS)
    add_rows(sums, rows + ROW_BYTES * OWN, ordered(own, order))
    add_rows(sums, rows + ROW_BYTES * OTHER, ordered(other, order))
    add_rows(sums, rows + ROW_BYTES * UNSEEN, ordered(unseen, order))
    add_rows(sums, rows + ROW_BYTES * SHOWN, ordered(shown, order))
    return order


@compiled(void(int64, int64, int64), inline=True)
def add_void(sums: int, row: int, age: int) -> None:
    """A void shown `age` hidden cards ago."""
    add_share(sums, row, np.float32(1.0) / np.float32(1 + age))


@compiled(int64(_ints), inline=True)
def trick_row(table: Table) -> int:
    """The row for this trick, by the tricks still to come in phase one."""
    return int(TRICKS + 13 - table[SIZE] + table[TRICK] - 1)


@compiled(void(int64, int64, _ints, int64, int64, int64, int64), inside=True)
def add_voids(sums: int, rows: int, table: Table, player: int, order: int, revealed: int, loses: int) -> None:
    """The voids that both showed; `revealed` is a suit that `player` shows to lack now, or -1.

    With `loses` = 1 or 0 the trick ends and `player` or the other one draws a card; -1: it goes on.
    """
    for suit in range(4):
        place = (order >> 8 * suit & 255) // SUIT_BITS
        age = table[AGES + 4 * (1 - player) + suit]
        if age >= 0:
            add_void(sums, rows + ROW_BYTES * (OTHER_VOID + place), age + 1 if loses == 0 else age)
        age = 0 if suit == revealed else table[AGES + 4 * player + suit]
        if age >= 0:
            add_void(sums, rows + ROW_BYTES * (OWN_VOID + place), age + 1 if loses == 1 else age)


@compiled(int64(_floats, _floats, _ints, int64, _floats), inside=True)
def lead_values(weights: Weights, work: Work, table: Table, player: int, values: Values) -> int:
    """Fill `values` with the leader's tricks after each own card; return the best."""
    rows = weights.ctypes.data + 4 * LEAD_AT
    tail = rows + ROW_BYTES * LEAD_ROWS
    lost = work.ctypes.data
    one, hidden = lost + 4 * ONE, lost + 4 * HIDDEN
    hand, shown, up = table[HANDS + player], table[KNOWN + player], table[UPCARD]
    order = add_view(lost, rows, tail, table, player, up)
    add_row(lost, rows + ROW_BYTES * trick_row(table))
    add_row(lost, rows + ROW_BYTES * (UP + ordered_card(relative_card(up, table[PLAYED]), order)))
    add_voids(lost, rows, table, player, order, -1, -1)
    best = -1
    best_value: Float = np.float32(-1e9)
    left = hand
    while left:
        card = lowest_bit(left)
        left &= left - 1
        place = ordered_card(relative_card(card, table[PLAYED]), order)
        copy_row(one, lost)
        add_row(one, rows + ROW_BYTES * (LAID + place))
        add_share(one, rows + ROW_BYTES * (OWN + place), MINUS)
        if shown >> card & 1:
            add_share(one, rows + ROW_BYTES * (SHOWN + place), MINUS)
        value = tricks_out(one, hidden, tail)
        values[card] = value
        if value > best_value:
            best, best_value = card, value
    return best


@compiled(int64(_floats, _floats, _ints, int64, _floats), inside=True)
def reply_values(weights: Weights, work: Work, table: Table, player: int, values: Values) -> int:
    """Fill `values` with the follower's tricks after each legal card; return the best."""
    rows = weights.ctypes.data + 4 * AFTER_AT
    tail = rows + ROW_BYTES * AFTER_ROWS
    lost = work.ctypes.data
    wins, one, hidden = lost + 4 * WINS, lost + 4 * ONE, lost + 4 * HIDDEN
    hand, shown, up, lead = table[HANDS + player], table[KNOWN + player], table[UPCARD], table[LED]
    order = add_view(lost, rows, tail, table, player, up)
    add_row(lost, rows + ROW_BYTES * (trick_row(table) + 1))
    copy_row(wins, lost)
    place = ordered_card(relative_card(up, table[PLAYED]), order)
    add_row(wins, rows + ROW_BYTES * (OWN + place))
    add_row(wins, rows + ROW_BYTES * (SHOWN + place))
    add_row(wins, rows + ROW_BYTES * LEADS)
    add_row(lost, rows + ROW_BYTES * (OTHER + place))
    legal = legal_cards(table, player)
    revealed = -1
    if not table[FREE] and hand & suit_cards(suit_of(lead)) == 0:
        revealed = suit_of(lead)
    add_voids(lost, rows, table, player, order, revealed, 1)
    add_voids(wins, rows, table, player, order, revealed, 0)
    best = -1
    best_value: Float = np.float32(-1e9)
    left = legal
    while left:
        card = lowest_bit(left)
        left &= left - 1
        place = ordered_card(relative_card(card, table[PLAYED]), order)
        takes = beats(card, lead, table[TRUMP])
        copy_row(one, wins if takes else lost)
        add_share(one, rows + ROW_BYTES * (OWN + place), MINUS)
        if shown >> card & 1:
            add_share(one, rows + ROW_BYTES * (SHOWN + place), MINUS)
        value: Float = tricks_out(one, hidden, tail)
        if takes and table[COUNTED]:
            value += np.float32(1)
        values[card] = value
        if value > best_value:
            best, best_value = card, value
    return best


@compiled(int64(_floats, _floats, _ints, int64, _floats))
def net_values(weights: Weights, work: Work, table: Table, player: int, values: Values) -> int:
    """Fill `values` with what each legal card brings `player`, whose turn it is; return the best card.

    In expected tricks from now on, this one included, counted by the rule set. The
    places of other cards are left alone.
    """
    if table[LED] < 0:
        return lead_values(weights, work, table, player, values)
    return reply_values(weights, work, table, player, values)


@compiled(int64(_floats, _floats, _ints, int64))
def choose_net(weights: Weights, work: Work, table: Table, player: int) -> int:
    """The card that `player`, whose turn it is, plays: the one of most expected tricks."""
    return net_values(weights, work, table, player, work[VALUES : VALUES + 52])


@compiled(float32(_floats, _floats, _ints, int64))
def boundary_value(weights: Weights, work: Work, table: Table, player: int) -> Float:
    """The tricks that `player` is expected to take from now on, no card led; after phase one too."""
    rows = weights.ctypes.data + 4 * START_AT
    tail = rows + ROW_BYTES * START_ROWS
    lost = work.ctypes.data
    hidden = lost + 4 * HIDDEN
    up = table[UPCARD] if table[TRICK] <= table[SIZE] else -SUIT_BITS
    order = add_view(lost, rows, tail, table, player, up)
    add_row(lost, rows + ROW_BYTES * trick_row(table))
    if up >= 0:
        add_row(lost, rows + ROW_BYTES * (UP + ordered_card(relative_card(up, table[PLAYED]), order)))
    if table[LEADER] == player:
        add_row(lost, rows + ROW_BYTES * LEADS)
    add_voids(lost, rows, table, player, order, -1, -1)
    return tricks_out(lost, hidden, tail)
