"""What the other hand may hold in phase one: worlds that fit everything the player saw.

A world is a way in which the hidden cards may lie: the cards dealt to the
opponent, the hidden cards that the opponent drew, and the order of the stock. The
*uniform* belief gives every world that fits the same chance. To fit, the opponent
must have held each card when it was played, and a void shown at trick t forbids
the suit only in slots filled before t (F46); upcards taken are known (F45). Which
of the possible cards a sensible opponent would have played is not weighed: that
is for the *inferred* belief, which `worlds` makes of this one.

The counting and the drawing are compiled: see `belief_kernel`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from . import belief_kernel, random_kernel
from .belief_kernel import Weights, Words
from .cards import Card, Suit, card_bits
from .deals import Deal
from .history_checks import dealt_cards
from .positions import Position, known_opponent_cards, unseen_cards

UNIFORM = "uniform"


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the cards hidden from the player may lie.

    `dealt` (no order) and `draws` (in order) are the opponent's hidden cards,
    played ones included; `held` is the opponent's hand now; `stock_left` is the
    stock below the upcard, the hidden card of this trick first.
    """

    dealt: tuple[Card, ...]
    draws: tuple[Card, ...]
    held: tuple[Card, ...]
    stock_left: tuple[Card, ...]

    def deal(self, position: Position) -> Deal:
        """The whole deal in this world."""
        player = position.player
        own = dealt_cards(player, position.hand, position.history)
        draws = iter(self.draws)
        stock: list[Card] = []
        for row in position.history:
            stock += [row.upcard, next(draws) if row.winner == player else row.my_draw]
        stock += [position.upcard, *self.stock_left]
        mine = tuple(sorted(own))
        hands = (mine, self.dealt) if player == 0 else (self.dealt, mine)
        return Deal(hands, tuple(stock), position.dealer, position.rule_set.pack.hand)


@dataclass(frozen=True, slots=True)
class Histories:
    """The counted histories of one position: what `belief_kernel.sample_history` draws from.

    P played cards, D hidden draws, U unplayed cards; see there for each array.
    `known` is the set of upcards that the opponent still holds, as bits.
    """

    cards: Words
    first: Words
    last: Words
    draws: Words
    fitting: Words
    dealt: int
    dealt_fitting: int
    unplayed: Words
    ways: Weights
    chances: Weights
    known: int

    @property
    def arrays(self) -> tuple[Words, Words, Words, Words, Words, int, int, Weights, Weights, Words]:
        """The arguments of `sample_history` from `cards` to `unplayed`."""
        windows = (self.cards, self.first, self.last, self.draws, self.fitting)
        return (*windows, self.dealt, self.dealt_fitting, self.ways, self.chances, self.unplayed)

    @property
    def total(self) -> float:
        """How many histories there are, the order of the stock left aside."""
        return float(self.chances[-1])


def uniform_histories(position: Position) -> Histories:
    """Count the opponent histories that fit; a few milliseconds at most, late in phase one."""
    view = position.opponent
    dealt = position.rule_set.pack.hand
    plays = view.hidden_plays
    first = _words(_last_void(position, play.card.suit, play.trick) for play in plays)
    draws = _words(slot.filled_at for slot in view.hidden_slots[dealt:])
    earliest = {suit: _last_void(position, suit, position.trick) for suit in Suit}
    unplayed = sorted(unseen_cards(position), key=lambda card: earliest[card.suit])
    times = np.sort(_words(earliest[card.suit] for card in unplayed))
    return _counted(
        cards=_words(play.card.index for play in plays),
        first=first,
        last=_words(play.trick - 1 for play in plays),
        draws=draws,
        fitting=np.searchsorted(times, draws, side="right").astype(np.int64),
        dealt=dealt,
        dealt_fitting=int(np.searchsorted(times, 0, side="right")),
        unplayed=_words(card.index for card in unplayed),
        known=card_bits(known_opponent_cards(position)),
    )


def sample_worlds(position: Position, count: int, seed: int) -> Iterator[World]:
    """Draw `count` worlds of the uniform belief; world i is the same for every count of a seed.

    About 0.05 ms each; many to be played out are drawn faster by `worlds`.

    >>> position = Position.parse("phase1.base.1.1.SJ.S6.HTH5S5H3CTC8D3D8HAS8C4S9DJ.-")
    >>> world = next(sample_worlds(position, 1, seed=5))
    >>> len(world.held), len(world.stock_left)
    (12, 25)
    """
    histories = uniform_histories(position)
    stream = np.zeros(1, dtype=np.uint64)
    order = np.zeros_like(histories.unplayed)
    slots = np.zeros(histories.dealt + len(histories.draws), dtype=np.int64)
    for world in range(count):
        random_kernel.start_stream(stream, seed, world)
        used = belief_kernel.sample_history(stream, *histories.arrays, order, slots)
        held = (*known_opponent_cards(position), *_cards(order[:used]))
        yield World(
            _cards(slots[: histories.dealt]), _cards(slots[histories.dealt :]), held, _cards(order[used:])
        )


def last_worlds(position: Position) -> dict[Card, float]:
    """The chance of each unseen card to be the last of the stock, when all others are in hand.

    That of a card is in proportion to the histories in which every other unseen
    card was dealt to or drawn by the opponent.
    """
    all_histories = uniform_histories(position)
    counts: dict[Card, float] = {}
    for card in unseen_cards(position):
        time = _last_void(position, card.suit, position.trick)
        counts[card] = _counted(
            cards=all_histories.cards,
            first=all_histories.first,
            last=all_histories.last,
            draws=all_histories.draws,
            fitting=all_histories.fitting - (all_histories.draws >= time),
            dealt=all_histories.dealt,
            dealt_fitting=all_histories.dealt_fitting - (time == 0),
            unplayed=all_histories.unplayed,
            known=all_histories.known,
        ).total
    total = sum(counts.values())
    return {card: count / total for card, count in counts.items() if count > 0}


def _counted(  # noqa: PLR0913 - the arrays of the table
    *,
    cards: Words,
    first: Words,
    last: Words,
    draws: Words,
    fitting: Words,
    dealt: int,
    dealt_fitting: int,
    unplayed: Words,
    known: int,
) -> Histories:
    ways = np.zeros((len(draws) + 1, 1 << len(cards)))
    chances = np.zeros(1 << len(cards))
    belief_kernel.count_histories(first, last, draws, fitting, dealt, dealt_fitting, ways, chances)
    return Histories(cards, first, last, draws, fitting, dealt, dealt_fitting, unplayed, ways, chances, known)


def _last_void(position: Position, suit: Suit, before: int) -> int:
    """The last trick before `before` in which the opponent had none of `suit`; 0 if none."""
    tricks = (void.trick for void in position.opponent.voids if void.suit is suit and void.trick < before)
    return max(tricks, default=0)


def _words(numbers: Iterator[int]) -> Words:
    return np.fromiter(numbers, dtype=np.int64)


def _cards(indices: Words) -> tuple[Card, ...]:
    return tuple(Card.from_index(int(index)) for index in indices)
