"""The *tips* policy, compiled: the usual advice as one sum, each seat using what it may know.

What a card is worth falls with the number of cards that can beat it in the other
hand (its *threats*), faster for plain cards than for trumps. In phase one an
unseen card is a threat only in part, since it may still come to the own hand or
be played. The weights, and where they come from, are in `policies`.

* To follow: the upcard and the hidden card change places with the trick, so
  winning is worth twice the difference between them, less what the cheapest
  winner is worth above the lowest loser (F43, F44).
* To lead: the same, weighed by the chance that the opponent can and will win.

A policy sees one array, the *table* (see the places below), of which it may read
only what the player to move knows: the other hand is there for the referee.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import boolean, float64, int64, uint64

from trainer.engine.native import compiled, count_bits, lowest_bit
from trainer.engine.random_kernel import Stream, next_below, next_unit
from trainer.engine.suit_codes_kernel import SUIT_BITS, SUIT_MASK

Table = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]

# Places of the table; those of player p are at the place plus p.
HANDS = 0  # 52-bit sets by Card.index
KNOWN = 2  # cards of the hand that the other player knows: upcards taken (F45)
VOIDS = 4  # bit a suit: shown void and no card drawn unseen since (F46)
PLAYED = 6
UPCARD = 7
LEADER = 8
LED = 9  # the card led, -1 before
TRICK = 10
TRUMP = 11
PLACES = 12

PACK_MASK = (1 << 52) - 1
ACES = 1 << 12 | 1 << 25 | 1 << 38 | 1 << 51

# Places of the weights. What a plain and what a trump card is worth, by its threats, 0 to 6:
PLAIN, TRUMPS, THREATS = 0, 7, 7
# How much less than one threat an unseen card is when 13 tricks of phase one are to come:
UNSEEN = 14
# The worth of winning, for each trick that the upcard is worth more than the hidden card:
PRIZE = 15
# From what worth of winning on the leader expects the opponent to want it too:
WANTED = 16
# The chance of a random legal card instead, for varied positions:
ERRORS = 17
WEIGHTS = 18


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


@compiled(int64(int64, int64), inline=True)
def legal_replies(hand: int, lead: int) -> int:
    """The cards of a hand that may follow `lead` (F6)."""
    follow = hand & suit_cards(suit_of(lead))
    return follow if follow else hand


@compiled(float64(float64[::1], boolean, float64), inline=True)
def _worth(weights: Weights, is_trump: bool, threats: float) -> float:
    """What a card adds to the phase-two tricks, in tricks up to a constant."""
    base = TRUMPS if is_trump else PLAIN
    step = int(threats)
    if step >= THREATS - 1:
        return float(weights[base + THREATS - 1])
    part = threats - step
    return float(weights[base + step] * (1.0 - part) + weights[base + step + 1] * part)


@compiled(float64(float64[::1], int64[::1], int64, int64, int64, float64), inline=True)
def _card_worth(weights: Weights, table: Table, card: int, sure: int, unseen: int, share: float) -> float:
    above = higher_cards(card)
    threats = count_bits(above & sure) + share * count_bits(above & unseen)
    return _worth(weights, suit_of(card) == table[TRUMP], threats)


@compiled(float64(float64[::1], int64[::1], int64, int64, float64), inline=True)
def _mean_worth(weights: Weights, table: Table, cards: int, sure: int, share: float) -> float:
    """Mean worth of an unseen card: what a hidden draw brings."""
    total = 0.0
    left = cards
    while left:
        card = lowest_bit(left)
        left &= left - 1
        total += _card_worth(weights, table, card, sure, cards, share)
    return total / max(count_bits(cards), 1)


@compiled(int64(float64[::1], int64[::1], int64))
def choose_reply(weights: Weights, table: Table, player: int) -> int:
    """The card that the follower plays."""
    hand, lead, trump = table[HANDS + player], table[LED], table[TRUMP]
    sure = table[KNOWN + 1 - player]
    upcard = 1 << table[UPCARD]
    unseen = PACK_MASK & ~(hand | sure | table[PLAYED] | upcard | 1 << lead)
    share = 1.0 - weights[UNSEEN] * (13 - table[TRICK]) / 13.0
    prize = _card_worth(weights, table, table[UPCARD], sure, unseen, share)
    prize -= _mean_worth(weights, table, unseen, sure, share)
    best, best_score = -1, -1e9
    left = legal_replies(hand, lead)
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


@compiled(int64(float64[::1], int64[::1], int64))
def choose_lead(weights: Weights, table: Table, player: int) -> int:
    """The card that the leader plays: for each, what winning and losing would bring."""
    hand, trump = table[HANDS + player], table[TRUMP]
    sure = table[KNOWN + 1 - player]
    upcard = 1 << table[UPCARD]
    unseen = PACK_MASK & ~(hand | sure | table[PLAYED] | upcard)
    absent = 1.0 - (13 - count_bits(sure)) / max(count_bits(unseen), 1)
    share = 1.0 - weights[UNSEEN] * (13 - table[TRICK]) / 13.0
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


@compiled(int64(float64[::1], int64[::1], int64, uint64[::1]))
def choose(weights: Weights, table: Table, player: int, stream: Stream) -> int:
    """The card that `player`, whose turn it is, plays."""
    if weights[ERRORS] > 0.0 and next_unit(stream) < weights[ERRORS]:
        cards = table[HANDS + player]
        if table[LED] >= 0:
            cards = legal_replies(cards, table[LED])
        for _ in range(next_below(stream, count_bits(cards))):
            cards &= cards - 1
        return lowest_bit(cards)
    if table[LED] < 0:
        return choose_lead(weights, table, player)
    return choose_reply(weights, table, player)
