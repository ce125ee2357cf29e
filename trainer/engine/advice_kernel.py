"""The *weighed* policy, compiled: the usual advice as one sum, each seat using what it may know.

What a card is worth falls with the number of cards that can beat it in the other
hand (its *threats*), faster for plain cards than for trumps. In phase one an
unseen card is a threat only in part, since it may still come to the own hand or
be played. The weights, and where they come from, are in `policies`.

* To follow: the upcard and the hidden card change places with the trick, so
  winning is worth twice the difference between them, less what the cheapest
  winner is worth above the lowest loser (F43, F44).
* To lead: the same, weighed by the chance that the opponent can and will win.
"""

from __future__ import annotations

from numba import boolean, float32, float64, int64

from trainer.engine.native import compiled, count_bits, lowest_bit
from trainer.engine.table_kernel import (
    ACES,
    HANDS,
    KNOWN,
    LED,
    SIZE,
    TRICK,
    TRUMP,
    UPCARD,
    VOIDS,
    Table,
    beats,
    higher_cards,
    legal_cards,
    suit_cards,
    suit_of,
    unseen_cards,
)
from trainer.engine.weights_kernel import HEADER, Weights

# Places of the weights. What a plain and what a trump card is worth, by its threats, 0 to 6:
PLAIN, TRUMPS, THREATS = HEADER, HEADER + 7, 7
# How much less than one threat an unseen card is when all tricks of phase one are to come:
UNSEEN = HEADER + 14
# The worth of winning, for each trick that the upcard is worth more than the hidden card:
PRIZE = HEADER + 15
# From what worth of winning on the leader expects the opponent to want it too:
WANTED = HEADER + 16


@compiled(float64(float32[::1], boolean, float64), inline=True)
def _worth(weights: Weights, is_trump: bool, threats: float) -> float:
    """What a card adds to the phase-two tricks, in tricks up to a constant."""
    base = TRUMPS if is_trump else PLAIN
    step = int(threats)
    if step >= THREATS - 1:
        return float(weights[base + THREATS - 1])
    part = threats - step
    return float(weights[base + step] * (1.0 - part) + weights[base + step + 1] * part)


@compiled(float64(float32[::1], int64[::1], int64, int64, int64, float64), inline=True)
def _card_worth(weights: Weights, table: Table, card: int, sure: int, unseen: int, share: float) -> float:
    above = higher_cards(card)
    threats = count_bits(above & sure) + share * count_bits(above & unseen)
    return _worth(weights, suit_of(card) == table[TRUMP], threats)


@compiled(float64(float32[::1], int64[::1], int64, int64, float64), inline=True)
def _mean_worth(weights: Weights, table: Table, cards: int, sure: int, share: float) -> float:
    """Mean worth of an unseen card: what a hidden draw brings."""
    total = 0.0
    left = cards
    while left:
        card = lowest_bit(left)
        left &= left - 1
        total += _card_worth(weights, table, card, sure, cards, share)
    return total / max(count_bits(cards), 1)


@compiled(int64(float32[::1], int64[::1], int64), inside=True)
def choose_reply(weights: Weights, table: Table, player: int) -> int:
    """The card that the follower plays."""
    lead, trump = table[LED], table[TRUMP]
    sure = table[KNOWN + 1 - player]
    unseen = unseen_cards(table, player)
    share = 1.0 - weights[UNSEEN] * (table[SIZE] - table[TRICK]) / table[SIZE]
    prize = _card_worth(weights, table, table[UPCARD], sure, unseen, share)
    prize -= _mean_worth(weights, table, unseen, sure, share)
    best, best_score = -1, -1e9
    left = legal_cards(table, player)
    while left:
        card = lowest_bit(left)
        left &= left - 1
        score = -_card_worth(weights, table, card, sure, unseen, share)
        if beats(card, lead, trump):
            score += weights[PRIZE] * prize
        if score > best_score:
            best, best_score = card, score
    return best


@compiled(float64(int64, float64), inline=True)
def _chance_of_any(count: int, absent: float) -> float:
    """Chance that the opponent holds one of `count` cards, each absent by itself with chance `absent`."""
    none = 1.0
    for _ in range(count):
        none *= absent
    return 1.0 - none


@compiled(int64(float32[::1], int64[::1], int64), inside=True)
def choose_lead(weights: Weights, table: Table, player: int) -> int:
    """The card that the leader plays: for each, what winning and losing would bring."""
    hand, trump = table[HANDS + player], table[TRUMP]
    sure = table[KNOWN + 1 - player]
    unseen = unseen_cards(table, player)
    absent = 1.0 - (table[SIZE] - count_bits(sure)) / max(count_bits(unseen), 1)
    share = 1.0 - weights[UNSEEN] * (table[SIZE] - table[TRICK]) / table[SIZE]
    prize = _card_worth(weights, table, table[UPCARD], sure, unseen, share)
    prize -= _mean_worth(weights, table, unseen, sure, share)
    gain = weights[PRIZE] * prize
    voids = table[VOIDS + 1 - player]
    any_trump = 1.0 if sure & suit_cards(trump) else 0.0
    if any_trump == 0.0 and voids >> trump & 1 == 0:
        any_trump = _chance_of_any(count_bits(unseen & suit_cards(trump)), absent)
    wants = gain > weights[WANTED]
    best, best_score = -1, -1e9
    left = hand & ~((hand & ~ACES) << 1)  # the lowest of each run of neighbours
    while left:
        card = lowest_bit(left)
        left &= left - 1
        suit = suit_of(card)
        above = higher_cards(card)
        below = suit_cards(suit) & ~above & ~(1 << card)
        higher = 1.0 if above & sure else 0.0
        lower = 1.0 if below & sure else 0.0
        if voids >> suit & 1 == 0:
            if higher == 0.0:
                higher = _chance_of_any(count_bits(above & unseen), absent)
            if lower == 0.0:
                lower = _chance_of_any(count_bits(below & unseen), absent)
        void = (1.0 - higher) * (1.0 - lower)
        ruffs = void * any_trump if suit != trump else 0.0
        loses = higher + ruffs if wants else higher * (1.0 - lower)
        score = (0.5 - loses) * gain - _card_worth(weights, table, card, sure, unseen, share)
        over = above & (sure | unseen)
        if over and not (wants and ruffs > higher):
            score += min(loses, higher) * _card_worth(weights, table, lowest_bit(over), hand, unseen, share)
        if score > best_score:
            best, best_score = card, score
    return best
