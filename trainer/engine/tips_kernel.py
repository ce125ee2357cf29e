"""The usual advice to learners, compiled as it is given: few rules, in the order in which they are asked.

* The upcard is *worth a fight* if it is a trump, or a plain card that at most two
  cards still against you can beat (F43; played cards make a lower one high, F45).
* To follow: take a prize worth a fight with the cheapest winner, but don't give a card
  as good for it (F44), nor a trump for less than the best plain card; otherwise throw
  the lowest card that loses.
* To lead: for a prize worth a fight, a card that nothing left can beat, or else the
  strongest that is not as good as the prize; for a poor one the lowest card.
* Where the tricks of phase one count too (F31), a trick is also worth a cheap winner
  by itself, and a sure card is led for it.

*Costs*: a trump costs more than a plain card, a higher card more than a lower one.
*As good*: no more cards can beat it. This is advice as books give it; what is right and wrong
in it the engine's estimates say. It wins 44 % of deals against the *weighed* policy.
"""

from __future__ import annotations

from numba import boolean, int64

from trainer.engine.native import compiled, count_bits, lowest_bit
from trainer.engine.suit_codes_kernel import SUIT_BITS
from trainer.engine.table_kernel import (
    COUNTED,
    HANDS,
    LED,
    PACK,
    PLAYED,
    TRUMP,
    UPCARD,
    VOIDS,
    Table,
    beats,
    higher_cards,
    legal_cards,
    suit_cards,
    suit_of,
)

HIGH = 2  # a plain card is high while at most so many cards against the player beat it
SMALL = 6  # ranks, from the two on, of trumps that are small enough to buy an ace
NO_CARD = -1

_ints = int64[::1]


@compiled(int64(_ints, int64, int64), inline=True)
def cards_above(table: Table, player: int, card: int) -> int:
    """How many cards that `player` doesn't hold, and that are not played, beat `card` in its suit."""
    return count_bits(higher_cards(card) & table[PACK] & ~(table[PLAYED] | table[HANDS + player]))


@compiled(int64(_ints, int64), inline=True)
def cost(table: Table, card: int) -> int:
    """What it costs to play a card: the trumps above all others, in a suit by rank."""
    return card % SUIT_BITS + (SUIT_BITS if suit_of(card) == table[TRUMP] else 0)


@compiled(int64(_ints, int64), inside=True)
def cheapest(table: Table, cards: int) -> int:
    """The card that costs least; of equal ones the one from the shortest suit, in suit order."""
    best, least = NO_CARD, 1 << 20
    left = cards
    while left:
        card = lowest_bit(left)
        left &= left - 1
        price = 16 * cost(table, card) + count_bits(cards & suit_cards(suit_of(card)))
        if price < least:
            best, least = card, price
    return best


@compiled(boolean(_ints, int64), inside=True)
def worth_a_fight(table: Table, player: int) -> bool:
    """Whether the upcard is a trump or a high plain card."""
    upcard = table[UPCARD]
    return suit_of(upcard) == table[TRUMP] or cards_above(table, player, upcard) <= HIGH


@compiled(boolean(_ints, int64, int64), inside=True)
def costs_too_much(table: Table, player: int, card: int) -> bool:
    """Whether `card` is as good as the plain upcard, or better; for a trump no price is too high."""
    upcard = table[UPCARD]
    if suit_of(upcard) == table[TRUMP]:
        return False
    if suit_of(card) == table[TRUMP]:
        return cards_above(table, player, upcard) > 0 or card % SUIT_BITS >= SMALL
    return cards_above(table, player, card) <= cards_above(table, player, upcard)


@compiled(int64(_ints, int64), inside=True)
def tips_reply(table: Table, player: int) -> int:
    """The follower's card."""
    winners = 0
    cards = left = legal_cards(table, player)
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if beats(card, table[LED], table[TRUMP]):
            winners |= 1 << card
    losers = cards ^ winners
    if winners == 0:
        return cheapest(table, losers)
    winner = cheapest(table, winners)
    if losers == 0:
        return winner
    if worth_a_fight(table, player) and not costs_too_much(table, player, winner):
        return winner
    if table[COUNTED] != 0 and cost(table, winner) < SUIT_BITS and cards_above(table, player, winner) > 0:
        return winner
    return cheapest(table, losers)


@compiled(int64(_ints, int64), inside=True)
def tips_lead(table: Table, player: int) -> int:
    """The leader's card."""
    hand, trump = table[HANDS + player], table[TRUMP]
    fight = worth_a_fight(table, player)
    if not fight and table[COUNTED] == 0:
        return cheapest(table, hand)
    sure, strongest, best = 0, NO_CARD, -1
    left = hand
    while left:
        card = lowest_bit(left)
        left &= left - 1
        ruffed = suit_of(card) != trump and table[VOIDS + 1 - player] >> suit_of(card) & 1 != 0
        if costs_too_much(table, player, card) or ruffed:
            continue
        if cards_above(table, player, card) == 0:
            sure |= 1 << card
        elif suit_of(card) != trump and card % SUIT_BITS > best:
            strongest, best = card, card % SUIT_BITS
    if sure:
        return cheapest(table, sure)
    if fight and strongest != NO_CARD:
        return strongest
    return cheapest(table, hand)
