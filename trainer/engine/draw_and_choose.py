"""Plockwhist, draw-and-choose (F33): the drawing, the hands it leads to, points and match.

Both hold 13 cards and there is no trump. In turn, the non-dealer first, a player looks at
the top card of the stock and keeps it, or discards it face down and takes the next one
whatever it is. Then the hands are played out (`stockless`). `Drawing` knows all cards;
what is discarded is only for the eyes of the player who did it. Two rulings are this
site's, as the sources are silent: the odd card out of play and the tie above the target.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .cards import Card, NotationError
from .deals import Deal
from .notation import NOTHING, require_player, split_fields
from .scoring import BOOK, MatchOver, Pair, ahead
from .state import Hands
from .stockless import StocklessState, new_stockless_state

KIND = "drawing"
STOCK = 26
DEALT = 13
MOST_DISCARDS = STOCK // 2
TARGET = 13


class Choice(Enum):
    """What a player does with the top card of the stock."""

    KEEP = "K"
    DISCARD = "D"  # and take the next one unseen


class IllegalChoice(ValueError):
    """A choice that the stock does not allow; the message names the card and the reason."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A deal after some choices; `choose` makes the next one. `deal.trump` has no meaning here.

    >>> from random import Random
    >>> from .deals import shuffled_deal
    >>> drawing = Drawing(shuffled_deal(Random(7), dealer=1))
    >>> after = choose(choose(drawing, Choice.DISCARD), Choice.KEEP)
    >>> len(after.stock_left), [len(hand) for hand in after.hands], after.to_choose
    (23, [14, 14], 0)
    """

    deal: Deal
    choices: tuple[Choice, ...] = ()

    def __post_init__(self) -> None:
        if self.cards_gone > STOCK:
            raise IllegalChoice(f"the choices need {self.cards_gone} cards: the stock has {STOCK}")

    @property
    def cards_gone(self) -> int:
        """How many cards have left the stock: one a turn and one more a discard."""
        return len(self.choices) + self.choices.count(Choice.DISCARD)

    @property
    def stock_left(self) -> tuple[Card, ...]:
        """The stock from the top card down."""
        return self.deal.stock[self.cards_gone :]

    @property
    def is_over(self) -> bool:
        """Whether the stock is empty, so that play begins."""
        return not self.stock_left

    @property
    def to_choose(self) -> int | None:
        """The player who looks at the top card; None when the stock is empty."""
        return None if self.is_over else self._chooser(len(self.choices))

    @property
    def offered_choices(self) -> tuple[Choice, ...]:
        """What may be done with the top card: the last card of the stock must be kept."""
        return tuple(Choice)[: min(len(self.stock_left), 2)]

    @property
    def hands(self) -> Hands:
        """Both hands in display order."""
        hands = [list(hand) for hand in self.deal.hands]
        for player, kept, _discarded in self._turns():
            hands[player].append(kept)
        return tuple(sorted(hands[0])), tuple(sorted(hands[1]))

    @property
    def discards(self) -> Hands:
        """What player 0 and player 1 have discarded, in order; each knows only their own."""
        gone: tuple[list[Card], list[Card]] = [], []
        for player, _kept, discarded in self._turns():
            gone[player].extend(discarded)
        return tuple(gone[0]), tuple(gone[1])

    def notation(self) -> str:
        """The one-line form: kind, the deal's fields, a letter K or D for each choice."""
        letters = "".join(choice.value for choice in self.choices)
        return ".".join((KIND, self.deal.fields(), letters or NOTHING))

    @classmethod
    def parse(cls, text: str) -> Drawing:
        """Read a notation; raise `NotationError` naming what is wrong."""
        *deal, letters = split_fields(text, KIND, "dealer hand-0 hand-1 stock choices")
        letters = "" if letters == NOTHING else letters
        if set(letters) - {choice.value for choice in Choice}:
            raise NotationError(f"{letters!r} are no choices: expected letters K and D")
        try:
            return cls(Deal.from_fields(*deal), tuple(map(Choice, letters)))
        except IllegalChoice as error:
            raise NotationError(str(error)) from None

    def _chooser(self, turn: int) -> int:
        return (1 - self.deal.dealer + turn) % 2

    def _turns(self) -> list[tuple[int, Card, tuple[Card, ...]]]:
        """Of each turn: the player, the card that came to hand, and the card discarded, if any."""
        turns: list[tuple[int, Card, tuple[Card, ...]]] = []
        stock = iter(self.deal.stock)
        for turn, choice in enumerate(self.choices):
            discarded = (next(stock),) if choice is Choice.DISCARD else ()
            turns.append((self._chooser(turn), next(stock), discarded))
        return turns


def choose(drawing: Drawing, choice: Choice) -> Drawing:
    """The drawing after one more turn.

    Raises `IllegalChoice` when the stock is empty and for discarding its last card,
    because no card is left to take instead (F33).
    """
    if drawing.is_over:
        raise IllegalChoice(f"cannot {choice.name.lower()}: the stock is empty")
    if choice not in drawing.offered_choices:
        raise IllegalChoice(f"cannot discard {drawing.stock_left[0]}: it is the last card of the stock")
    return Drawing(drawing.deal, (*drawing.choices, choice))


def turn_count(discards: int) -> int:
    """The turns of a deal with so many discards: 26 - k (F33).

    >>> [turn_count(discards) for discards in (0, 1, 13)]
    [26, 25, 13]
    """
    if not 0 <= discards <= MOST_DISCARDS:
        raise ValueError(f"{discards} discards: expected 0-{MOST_DISCARDS}, each takes two cards of {STOCK}")
    return STOCK - discards


def hand_sizes(discards: int) -> Pair:
    """Cards of the non-dealer and of the dealer when play begins (F33).

    >>> [hand_sizes(discards) for discards in (0, 1, 13)]
    [(26, 26), (26, 25), (20, 19)]
    """
    turns = turn_count(discards)
    return DEALT + (turns + 1) // 2, DEALT + turns // 2


def first_trick(drawing: Drawing) -> StocklessState:
    """Both hands before the first trick: no trump, the non-dealer to lead (F33).

    Raises `IllegalChoice` while cards are left in the stock.
    """
    if not drawing.is_over:
        raise IllegalChoice(f"cannot play yet: the stock has {len(drawing.stock_left)} cards")
    return new_stockless_state(drawing.hands, None, leader=1 - drawing.deal.dealer)


def overtrick_points(tricks: Pair) -> Pair:
    """What both players score: their own tricks beyond six (F33).

    Raises `ValueError` unless the tricks add up to a number that the drawing can lead to, 19-26.

    >>> overtrick_points((14, 10)), overtrick_points((13, 6))
    ((8, 4), (7, 0))
    """
    own, other = tricks
    fewest, most = hand_sizes(MOST_DISCARDS)[1], hand_sizes(0)[1]
    if own < 0 or other < 0 or not fewest <= own + other <= most:
        raise ValueError(f"{own}-{other}: a deal of draw-and-choose has {fewest}-{most} tricks")
    return max(0, own - BOOK), max(0, other - BOOK)


@dataclass(frozen=True, slots=True)
class DrawAndChooseMatch:
    """A match to `target` points, 13 by custom (F33).

    Both can pass the target in one deal: then the higher total wins, and equal totals
    play another deal (this site's ruling).

    >>> match = DrawAndChooseMatch(deals=((14, 10), (10, 14), (13, 13)))
    >>> match.score, match.winner, match.add((14, 12)).winner
    ((19, 19), None, 0)
    """

    target: int = TARGET
    dealer: int = 1
    deals: tuple[Pair, ...] = ()

    def __post_init__(self) -> None:
        require_player(self.dealer)
        if self.target < 1:
            raise ValueError(f"a target of {self.target}: expected at least 1")
        for count in range(len(self.deals)):
            if self.winner_of(self._score_of(self.deals[:count])) is not None:
                raise MatchOver(f"the match ended after deal {count}")
        self._score_of(self.deals)

    @property
    def score(self) -> Pair:
        """Points of player 0 and player 1."""
        return self._score_of(self.deals)

    @property
    def winner(self) -> int | None:
        """Who has won; None while the match runs, also when both are level beyond the target."""
        return self.winner_of(self.score)

    @property
    def next_dealer(self) -> int:
        """Who deals next: the deal alternates (F3)."""
        return (self.dealer + len(self.deals)) % 2

    def add(self, tricks: Pair) -> DrawAndChooseMatch:
        """The match with one more deal; raise `MatchOver` if it has ended."""
        return DrawAndChooseMatch(self.target, self.dealer, (*self.deals, tricks))

    def winner_of(self, score: Pair) -> int | None:
        """Who has won with this score: the higher total at or beyond the target."""
        return ahead(score) if max(score) >= self.target else None

    def _score_of(self, deals: tuple[Pair, ...]) -> Pair:
        scored = [overtrick_points(tricks) for tricks in deals]
        return sum(own for own, _ in scored), sum(other for _, other in scored)
