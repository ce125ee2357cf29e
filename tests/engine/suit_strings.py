"""Every ending of a size, and its value by full search: for the one fact of the search that is not proven.

A position is four strings, trump first: the cards left in a suit from high to low, `L`
where the leader owns one and `F` where the follower does. Plain suits are sorted, since
their names don't matter. That is all that decides an ending, so the positions of a size
can be listed, and values kept: every lead and every reply is tried.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache

type Suits = tuple[str, str, str, str]

_TURN = str.maketrans("LF", "FL")


def all_positions(size: int) -> Iterator[Suits]:
    """Every position of `size` cards each, plain suits sorted."""
    for lengths in itertools.product(range(2 * size + 1), repeat=3):
        rest = 2 * size - sum(lengths)
        if rest < 0 or list(lengths) != sorted(lengths):
            continue
        for owners in itertools.combinations(range(2 * size), size):
            cards = "".join("L" if place in owners else "F" for place in range(2 * size))
            cuts = list(itertools.accumulate((rest, *lengths), initial=0))
            suits = [cards[start:end] for start, end in itertools.pairwise(cuts)]
            if suits[1:] == sorted(suits[1:], key=lambda suit: (len(suit), suit)):
                yield _sorted(suits)


@cache
def full_value(position: Suits) -> int:
    """Tricks of the leader by trying everything."""
    return max(
        (
            min(_after(position, lead, reply) for reply in _replies(position, lead))
            for lead in _places(position, "L")
        ),
        default=0,
    )


def _places(position: Suits, owner: str) -> Iterator[tuple[int, int]]:
    return (
        (suit, place)
        for suit, cards in enumerate(position)
        for place, card in enumerate(cards)
        if card == owner
    )


def _replies(position: Suits, lead: tuple[int, int]) -> list[tuple[int, int]]:
    cards = list(_places(position, "F"))
    return [card for card in cards if card[0] == lead[0]] or cards


def _after(position: Suits, lead: tuple[int, int], reply: tuple[int, int]) -> int:
    left = list(position)
    for suit, place in sorted((lead, reply), reverse=True):
        left[suit] = left[suit][:place] + left[suit][place + 1 :]
    follower_wins = reply[1] < lead[1] if reply[0] == lead[0] else reply[0] == 0
    if not follower_wins:
        return 1 + full_value(_sorted(left))
    turned = _sorted([suit.translate(_TURN) for suit in left])
    return sum(map(len, turned)) // 2 - full_value(turned)


def _sorted(suits: list[str]) -> Suits:
    first, second, third = sorted(suits[1:], key=lambda suit: (len(suit), suit))
    return suits[0], first, second, third


def card_sets(position: Suits) -> tuple[int, int]:
    """The hands of leader and follower as sets of bits; trump is the first suit."""
    hands = {"L": 0, "F": 0}
    for suit, cards in enumerate(position):
        for place, owner in enumerate(reversed(cards)):
            hands[owner] |= 1 << 13 * suit + place
    return hands["L"], hands["F"]
