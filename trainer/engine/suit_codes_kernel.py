"""Suit codes and keys: how the compiled search sees a position, without names of cards.

The cards left in a suit become a *suit code*: a leading 1 bit as sentinel, then one
bit a card from high to low, 1 where the player on lead owns it. So `0b1_101` is a
suit of three cards of which the leader has the highest and the lowest. A *place*
counts from the lowest card, 0. Four codes of 14 bits make a *key*: trump, then the
three plain suits in falling order, since their names do not matter. A key is exact
and belongs to no deal.
"""

from __future__ import annotations

from numba import int64

from trainer.engine.native import compiled, highest_bit

CODE_BITS = 14
CODES = 1 << CODE_BITS
CODE_MASK = CODES - 1
TRUMP_SHIFT = 3 * CODE_BITS
SUIT_BITS = 13
SUIT_MASK = (1 << SUIT_BITS) - 1


@compiled(int64(int64, int64), inline=True)
def without(code: int, place: int) -> int:
    """A suit code after the card at `place` (0 is the lowest) has gone."""
    return ((code >> (place + 1)) << place) | (code & ((1 << place) - 1))


@compiled(int64(int64), inline=True)
def turned(code: int) -> int:
    """A suit code seen from the other player."""
    return code ^ ((1 << highest_bit(code)) - 1)


@compiled(int64(int64), inline=True)
def follower_places(code: int) -> int:
    """The places of the follower's cards as bits."""
    return ~code & ((1 << highest_bit(code)) - 1)


@compiled(int64(int64, int64, int64, int64), inline=True)
def packed_key(trump: int, a: int, b: int, c: int) -> int:
    """Four suit codes as one key, the plain suits in falling order."""
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
        if a < b:
            a, b = b, a
    return trump << TRUMP_SHIFT | a << 28 | b << 14 | c


@compiled(int64(int64, int64, int64), inline=True)
def replaced(codes: int, shift: int, code: int) -> int:
    """Four codes with the one at `shift` replaced."""
    return codes & ~(CODE_MASK << shift) | code << shift


@compiled(int64(int64, int64), inline=True)
def suit_code(mine: int, theirs: int) -> int:
    """The code of one suit from two 13-bit rank sets (bit 0 is the two)."""
    code = 1
    cards = mine | theirs
    while cards:
        rank = highest_bit(cards)
        cards ^= 1 << rank
        code = code << 1 | (mine >> rank & 1)
    return code


@compiled(int64(int64, int64, int64), inside=True)
def key_of(mine: int, theirs: int, trump: int) -> int:
    """The key of two hands as 52-bit card sets (bit `Card.index`), from the leader's side."""
    a = b = c = trumps = 1
    for suit in range(4):
        code = suit_code(mine >> SUIT_BITS * suit & SUIT_MASK, theirs >> SUIT_BITS * suit & SUIT_MASK)
        if suit == trump:
            trumps = code
        else:
            a, b, c = code, a, b
    return packed_key(trumps, a, b, c)
