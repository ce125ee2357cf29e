"""Estimates of phase one: what each card is worth in worlds played out to the exact ending.

Every card is tried in the same worlds, so that the difference of two cards has a
much smaller error than each by itself. Cards that touch are one answer and get
one estimate. What comes out is an estimate against play like ours, never the
truth: the worlds come from a belief, the play from a policy, both named in it.

At the follower's card of trick 13 only the last stock card is hidden, so all its
worlds (at most 14) are taken with their chances and played exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import ending_kernel, rollout_kernel
from .beliefs import BELIEFS, UNIFORM, Histories, last_worlds
from .cards import Card, card_bits
from .endings import shared_solver
from .policies import POLICIES, scratch, table_of
from .positions import Position, known_opponent_cards, legal_cards
from .results import Estimate
from .tricks import beats

TABLE_BITS = 17

Outcomes = npt.NDArray[np.int8]
Chances = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean difference of two cards in the same worlds, in tricks or in deals won, with its standard error."""

    mean: float
    se: float


@dataclass(frozen=True, slots=True, eq=False)
class PositionEstimate:
    """Estimates of all legal cards of one position.

    `outcomes` are the phase-two tricks, worlds × groups of touching cards; `chances`
    are the weights of the worlds if they are all there are, None if they are a sample.
    """

    position: Position
    groups: tuple[tuple[Card, ...], ...]
    outcomes: Outcomes
    chances: Chances | None
    seed: int
    policy: str
    belief: str

    @property
    def worlds(self) -> int:
        """In how many worlds each card was played."""
        return len(self.outcomes)

    @property
    def is_enumerated(self) -> bool:
        """Whether the worlds are all there are, so that the errors are 0."""
        return self.chances is not None

    @property
    def cards(self) -> dict[Card, Estimate]:
        """The estimate of each legal card, in display order."""
        return {card: self.estimate(card) for card in legal_cards(self.position)}

    def estimate(self, card: Card) -> Estimate:
        """What one card is worth."""
        tricks = self._tricks(card)
        mean, win = self._mean(tricks), self._mean(tricks >= self.position.rule_set.tricks_to_win)
        return Estimate(mean.mean, mean.se, win.mean, win.se, self.worlds)

    def difference(self, card: Card, other: Card) -> Difference:
        """By how many tricks `card` is worth more than `other`."""
        return self._mean(self._tricks(card) - self._tricks(other))

    def win_difference(self, card: Card, other: Card) -> Difference:
        """By how much `card` wins the deal more often than `other`."""
        enough = self.position.rule_set.tricks_to_win
        wins, others = self._tricks(card) >= enough, self._tricks(other) >= enough
        return self._mean(wins.astype(np.int8) - others.astype(np.int8))

    def best_of(self, cards: Sequence[Card]) -> Card:
        """The one of `cards` with the most tricks; the first in display order of equal ones."""
        return max(sorted(cards), key=lambda card: self.estimate(card).tricks)

    def _tricks(self, card: Card) -> Outcomes:
        return self.outcomes[:, next(place for place, group in enumerate(self.groups) if card in group)]

    def _mean(self, numbers: npt.NDArray[np.generic]) -> Difference:
        return mean_of(numbers.astype(np.float64), self.chances)


@dataclass(frozen=True, slots=True)
class WinOrDuck:
    """Why winning with `win` differs from ducking with `duck`: parts that add up to `total`.

    All in tricks, gained by winning. `prize`: the player gets the upcard instead of
    a hidden card; `opponent`: the opponent gets a hidden card instead of the upcard;
    `spent`: `win` is played instead of `duck`; `lead`: the player leads next instead
    of the opponent.
    """

    duck: Card
    win: Card
    prize: Difference
    opponent: Difference
    spent: Difference
    lead: Difference
    total: Difference

    @property
    def terms(self) -> dict[str, Difference]:
        """The parts by name."""
        return {"prize": self.prize, "opponent": self.opponent, "spent": self.spent, "lead": self.lead}


def estimate_cards(  # noqa: PLR0913 - what fixes an estimate
    position: Position,
    *,
    worlds: int,
    seed: int,
    policy: str = "weighed",
    belief: str = UNIFORM,
    first_world: int = 0,
) -> PositionEstimate:
    """Estimate every legal card in `worlds` worlds, from number `first_world` of the seed on.

    The same arguments give the same numbers. Raises `SolverMissing` without the
    compiled code. Costs 0.03 to 0.1 ms, by the policy, for each world and group of touching cards.
    """
    groups = touching_groups(position)
    if position.led is not None and position.trick == position.rule_set.phase_tricks:
        outcomes, chances = _last_outcomes(position, groups)
        return PositionEstimate(position, groups, outcomes, chances, seed, policy, belief)
    choices = [(_played_for(position, group[0]).index, -1, -1, -1) for group in groups]
    histories = BELIEFS[belief](position)
    rolled = _roll_out(position, histories, choices, policy, (worlds, seed, first_world))
    return PositionEstimate(position, groups, rolled, None, seed, policy, belief)


def win_or_duck(  # noqa: PLR0913 - what fixes an estimate
    position: Position,
    duck: Card,
    win: Card,
    *,
    worlds: int,
    seed: int,
    policy: str = "weighed",
    belief: str = UNIFORM,
) -> WinOrDuck:
    """Split the difference between winning and ducking by counterfactuals in the same worlds.

    From ducking to winning one thing changes at a time: first the opponent draws a
    card from further down the stock instead of the upcard, then the player takes the
    upcard and the opponent the hidden card, then the card played changes, then who
    leads. `total` is the difference of `estimate_cards` with the same arguments,
    less the trick itself where it counts.
    Costs five roll-outs a world. Raises `ValueError` if the cards are not a duck and
    a winner, and at trick 13, whose stock has no further card.
    """
    if duck not in ducking_cards(position) or win not in winning_cards(position):
        raise ValueError(f"{duck} must lose the trick and {win} win it")
    if position.trick == position.rule_set.phase_tricks:
        raise ValueError("at trick 13 there is no further card in the stock to compare with")
    low, high = _played_for(position, duck).index, _played_for(position, win).index
    by_rules = -1
    steps = [
        (low, by_rules, by_rules, by_rules),
        (low, rollout_kernel.NOBODY, by_rules, by_rules),
        (low, 0, by_rules, by_rules),
        (high, 0, 1, 1),
        (high, by_rules, by_rules, 1),
    ]
    histories = BELIEFS[belief](position)
    tricks = _roll_out(position, histories, steps, policy, (worlds, seed, 0)).astype(np.float64)
    parts = [mean_of(tricks[:, step + 1] - tricks[:, step], None) for step in range(4)]
    opponent, prize, spent, lead = parts
    return WinOrDuck(duck, win, prize, opponent, spent, lead, mean_of(tricks[:, 4] - tricks[:, 0], None))


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


def mean_of(numbers: npt.NDArray[np.float64], chances: Chances | None) -> Difference:
    """Mean and standard error of a sample, or the weighted mean with error 0 of all there is."""
    if chances is not None:
        return Difference(round(float(numbers @ chances), 12), 0.0)
    spread = float(numbers.std(ddof=1)) if len(numbers) > 1 else 0.0
    return Difference(float(numbers.mean()), spread / len(numbers) ** 0.5)


def _roll_out(
    position: Position,
    histories: Histories,
    choices: Sequence[tuple[int, int, int, int]],
    policy: str,
    worlds: tuple[int, int, int],
) -> Outcomes:
    """The phase-two tricks of each choice in each world; `worlds` are count, seed and first number."""
    count, seed, first_world = worlds
    outcomes = np.zeros((count, len(choices)), dtype=np.int8)
    block = ending_kernel.new_block(TABLE_BITS)
    rollout_kernel.roll_out(
        block.ctypes.data,
        POLICIES[policy].weights(),
        scratch(),
        table_of(position),
        histories.known,
        *histories.arrays,
        np.array(choices, dtype=np.int64),
        seed,
        first_world,
        outcomes,
    )
    return outcomes


def _played_for(position: Position, card: Card) -> Card:
    """The card that is played out for a group of touching cards: the lowest."""
    return next(group[-1] for group in touching_groups(position) if card in group)


def _last_outcomes(position: Position, groups: Sequence[Sequence[Card]]) -> tuple[Outcomes, Chances]:
    """All worlds of the follower's last card of phase one, exactly."""
    hidden: Mapping[Card, float] = last_worlds(position)
    outcomes = np.zeros((len(hidden), len(groups)), dtype=np.int8)
    known = card_bits(known_opponent_cards(position))
    unseen = card_bits(hidden)
    for world, card in enumerate(hidden):
        theirs = known | unseen ^ 1 << card.index
        for place, group in enumerate(groups):
            outcomes[world, place] = _last_tricks(position, group[-1], card, theirs)
    return outcomes, np.array(list(hidden.values()))


def _last_tricks(position: Position, card: Card, hidden: Card, theirs: int) -> int:
    """The tricks that count after `card` at the last trick of phase one, `hidden` the last of the stock."""
    assert position.led is not None
    mine = card_bits(position.hand) ^ 1 << card.index
    won = sum(row.winner == position.player for row in position.history)
    earlier = won if position.rule_set.both_phases_count else 0
    if beats(card, position.led, position.trump):
        mine, theirs = mine | 1 << position.upcard.index, theirs | 1 << hidden.index
        earlier += position.rule_set.both_phases_count
        return earlier + shared_solver().leader_tricks(mine, theirs, position.trump.index)
    mine, theirs = mine | 1 << hidden.index, theirs | 1 << position.upcard.index
    return earlier + len(position.hand) - shared_solver().leader_tricks(theirs, mine, position.trump.index)


def _touches(high: Card, low: Card, gone: set[Card]) -> bool:
    if high.suit is not low.suit:
        return False
    between = range(low.index + 1, high.index)
    return all(Card.from_index(index) in gone for index in between)
