"""The deal: thirteen cards each, the stock and who dealt (F2-F4, F9).

A deal is everything that is settled before the first card is played. Trump and
the order of upcards and hidden cards follow from the stock for every line of play.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from .cards import PACK, Card, NotationError, Suit
from .notation import compact_cards, read_cards, read_player, require_distinct, require_player, split_fields
from .rule_sets import FULL_PACK

KIND = "deal"
SEED_BITS = 128


@dataclass(frozen=True, slots=True)
class Deal:
    """Both hands in the order dealt, the stock from the top, the dealer, and how many cards a hand has.

    Raises `NotationError` for a card that comes twice and for wrong numbers of cards.
    """

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    stock: tuple[Card, ...]
    dealer: int
    hand_size: int = FULL_PACK.hand

    def __post_init__(self) -> None:
        require_player(self.dealer)
        require_distinct((*self.hands[0], *self.hands[1], *self.stock), "the deal")
        for player, hand in enumerate(self.hands):
            if len(hand) != self.hand_size:
                raise NotationError(f"player {player} is dealt {len(hand)} cards: expected {self.hand_size}")
        if len(self.stock) != 2 * self.hand_size:
            raise NotationError(f"the stock has {len(self.stock)} cards: expected {2 * self.hand_size}")

    @property
    def trump(self) -> Suit:
        """The suit of the first upcard, for the whole deal (F4)."""
        return self.stock[0].suit

    @property
    def upcards(self) -> tuple[Card, ...]:
        """The prizes of tricks 1-13: stock cards 1, 3, ... 25 (F9)."""
        return self.stock[::2]

    @property
    def hidden_cards(self) -> tuple[Card, ...]:
        """What the losers of tricks 1-13 draw: stock cards 2, 4, ... 26 (F9)."""
        return self.stock[1::2]

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards in the order in which they left the dealer's hand."""
        first, second = self.hands[1 - self.dealer], self.hands[self.dealer]
        return tuple(card for pair in zip(first, second, strict=True) for card in pair) + self.stock

    def notation(self) -> str:
        """The one-line form: kind, dealer, both hands, stock."""
        return ".".join((KIND, self.fields()))

    def fields(self) -> str:
        """Dealer, both hands and stock, as deals and states write them."""
        cards = (compact_cards(cards) for cards in (*self.hands, self.stock))
        return ".".join((str(self.dealer), *cards))

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read a notation; raise `NotationError` naming what is wrong."""
        return cls.from_fields(*split_fields(text, KIND, "dealer hand-0 hand-1 stock"))

    @classmethod
    def from_fields(
        cls, dealer: str, first: str, second: str, stock: str, *, hand_size: int = FULL_PACK.hand
    ) -> Deal:
        """Read what `fields` writes."""
        hands = read_cards(first), read_cards(second)
        return cls(hands, read_cards(stock), read_player(dealer), hand_size)


def deal_pack(pack: Sequence[Card], dealer: int) -> Deal:
    """Deal a pack from the top: a quarter each, one at a time, the opponent of `dealer` first (F3)."""
    half = len(pack) // 2
    first, second = tuple(pack[0:half:2]), tuple(pack[1:half:2])
    hands = (first, second) if dealer == 1 else (second, first)
    return Deal(hands, tuple(pack[half:]), dealer, len(first))


def shuffled_deal(rng: Random, dealer: int = 1, cards: Sequence[Card] = PACK) -> Deal:
    """Shuffle and deal; the same generator state gives the same deal.

    `Random.shuffle` is the Fisher-Yates shuffle with unbiased draws, so every order
    of the pack is equally likely as far as the generator goes (W17).

    >>> shuffled_deal(Random(7)) == shuffled_deal(Random(7))
    True
    """
    pack = list(cards)
    rng.shuffle(pack)
    return deal_pack(pack, dealer)


def fresh_seed() -> int:
    """A seed for a live deal from the system's secure source, 128 bits; it stays on the server."""
    return secrets.randbits(SEED_BITS)
