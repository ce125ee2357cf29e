"""Training of the value net, compiled: self-play that notes views, and the gradient of the loss.

A *view* is one row of six words, what a net of `net_kernel` reads: own cards, known
cards of the other hand, unseen cards, own cards that the other player knows (all in
the net's order of suits), voids (a byte each, other player's and own, 1 and the
number of cards drawn since, 0 for none) and a word of trick, lead, upcard and card led.

The *target* of a view is in tricks that its player takes from now on, counted by the
rule set: a mean of what the net itself expected at the player's later decisions and
of the result with exact play in phase two, TD(lambda) of Sutton (1988). Beside it stands
whether the player won the deal.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int64, uint64, void

from trainer.engine.ending_kernel import hands_value
from trainer.engine.native import compiled, lowest_bit
from trainer.engine.net_kernel import (
    FIRST_BIAS,
    HIDDEN,
    LAID,
    LEADS,
    LOST,
    OTHER_VOID,
    OUT_BIAS,
    OUT_TRICKS,
    OUT_WIN,
    ROW_BYTES,
    SECOND_BIAS,
    SECOND_LAYER,
    TAIL,
    UP,
    Values,
    net_values,
    ordered,
    ordered_card,
    relative,
    relative_card,
    suit_order,
    trick_row,
    tricks_out,
)
from trainer.engine.policy_kernel import choose, random_card
from trainer.engine.random_kernel import Stream, next_below, next_unit, start_stream
from trainer.engine.suit_codes_kernel import SUIT_BITS
from trainer.engine.table_kernel import (
    AGES,
    COUNTED,
    FREE,
    HANDS,
    KNOWN,
    LEADER,
    LED,
    NEVER,
    PACK,
    PLACES,
    PLAYED,
    SIZE,
    TRICK,
    TRUMP,
    UPCARD,
    WON,
    Table,
    Words,
    beats,
    finish_trick,
    legal_cards,
    suit_of,
    take_card,
    unseen_cards,
)
from trainer.engine.vectors_kernel import (
    FIRST,
    SECOND,
    add_row,
    add_share,
    add_short_share,
    copy_row,
    inner_product,
    load_float,
    output,
    store_float,
)
from trainer.engine.weights_kernel import ERRORS, KIND, NET, Weights, Work

Views = npt.NDArray[np.int64]
Targets = npt.NDArray[np.float32]  # tricks and win, a row a view

WORDS = 6  # a view
OWN_CARDS, OTHER_CARDS, UNSEEN_CARDS, SHOWN_CARDS, VOIDS_SHOWN, REST = range(WORDS)
# Bits of the last word:
LEADS_BIT, UP_BYTE, LAID_BYTE, PLAYER_BIT, TRICK_BYTE = 12, 16, 24, 32, 40
# Views a deal for each of the three nets:
AFTER_VIEWS, START_VIEWS, LEAD_VIEWS = 26, 14, 13
MOST_ROWS = 80  # more rows of the first layer than a view can have

_floats, _ints, _stream = float32[::1], int64[::1], uint64[::1]
_views, _targets = int64[:, ::1], float32[:, ::1]


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


@compiled(void(_ints, _ints, _stream, int64, int64, int64))
def deal(table: Table, pack: Words, stream: Stream, leader: int, free: int, counted: int) -> None:
    """Shuffle `pack` (52 cards) and set the table; the stock is `pack` from place 26 on, an upcard on top."""
    for place in range(51, 0, -1):
        other = next_below(stream, place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    for place in range(PLACES):
        table[place] = 0
    for place in range(13):
        table[HANDS] |= 1 << pack[place]
        table[HANDS + 1] |= 1 << pack[13 + place]
    for place in range(8):
        table[AGES + place] = NEVER
    table[UPCARD], table[TRUMP] = pack[26], suit_of(pack[26])
    table[LEADER], table[LED], table[TRICK] = leader, -1, 1
    table[PACK], table[SIZE] = (1 << 52) - 1, 13
    table[FREE], table[COUNTED] = free, counted


@compiled(int64(_floats, _floats, _ints, int64, _floats, float64, _stream))
def varied_card(
    weights: Weights, work: Work, table: Table, player: int, values: Values, noise: float, stream: Stream
) -> int:
    """A card for self-play, `values` filled: the net's best after noise of up to 1.5 x `noise` tricks."""
    if weights[KIND] != NET:
        return choose(weights, work, table, player, stream)
    best = net_values(weights, work, table, player, values)
    if next_unit(stream) < weights[ERRORS]:
        return random_card(table, player, stream)
    cards = legal_cards(table, player)
    top = -1e9
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value = values[card] + noise * (next_unit(stream) + next_unit(stream) + next_unit(stream) - 1.5)
        if value > top:
            best, top = card, value
    return best


@compiled(void(_views, _targets, int64, int64, int64, float64[:, ::1], int64[:, ::1], float64))
def set_targets(
    views: Views,
    targets: Targets,
    first: int,
    stop: int,
    player: int,
    expected: npt.NDArray[np.float64],
    won: Words,
    win: float,
) -> None:
    """Write the targets of a player's views of one deal.

    `expected[player, t]` is what was to come at the player's decision in trick t, from 1;
    after a trick it is what was to come at the next, and for a lead the trick itself is added.
    """
    for row in range(first, stop):
        word = views[row, REST]
        if word >> PLAYER_BIT & 1 != player:
            continue
        trick = word >> TRICK_BYTE
        if word >> LAID_BYTE & 255:
            tricks = won[player, trick] + expected[player, trick + 1]
        elif word >> UP_BYTE & 255 or trick == 14:
            tricks = expected[player, trick]
        else:
            tricks = expected[player, trick + 1]
        targets[row, 0] = tricks
        targets[row, 1] = win


@compiled()
def self_play(
    block: int,
    weights: Weights,
    work: Work,
    free: int,
    counted: int,
    seed: int,
    first_deal: int,
    noise: float,
    keep: float,
    after: Views,
    start: Views,
    lead: Views,
    after_targets: Targets,
    start_targets: Targets,
    lead_targets: Targets,
) -> None:
    """Play as many deals as the views have room for, both seats by the same weights, and note every view.

    `keep` is lambda: 1 takes the result as target, less mixes in the net's own expectations.
    """
    stream = np.zeros(1, dtype=np.uint64)
    pack = np.zeros(52, dtype=np.int64)
    table = np.zeros(PLACES, dtype=np.int64)
    values = np.zeros(52, dtype=np.float32)
    expected = np.zeros((2, 15), dtype=np.float64)
    won = np.zeros((2, 15), dtype=np.int64)
    for number in range(len(lead) // LEAD_VIEWS):
        a, s, ld = AFTER_VIEWS * number, START_VIEWS * number, LEAD_VIEWS * number
        start_stream(stream, seed, first_deal + number)
        for card in range(52):
            pack[card] = card
        deal(table, pack, stream, number % 2, free, counted)
        for trick in range(1, 14):
            leader = table[LEADER]
            note_start(start, s + trick - 1, table, (number + trick) // 2 % 2, -1)
            led = varied_card(weights, work, table, leader, values, noise, stream)
            expected[leader, trick] = values[led]
            note_start(lead, ld + trick - 1, table, leader, led)
            take_card(table, leader, led)
            table[LED] = led
            reply = varied_card(weights, work, table, 1 - leader, values, noise, stream)
            expected[1 - leader, trick] = values[reply]
            winner = 1 - leader if beats(reply, led, table[TRUMP]) else leader
            won[winner, trick], won[1 - winner, trick] = counted, 0
            note_after(after, a + 2 * trick - 2, table, leader, reply, winner)
            note_after(after, a + 2 * trick - 1, table, 1 - leader, reply, winner)
            take_card(table, 1 - leader, reply)
            finish_trick(table, pack, 25 + 2 * trick, led, reply, winner, winner, winner)
        note_start(start, s + 13, table, number // 2 % 2, -1)
        leader = table[LEADER]
        tricks = hands_value(block, table[HANDS + leader], table[HANDS + 1 - leader], table[TRUMP])
        for player in range(2):
            expected[player, 14] = tricks if player == leader else 13 - tricks
            total = expected[player, 14] + (counted * (table[WON] if player == 0 else 13 - table[WON]))
            for trick in range(13, 0, -1):
                result = won[player, trick] + expected[player, trick + 1]
                expected[player, trick] = (1.0 - keep) * expected[player, trick] + keep * result
            half = 13.0 if counted else 6.5
            win = 1.0 if total > half else (0.5 if total == half else 0.0)
            set_targets(after, after_targets, a, a + AFTER_VIEWS, player, expected, won, win)
            set_targets(start, start_targets, s, s + START_VIEWS, player, expected, won, win)
            set_targets(lead, lead_targets, ld, ld + LEAD_VIEWS, player, expected, won, win)


@compiled(int64(_ints, _views, int64))
def active_rows(active: Words, views: Views, row: int) -> int:
    """List the rows of the first layer that a view adds in full; return how many."""
    count = 0
    for group in range(4):
        cards = views[row, group]
        while cards:
            active[count] = 52 * group + lowest_bit(cards)
            count += 1
            cards &= cards - 1
    word = views[row, REST]
    active[count] = word & 255
    count += 1
    if word >> LEADS_BIT & 1:
        active[count] = LEADS
        count += 1
    if word >> UP_BYTE & 255:
        active[count] = UP + (word >> UP_BYTE & 255) - 1
        count += 1
    if word >> LAID_BYTE & 255:
        active[count] = LAID + (word >> LAID_BYTE & 255) - 1
        count += 1
    return count


@compiled(void(int64, float32))
def add_float(place: int, value: float) -> None:
    """Add to the float at an address."""
    store_float(place, load_float(place) + value)


@compiled(void(int64, int64, int64, int64, _views, int64, int64[::1]))
def sum_rows(sums: int, rows: int, tail: int, count: int, views: Views, row: int, active: Words) -> None:
    """Set the sums of the first layer to those of a view, whose `count` full rows are listed."""
    copy_row(sums, tail + 4 * FIRST_BIAS)
    for i in range(count):
        add_row(sums, rows + ROW_BYTES * active[i])
    voids = views[row, VOIDS_SHOWN]
    for place in range(8):
        age = voids >> 8 * place & 255
        if age:
            add_share(sums, rows + ROW_BYTES * (OTHER_VOID + place), np.float32(1.0) / np.float32(age))


@compiled(float64(int64, int64, int64, int64, int64, _views, int64, _ints, float32, float32, float32))
def learn_view(
    rows: int,
    tail: int,
    slopes: int,
    slopes_tail: int,
    work: int,
    views: Views,
    row: int,
    active: Words,
    tricks: float,
    win: float,
    win_share: float,
) -> float:
    """Add the gradient of one view's loss at `slopes`; return the squared error in tricks.

    The loss is half the squared error in tricks and `win_share` times the cross entropy
    of winning. All places are addresses; `work` has room for 3 x FIRST + SECOND floats.
    """
    sums, back, hidden = work + 4 * LOST, work + 4 * FIRST, work + 4 * HIDDEN
    count = active_rows(active, views, row)
    sum_rows(sums, rows, tail, count, views, row, active)
    error = tricks_out(sums, hidden, tail) - tricks
    logit = output(hidden, tail + 4 * OUT_WIN) + load_float(tail + 4 * OUT_BIAS + 4)
    win_error = win_share * (np.float32(1) / (np.float32(1) + np.exp(-logit)) - win)
    add_float(slopes_tail + 4 * OUT_BIAS, error)
    add_float(slopes_tail + 4 * OUT_BIAS + 4, win_error)
    for unit in range(SECOND):
        height = load_float(hidden + 4 * unit)
        slope = np.float32(0)
        if height > 0:
            to_tricks, to_win = 4 * (OUT_TRICKS + unit), 4 * (OUT_WIN + unit)
            add_float(slopes_tail + to_tricks, error * height)
            add_float(slopes_tail + to_win, win_error * height)
            slope = error * load_float(tail + to_tricks) + win_error * load_float(tail + to_win)
        store_float(hidden + 4 * unit, slope)
    add_short_share(slopes_tail + 4 * SECOND_BIAS, hidden, np.float32(1))
    for unit in range(FIRST):
        height = load_float(sums + 4 * unit)
        slope = np.float32(0)
        if height > 0:
            layer = 4 * (SECOND_LAYER + SECOND * unit)
            slope = inner_product(hidden, tail + layer)
            add_short_share(slopes_tail + layer, hidden, height)
        store_float(back + 4 * unit, slope)
    add_row(slopes_tail + 4 * FIRST_BIAS, back)
    for i in range(count):
        add_row(slopes + ROW_BYTES * active[i], back)
    voids = views[row, VOIDS_SHOWN]
    for place in range(8):
        age = voids >> 8 * place & 255
        if age:
            add_share(slopes + ROW_BYTES * (OTHER_VOID + place), back, np.float32(1.0) / np.float32(age))
    return float(error) * float(error)


@compiled(void(_floats, _floats, _floats, _floats, _floats, int64, float64, int64, float64))
def adam_step(
    weights: Weights,
    slopes: Weights,
    first: Weights,
    second: Weights,
    mean: Weights,
    batch: int,
    rate: float,
    step: int,
    blend: float,
) -> None:
    """One step of Adam (Kingma and Ba, 2015) along the sum of `batch` gradients, which is set to 0.

    `mean` follows the weights by the share `blend`: the running mean is what plays.
    """
    share = np.float32(1.0 / batch)
    scale = np.float32(rate / (1.0 - 0.9**step))
    spread = np.float32(1.0 / (1.0 - 0.999**step))
    part = np.float32(blend)
    for i in range(len(weights)):
        slope = share * slopes[i]
        slopes[i] = 0
        first[i] += np.float32(0.1) * (slope - first[i])
        second[i] += np.float32(0.001) * (slope * slope - second[i])
        weights[i] -= scale * first[i] / (np.sqrt(second[i] * spread) + np.float32(1e-8))
        mean[i] += part * (weights[i] - mean[i])


@compiled()
def learn(
    weights: Weights,
    slopes: Weights,
    first: Weights,
    second: Weights,
    mean: Weights,
    views: Views,
    targets: Targets,
    order: Words,
    batch: int,
    rate: float,
    step: int,
    blend: float,
    win_share: float,
) -> float:
    """Pass over the views in `order`, a step of Adam each `batch`; return the mean squared error in tricks.

    `weights` and the other arrays are those of one of the three nets; `step` counts
    the steps made before.
    """
    work = np.zeros(3 * FIRST + SECOND, dtype=np.float32)
    active = np.zeros(MOST_ROWS, dtype=np.int64)
    tail = 4 * (len(weights) - TAIL)
    rows, to = weights.ctypes.data, slopes.ctypes.data
    squares = 0.0
    batches = len(order) // batch
    for number in range(batches):
        for i in range(number * batch, (number + 1) * batch):
            row = order[i]
            squares += learn_view(
                rows,
                rows + tail,
                to,
                to + tail,
                work.ctypes.data,
                views,
                row,
                active,
                targets[row, 0],
                targets[row, 1],
                np.float32(win_share),
            )
        step += 1
        adam_step(weights, slopes, first, second, mean, batch, rate, step, blend)
    return squares / (batches * batch)
