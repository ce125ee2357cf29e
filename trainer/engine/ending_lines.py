"""Lines of best play in endings: which cards are one answer, which turns matter, what is singular.

Cards of one hand in one suit are one *class* if no other card in play lies between
them: to play either is the same. A turn *matters* if some legal card costs tricks.

An ending has a *single line of thought* for the player to play, the learner, if at
each of the learner's turns that matter exactly one class is right, along every line
in which nobody gives a trick away. All such lines are followed: whatever class the
opponent chooses among the best ones, and whatever the learner plays where nothing matters.

Sets of cards are bits, `Card.index`; the values come from the exact search
(`endings`), so all of this is exact. Cost: from one to a few thousand positions of
about 0.03 ms, mostly few, since the first turn with two right classes ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .cards import PACK, Card, card_bits
from .ending_positions import Ending
from .ending_positions import legal_cards as legal_cards_of
from .endings import shared_solver

MOST_POSITIONS = 20_000
RANKS_IN_SUIT = 13
SUIT_MASK = (1 << RANKS_IN_SUIT) - 1
NO_CARD = -1


@dataclass(frozen=True, slots=True)
class SingleLine:
    """The main line of an ending with a single line of thought: best play by both to the end.

    Where the opponent has a choice of best cards it is the one that asks most of the
    learner. `turns` are the places in `cards`, from 0, of the learner's turns that
    matter. On other lines as few as `fewest` matter, and nowhere more than here.
    """

    cards: tuple[Card, ...]
    turns: tuple[int, ...]
    fewest: int

    @property
    def most(self) -> int:
        """How many of the learner's turns matter on the line that asks most."""
        return len(self.turns)


def card_classes(ending: Ending) -> tuple[tuple[Card, ...], ...]:
    """The legal cards of the player to play by class, in display order.

    >>> classes = card_classes(Ending.parse("phase2.S.0.SASQHKHQ.SKS2H3D4.-"))
    >>> [[str(card) for card in cards] for cards in classes]
    [['SA'], ['SQ'], ['HK', 'HQ']]
    """
    legal = card_bits(legal_cards_of(ending))
    led = 0 if ending.led is None else 1 << ending.led.index
    others = led | card_bits(ending.hands[1 - ending.to_play])
    classes = [tuple(sorted(PACK[card] for card in run)) for run in _runs(legal, others)]
    return tuple(sorted(classes))


def single_line(ending: Ending, most_positions: int = MOST_POSITIONS) -> SingleLine | None:
    """The main line for the player to play, None without a single line of thought.

    Also None if more than `most_positions` positions would have to be looked at.

    >>> line = single_line(Ending.parse("phase2.S.0.SASQ.SKH2.-"))
    >>> [str(card) for card in line.cards], line.turns
    (['SA', 'SK', 'SQ', 'H2'], (0,))
    """
    if ending.is_over:
        return None
    mine, theirs = (card_bits(ending.hands[seat]) for seat in (ending.to_play, 1 - ending.to_play))
    root = _Node(mine, theirs, NO_CARD if ending.led is None else ending.led.index, True)
    lines = _Lines(ending.trump.index, most_positions)
    counts = lines.counts(root)
    return None if counts is None else lines.main_line(root, counts.fewest)


class _Node(NamedTuple):
    """A position: the learner's cards, the opponent's, the led card, and whether the learner is to play."""

    mine: int
    theirs: int
    led: int
    is_mine: bool

    @property
    def hands(self) -> tuple[int, int]:
        """The cards of the player to play, then the other's."""
        return (self.mine, self.theirs) if self.is_mine else (self.theirs, self.mine)


class _Counts(NamedTuple):
    """On how many of the learner's turns something depends, over all lines of best play."""

    fewest: int
    most: int


class _TooManyPositions(Exception):
    """The search has looked at as many positions as it may."""


class _Lines:
    """All lines of best play from one position; `known` keeps what each position came to."""

    def __init__(self, trump: int, most_positions: int) -> None:
        self.trump, self.most_positions = trump, most_positions
        self.solver = shared_solver()
        self.known: dict[_Node, _Counts | None] = {}

    def counts(self, root: _Node) -> _Counts | None:
        """How many turns matter after `root`, None without a single line of thought."""
        try:
            return self._counts(root)
        except _TooManyPositions:
            return None

    def main_line(self, node: _Node, fewest: int) -> SingleLine:
        """Follow the line on which most turns matter; `counts` has been asked before."""
        cards: list[Card] = []
        turns: list[int] = []
        while sum(node.hands):
            worths = self._worths(node)
            right = _best(worths)
            if node.is_mine and len(right) < len(worths):
                turns.append(len(cards))
            card = max(right, key=lambda card: self._most_after(self._after(node, card)))
            cards.append(PACK[card])
            node = self._after(node, card)
        return SingleLine(tuple(cards), tuple(turns), fewest)

    def _most_after(self, node: _Node) -> int:
        counts = self.known.get(node)
        return counts.most if counts else 0

    def _counts(self, node: _Node) -> _Counts | None:
        if node not in self.known:
            if len(self.known) >= self.most_positions:
                raise _TooManyPositions
            self.known[node] = self._counts_anew(node)
        return self.known[node]

    def _counts_anew(self, node: _Node) -> _Counts | None:
        worths = self._worths(node)
        right = _best(worths)
        matters = node.is_mine and len(right) < len(worths)
        if not worths or (node.is_mine and not any(worths.values())):
            return _Counts(0, 0)
        if matters and len(right) > 1:
            return None
        after: list[_Counts] = []
        for card in right:
            counts = self._counts(self._after(node, card))
            if counts is None:
                return None
            after.append(counts)
        least, most = min(counts.fewest for counts in after), max(counts.most for counts in after)
        return _Counts(matters + least, matters + most)

    def _worths(self, node: _Node) -> dict[int, int]:
        """Tricks of the player to play after the lowest card of each class."""
        own, other = node.hands
        if node.led == NO_CARD:
            tricks = self.solver.lead_tricks(own, other, self.trump) if own else {}
            return {run[0]: tricks[run[0]] for run in _runs(own, other)}
        legal = own & _suit_of(node.led) or own
        return {run[0]: self._worth_of_reply(node, run[0]) for run in _runs(legal, other | 1 << node.led)}

    def _worth_of_reply(self, node: _Node, reply: int) -> int:
        own, other = node.hands
        rest = own ^ 1 << reply
        if _beats(reply, node.led, self.trump):
            return 1 + self.solver.leader_tricks(rest, other, self.trump)
        return rest.bit_count() - self.solver.leader_tricks(other, rest, self.trump)

    def _after(self, node: _Node, card: int) -> _Node:
        mine, theirs = node.mine & ~(1 << card), node.theirs & ~(1 << card)
        if node.led == NO_CARD:
            return _Node(mine, theirs, card, not node.is_mine)
        wins = _beats(card, node.led, self.trump)
        return _Node(mine, theirs, NO_CARD, node.is_mine == wins)


def _best(worths: dict[int, int]) -> list[int]:
    most = max(worths.values(), default=0)
    return [card for card, tricks in worths.items() if tricks == most]


def _runs(legal: int, others: int) -> Iterator[list[int]]:
    """The legal cards of one hand by class, low to high; `others` are the cards that may part them."""
    for suit in range(4):
        run: list[int] = []
        for card in _cards((legal | others) & SUIT_MASK << RANKS_IN_SUIT * suit):
            if legal >> card & 1:
                run.append(card)
            elif run:
                yield run
                run = []
        if run:
            yield run


def _cards(bits: int) -> Iterable[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _suit_of(card: int) -> int:
    return SUIT_MASK << card // RANKS_IN_SUIT * RANKS_IN_SUIT


def _beats(reply: int, led: int, trump: int) -> bool:
    if reply // RANKS_IN_SUIT == led // RANKS_IN_SUIT:
        return reply > led
    return reply // RANKS_IN_SUIT == trump
