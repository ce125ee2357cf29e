"""Self-play for training the value net, compiled: deals played by one policy, every view noted.

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
from trainer.engine.net_kernel import Values, net_values
from trainer.engine.policy_kernel import choose, random_card
from trainer.engine.random_kernel import Stream, next_below, next_unit, start_stream
from trainer.engine.table_kernel import (
    AGES,
    COUNTED,
    FREE,
    HANDS,
    LEADER,
    LED,
    NEVER,
    PACK,
    PLACES,
    SIZE,
    TRICK,
    TRUMP,
    UPCARD,
    Table,
    Words,
    beats,
    finish_trick,
    legal_cards,
    suit_of,
    take_card,
)
from trainer.engine.views_kernel import (
    LAID_BYTE,
    PLAYER_BIT,
    REST,
    TRICK_BYTE,
    UP_BYTE,
    Views,
    note_after,
    note_start,
)
from trainer.engine.weights_kernel import ERRORS, KIND, NET, Weights, Work

Targets = npt.NDArray[np.float32]  # tricks and win, a row a view
Expected = npt.NDArray[np.float64]

# Views a deal of the full pack for each of the three nets:
AFTER_VIEWS, START_VIEWS, LEAD_VIEWS = 26, 14, 13

_floats, _ints, _stream = float32[::1], int64[::1], uint64[::1]
_views, _targets = int64[:, ::1], float32[:, ::1]
_expected = float64[:, ::1]


@compiled(void(_ints, _ints, _stream, int64, int64, int64))
def deal(table: Table, pack: Words, stream: Stream, leader: int, free: int, counted: int) -> None:
    """Shuffle `pack` and set the table; the stock is the second half of `pack`, an upcard on top."""
    hand = len(pack) // 4
    for place in range(len(pack) - 1, 0, -1):
        other = next_below(stream, place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    for place in range(PLACES):
        table[place] = 0
    for place in range(hand):
        table[HANDS] |= 1 << pack[place]
        table[HANDS + 1] |= 1 << pack[hand + place]
    for card in pack:
        table[PACK] |= 1 << card
    for place in range(8):
        table[AGES + place] = NEVER
    table[UPCARD], table[TRUMP] = pack[2 * hand], suit_of(pack[2 * hand])
    table[LEADER], table[LED], table[TRICK] = leader, -1, 1
    table[SIZE], table[FREE], table[COUNTED] = hand, free, counted


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


@compiled(float64(_expected, _views, int64, int64, int64, float64))
def mix_results(expected: Expected, won: Words, player: int, tricks: int, counted: int, keep: float) -> float:
    """Mix into a player's expectations, from the last trick back, what came after; return 1 for a deal won.

    `tricks` are those of phase two; with `counted` those of phase one count too. A deal shared is 0.5.
    """
    size = expected.shape[1] - 2
    expected[player, size + 1] = tricks
    total = tricks
    for trick in range(size, 0, -1):
        total += won[player, trick]
        result = won[player, trick] + expected[player, trick + 1]
        expected[player, trick] = (1.0 - keep) * expected[player, trick] + keep * result
    half = size if counted else 0.5 * size
    return 1.0 if total > half else (0.5 if total == half else 0.0)


@compiled(void(_views, _targets, int64, int64, int64, _expected, _views, float64))
def set_targets(
    views: Views,
    targets: Targets,
    first: int,
    stop: int,
    player: int,
    expected: Expected,
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
        elif word >> UP_BYTE & 255 or trick == expected.shape[1] - 1:
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
    cards: Words,
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

    `cards` is the pack, by `Card.index`. A deal fills two views a trick of *after*, one of *lead*,
    and one of *start* with one more at its end.
    `keep` is lambda: 1 takes the result as target, less mixes in the net's own expectations.
    """
    stream = np.zeros(1, dtype=np.uint64)
    size = len(cards) // 4
    pack = np.zeros_like(cards)
    table = np.zeros(PLACES, dtype=np.int64)
    values = np.zeros(52, dtype=np.float32)
    expected = np.zeros((2, size + 2), dtype=np.float64)
    won = np.zeros((2, size + 2), dtype=np.int64)
    for number in range(len(lead) // size):
        a, s, ld = 2 * size * number, (size + 1) * number, size * number
        start_stream(stream, seed, first_deal + number)
        for place in range(len(cards)):
            pack[place] = cards[place]
        deal(table, pack, stream, number % 2, free, counted)
        for trick in range(1, size + 1):
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
            finish_trick(table, pack, 2 * size - 1 + 2 * trick, led, reply, winner, winner, winner)
        note_start(start, s + size, table, number // 2 % 2, -1)
        leader = table[LEADER]
        tricks = hands_value(block, table[HANDS + leader], table[HANDS + 1 - leader], table[TRUMP])
        for player in range(2):
            tricks_after = tricks if player == leader else size - tricks
            win = mix_results(expected, won, player, tricks_after, counted, keep)
            set_targets(after, after_targets, a, a + 2 * size, player, expected, won, win)
            set_targets(start, start_targets, s, s + size + 1, player, expected, won, win)
            set_targets(lead, lead_targets, ld, ld + size, player, expected, won, win)
