"""Cards, suits and ranks (F2: 52 cards, ace high in every suit) and their text form.

A card is written as suit letter and rank, `SA` for the ace of spades and `HT`
for the ten of hearts. This is the notation of URLs, content, tests and files;
what a reader sees is decided by the pages, not here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum


class Suit(Enum):
    """The four suits in the order in which hands and lists are shown."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    def __str__(self) -> str:
        return self.value

    @property
    def index(self) -> int:
        """0 for spades to 3 for clubs."""
        return _SUIT_INDEX[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read one suit letter; raise `NotationError` for anything else."""
        try:
            return cls(text.upper())
        except ValueError:
            raise NotationError(f"{text!r} is no suit: expected one of S H D C") from None


class Rank(IntEnum):
    """The thirteen ranks, ordered by strength."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return RANK_LETTERS[self - 2]


RANK_LETTERS = "23456789TJQKA"
_SUIT_INDEX = {suit: index for index, suit in enumerate(Suit)}


class NotationError(ValueError):
    """Text that is no card, hand, deal or position; the message names what and why."""


@dataclass(frozen=True, slots=True)
class Card:
    """One playing card.

    >>> str(Card.parse("HT"))
    'HT'
    >>> Card.parse("HT").rank > Card.parse("H9").rank
    True
    """

    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"

    def __repr__(self) -> str:
        return f"Card({self})"

    def __lt__(self, other: Card) -> bool:
        """Order of a shown hand: spades to clubs, high to low."""
        return self.display_key < other.display_key

    @property
    def display_key(self) -> tuple[int, int]:
        """Sort key of a shown hand: suit order, then high to low."""
        return self.suit.index, -self.rank

    @property
    def index(self) -> int:
        """0–51: thirteen times the suit's index plus the rank's place, two first."""
        return 13 * self.suit.index + self.rank - 2

    @classmethod
    def from_index(cls, index: int) -> Card:
        """The card whose `index` is given; raise `IndexError` outside 0–51."""
        if not 0 <= index < 52:
            raise IndexError(f"card index {index} is outside 0-51")
        return PACK[index]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card such as `SA`, `HT`, `H10` or `h10`; raise `NotationError`."""
        known = _CARD_OF.get(text)
        if known is not None:
            return known
        rank = text[1:].upper().replace("10", "T")
        if len(rank) != 1 or rank not in RANK_LETTERS:
            raise NotationError(f"{text!r} is no card: expected a suit S H D C and a rank A K Q J T 9-2")
        return cls(Suit.parse(text[0]), Rank(RANK_LETTERS.index(rank) + 2))

    def touches(self, other: Card) -> bool:
        """Whether both cards are neighbours in the full suit."""
        return self.suit is other.suit and abs(self.rank - other.rank) == 1


PACK: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
_CARD_OF = {str(card): card for card in PACK}  # a page reads some hundred cards


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas, in the order given."""
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards in the order given, separated by spaces."""
    return " ".join(str(card) for card in cards)


def card_bits(cards: Iterable[Card]) -> int:
    """Cards as a set of bits, one for each `Card.index`."""
    return sum(1 << card.index for card in cards)
