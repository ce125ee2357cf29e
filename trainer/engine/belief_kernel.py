"""Sampling the opponent's history, compiled; `beliefs.py` says what and why.

The hidden slots of the opponent's hand come in order of filling: those of the
deal (13, fewer on small packs), then one a hidden draw. Two kinds of card fill them:

* *played* cards, each of which must come from a slot filled inside a window: before
  it was played and not before the last void in its suit ahead of that;
* *unplayed* cards, still held or in the stock, which only have an earliest time:
  the last void in their suit. Ordered by it, those fit for a slot are a prefix.

Because prefixes are nested, filling slots in order with any fitting unplayed card
leaves the same number of ways for the rest, whichever card is taken. So only the
slots of the played cards need counting, and a table over (draw slot, set of played
cards still to be placed) counts them exactly. Drawing from it gives every
consistent history the same chance, without rejection.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float64, int64, uint64

from trainer.engine.native import compiled
from trainer.engine.random_kernel import Stream, next_below, next_unit

Words = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]
_ints, _floats, _table = int64[::1], float64[::1], float64[:, ::1]


@compiled(float64(_ints, _ints, _ints, _ints, int64, int64, _table, _floats))
def count_histories(
    first: Words,
    last: Words,
    draws: Words,
    fitting: Words,
    dealt: int,
    dealt_fitting: int,
    ways: Weights,
    chances: Weights,
) -> float:
    """Fill `ways` and `chances`; return the number of histories, up to a constant factor.

    `first` and `last` (P) are the windows of the played cards, as times; `draws`
    (D) the times of the hidden draws, `fitting` (D) how many unplayed cards fit
    each, `dealt` the cards of the deal, `dealt_fitting` how many unplayed fit there.
    `ways` is (D + 1, 2^P): how to fill draw slots from j on when the given set of
    played cards is still to be placed there. `chances` (2^P) becomes the running sum
    over the sets that are played out of draw slots. Cost: D · P · 2^P steps, at most
    a few milliseconds.
    """
    played = len(first)
    sets = 1 << played
    slots = len(draws)
    for chosen in range(sets):
        ways[slots, chosen] = 1.0 if chosen == 0 else 0.0
    for slot in range(slots - 1, -1, -1):
        for chosen in range(sets):
            placed = played
            total = 0.0
            for card in range(played):
                if chosen >> card & 1:
                    placed -= 1
                    if first[card] <= draws[slot] <= last[card]:
                        total += ways[slot + 1, chosen ^ (1 << card)]
            rest = fitting[slot] - (dealt + slot - placed)
            if rest > 0:
                total += rest * ways[slot + 1, chosen]
            ways[slot, chosen] = total
    running = 0.0
    for chosen in range(sets):
        from_deal = 0
        possible = True
        for card in range(played):
            if chosen >> card & 1 == 0:
                from_deal += 1
                possible &= first[card] == 0
        if possible and from_deal <= dealt:
            weight = ways[0, chosen]
            for step in range(dealt - from_deal):
                # C(dealt_fitting, dealt - from_deal): the cards of a deal have no order
                weight *= max(dealt_fitting - step, 0) / (step + 1)
            running += weight
        chances[chosen] = running
    return running


@compiled(int64(_floats, float64), inline=True)
def _first_above(sums: Weights, target: float) -> int:
    """The first place of rising `sums` that holds more than `target`."""
    low, high = 0, len(sums) - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > target:
            high = middle
        else:
            low = middle + 1
    return low


@compiled(int64(uint64[::1], _ints, int64, int64), inline=True)
def _take(stream: Stream, order: Words, used: int, fitting: int) -> int:
    """Move a random card of `order[used:fitting]` to place `used` and return it."""
    other = used + next_below(stream, fitting - used)
    order[used], order[other] = order[other], order[used]
    return int(order[used])


@compiled(
    int64(
        uint64[::1], _ints, _ints, _ints, _ints, _ints, int64, int64, _table, _floats, _ints, _ints, _ints
    )
)  # fmt: skip
def sample_history(
    stream: Stream,
    cards: Words,
    first: Words,
    last: Words,
    draws: Words,
    fitting: Words,
    dealt: int,
    dealt_fitting: int,
    ways: Weights,
    chances: Weights,
    unplayed: Words,
    order: Words,
    slots: Words,
) -> int:
    """Draw one history; return how many unplayed cards it puts in the opponent's hand.

    `cards` (P) are the played cards; `unplayed` (U) the others in order of their
    earliest time. Writes `slots` (dealt + D), the card of each hidden slot, and
    `order` (U): first the cards in the hand, then the stock from the top.
    """
    for place in range(len(unplayed)):
        order[place] = unplayed[place]
    used = 0
    target = next_unit(stream) * chances[-1]
    chosen = _first_above(chances, target)
    slot = 0
    for card in range(len(cards)):
        if chosen >> card & 1 == 0:
            slots[slot] = cards[card]
            slot += 1
    while slot < dealt:
        slots[slot] = _take(stream, order, used, dealt_fitting)
        used += 1
        slot += 1
    for draw in range(len(draws)):
        left = next_unit(stream) * ways[draw, chosen]
        left -= max(fitting[draw] - used, 0) * ways[draw + 1, chosen]
        placed = -1
        for card in range(len(cards)):
            if left >= 0.0 and chosen >> card & 1 and first[card] <= draws[draw] <= last[card]:
                weight = ways[draw + 1, chosen ^ (1 << card)]
                placed = card if weight > 0.0 else placed
                left -= weight
        if placed >= 0:
            slots[dealt + draw] = cards[placed]
            chosen ^= 1 << placed
        else:
            slots[dealt + draw] = _take(stream, order, used, fitting[draw])
            used += 1
    for place in range(used, len(order) - 1):
        other = place + next_below(stream, len(order) - place)
        order[place], order[other] = order[other], order[place]
    return used
