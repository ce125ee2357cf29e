"""Estimates of phase one: what each card is worth in worlds played out to the exact ending.

Every card is tried in the same worlds, so that the difference of two cards has a
much smaller error than each by itself. Cards that touch are one answer and get
one estimate. What comes out is an estimate against play like ours, never the
truth: the worlds come from a belief, the play from a policy, both named in it.
A card is worth the tricks that the rule set counts, in the whole deal; a deal is
won with more than half of them.

Under the inferred belief the worlds carry weights. The means are then ratios of two
sums, and their standard errors those of a ratio (delta method); `effective_worlds`
says how many worlds of equal weight would be as good.

At the follower's card of trick 13 only the last stock card is hidden. Under the uniform
belief all its worlds (at most 14) are taken with their chances and played exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from . import sampling_kernel
from .beliefs import UNIFORM
from .cards import Card
from .endings import rollout_memory
from .policies import scratch, shared_weights, table_of
from .positions import Position, legal_cards
from .results import Estimate
from .tricks import beats
from .worlds import Chances, Worlds, WorldSource, all_last_worlds, world_source

BASE_POLICY = "net"
BY_RULES = -1

Outcomes = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean difference of two cards in the same worlds, in tricks or in deals won, with its standard error."""

    mean: float
    se: float


@dataclass(frozen=True, slots=True, eq=False)
class PositionEstimate:
    """Estimates of the legal cards of one position, or of some of them.

    `outcomes` are the tricks that count for the player, worlds × groups of touching
    cards; `weights` those of the worlds, None if all are equal. With `is_enumerated`
    the worlds are all there are and the errors 0.
    """

    position: Position
    groups: tuple[tuple[Card, ...], ...]
    outcomes: Outcomes
    weights: Chances | None
    is_enumerated: bool
    seed: int
    policy: str
    belief: str

    @property
    def worlds(self) -> int:
        """In how many worlds each card was played."""
        return len(self.outcomes)

    @property
    def effective_worlds(self) -> float:
        """How many worlds of equal weight would be worth as much."""
        if self.weights is None or self.is_enumerated:
            return float(self.worlds)
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    @property
    def cards(self) -> dict[Card, Estimate]:
        """The estimate of each card, in display order."""
        return {card: self.estimate(card) for group in self.groups for card in group}

    def estimate(self, card: Card) -> Estimate:
        """What one card is worth."""
        tricks = self._tricks(card)
        mean, win = self._mean(tricks), self._mean(self._won(card))
        return Estimate(mean.mean, mean.se, win.mean, win.se, self.worlds)

    def difference(self, card: Card, other: Card) -> Difference:
        """By how many tricks `card` is worth more than `other`."""
        return self._mean(self._tricks(card) - self._tricks(other))

    def win_difference(self, card: Card, other: Card) -> Difference:
        """By how much `card` wins the deal more often than `other`."""
        return self._mean(self._won(card) - self._won(other))

    def best_of(self, cards: Sequence[Card]) -> Card:
        """The one of `cards` with the most tricks; the first in display order of equal ones."""
        return max(sorted(cards), key=lambda card: self._mean(self._tricks(card)).mean)

    def most_wins_of(self, cards: Sequence[Card]) -> Card:
        """The one of `cards` that wins the deal most often; the first in display order of equal ones."""
        return max(sorted(cards), key=lambda card: self._mean(self._won(card)).mean)

    def _tricks(self, card: Card) -> Outcomes:
        return self.outcomes[:, next(place for place, group in enumerate(self.groups) if card in group)]

    def _won(self, card: Card) -> Outcomes:
        return (self._tricks(card) >= self.position.rule_set.tricks_to_win).astype(np.int8)

    def _mean(self, numbers: npt.NDArray[np.generic]) -> Difference:
        return mean_of(numbers.astype(np.float64), self.weights, self.is_enumerated)


@dataclass(slots=True)
class Sample:
    """Cards of one position played out in ever more worlds; made by `sample_of`.

    Without a source the worlds are all there are, and are played at once.
    """

    position: Position
    groups: tuple[tuple[Card, ...], ...]
    source: WorldSource | None
    seed: int
    policy: str
    belief: str
    first_world: int = 0
    _drawn: list[Worlds] = field(default_factory=list)
    _outcomes: list[Outcomes] = field(default_factory=list)

    @property
    def worlds(self) -> int:
        """In how many worlds the cards have been played."""
        return sum(map(len, self._drawn))

    @property
    def is_enumerated(self) -> bool:
        """Whether the worlds are all there are."""
        return self.source is None

    def grow(self, count: int) -> None:
        """Play `count` more worlds; nothing happens once all there are have been played."""
        if self.source is not None:
            self._play(self.source.draw(count, self.first_world + self.worlds))
        elif not self._drawn:
            self._play(all_last_worlds(self.position))

    def estimate(self) -> PositionEstimate:
        """What the worlds so far say."""
        weights = [worlds.weights for worlds in self._drawn if worlds.weights is not None]
        return PositionEstimate(
            self.position,
            self.groups,
            np.concatenate(self._outcomes),
            np.concatenate(weights) if weights else None,
            self.is_enumerated,
            self.seed,
            self.policy,
            self.belief,
        )

    def _play(self, worlds: Worlds) -> None:
        choices = [(group[-1].index, BY_RULES, BY_RULES, BY_RULES) for group in self.groups]
        self._drawn.append(worlds)
        self._outcomes.append(played_out(self.position, worlds, choices, self.policy))


def sample_of(  # noqa: PLR0913 - what fixes an estimate
    position: Position,
    *,
    seed: int,
    policy: str = BASE_POLICY,
    belief: str = UNIFORM,
    groups: tuple[tuple[Card, ...], ...] | None = None,
    first_world: int = 0,
) -> Sample:
    """An empty sample of all legal cards, or of the touching `groups` of some of them."""
    chosen = touching_groups(position) if groups is None else groups
    if is_last_reply(position) and belief == UNIFORM:
        return Sample(position, chosen, None, seed, policy, belief)
    source = world_source(position, belief=belief, policy=policy, seed=seed)
    return Sample(position, chosen, source, seed, policy, belief, first_world)


def estimate_cards(  # noqa: PLR0913 - what fixes an estimate
    position: Position,
    *,
    worlds: int,
    seed: int,
    policy: str = BASE_POLICY,
    belief: str = UNIFORM,
    first_world: int = 0,
) -> PositionEstimate:
    """Estimate every legal card in `worlds` worlds, from number `first_world` of the seed on.

    The same arguments give the same numbers. Raises `SolverMissing` without the
    compiled code. Costs about 0.08 ms for each world and group of touching cards.
    """
    sample = sample_of(position, seed=seed, policy=policy, belief=belief, first_world=first_world)
    sample.grow(worlds)
    return sample.estimate()


def played_out(
    position: Position, worlds: Worlds, choices: Sequence[tuple[int, int, int, int]], policy: str
) -> Outcomes:
    """The tricks that count for the player, worlds × choices: those of `sampling_kernel.play_worlds`."""
    outcomes = np.zeros((len(worlds), len(choices)), dtype=np.int8)
    table = table_of(position)
    sampling_kernel.play_worlds(
        rollout_memory(),
        shared_weights(policy, position.rule_set),
        scratch(),
        table,
        worlds.hands,
        worlds.stocks,
        worlds.streams,
        np.array(choices, dtype=np.int64),
        outcomes,
        np.zeros_like(table),
        np.zeros(1, dtype=np.uint64),
    )
    return outcomes


def is_last_reply(position: Position) -> bool:
    """Whether the player answers the last lead of phase one."""
    return position.led is not None and position.trick == position.rule_set.phase_tricks


def touching_groups(position: Position) -> tuple[tuple[Card, ...], ...]:
    """The legal cards in display order, cards that touch together.

    Two cards touch when every card between them has been played in a finished
    trick, so that nothing can tell them apart any more.
    """
    gone = {card for row in position.history for card in (row.lead, row.follow)}
    groups: list[list[Card]] = []
    for card in legal_cards(position):
        if groups and _touches(groups[-1][-1], card, gone):
            groups[-1].append(card)
        else:
            groups.append([card])
    return tuple(map(tuple, groups))


def winning_cards(position: Position) -> tuple[Card, ...]:
    """The legal replies that win the trick, in display order; none on lead."""
    led = position.led
    if led is None:
        return ()
    return tuple(card for card in legal_cards(position) if beats(card, led, position.trump))


def ducking_cards(position: Position) -> tuple[Card, ...]:
    """The legal replies that lose the trick, in display order; none on lead."""
    winners = winning_cards(position)
    return () if position.led is None else tuple(c for c in legal_cards(position) if c not in winners)


def mean_of(numbers: Numbers, weights: Chances | None, is_enumerated: bool = False) -> Difference:
    """Mean and standard error of a sample, weighted or not, or the mean with error 0 of all there is."""
    if weights is None:
        spread = float(numbers.std(ddof=1)) if len(numbers) > 1 else 0.0
        return Difference(float(numbers.mean()), spread / len(numbers) ** 0.5)
    total = weights.sum()
    low, high = float(numbers.min()), float(numbers.max())
    if low == high:
        return Difference(low, 0.0)
    mean = min(max(float(numbers @ weights / total), low), high)  # rounding may lead out by a hair
    if is_enumerated:
        return Difference(round(mean, 12), 0.0)
    # The error of a ratio of two sums; with equal weights it is the one above.
    errors = weights * (numbers - mean)
    few = len(numbers) / max(len(numbers) - 1, 1)
    return Difference(mean, float((few * (errors @ errors)) ** 0.5 / total))


def _touches(high: Card, low: Card, gone: set[Card]) -> bool:
    if high.suit is not low.suit:
        return False
    between = range(low.index + 1, high.index)
    return all(Card.from_index(index) in gone for index in between)
