"""Which answer of a position is clear: screen, verify, confirm.

A follower who can both win the trick and let it go has two *sides*; any other choice
has a side for each group of touching cards. The *gap* is what the best card of the best
side takes more than the best card of any other side, in tricks that count, in the same
worlds. It is *clear* when it is at least `CLEAR_TRICKS` and `CLEAR_ERRORS` standard
errors, and the share of deals won does not prefer another side by more than
`WIN_ERRORS` of its own.

1. *Screen*: truncated roll-outs in worlds of the uniform belief. Most positions end here.
2. *Verify*: batches of worlds under both beliefs until the gap is clear under both, or
   is surely too small under one, or the worlds are used up. Sides must agree.
3. *Confirm*: the same again with the cards that may still be best of their side, once
   in fresh worlds (stopping as soon as a gap looks clear favours lucky ones) and once
   with the second policy, whose net was trained by itself.

The answer stands only if all of it agrees. On packs small enough to be solved, such
answers are right far more often than those of one belief: see `tests/engine`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from typing import Literal

from .beliefs import UNIFORM
from .cards import Card
from .estimates import (
    BASE_POLICY,
    Difference,
    PositionEstimate,
    Sample,
    ducking_cards,
    sample_of,
    touching_groups,
    winning_cards,
)
from .grading import RIGHT_BELOW
from .positions import Position, legal_cards
from .rule_sets import FULL_PACK, RULE_SETS, RuleSet
from .screening import quick_gap
from .worlds import BELIEFS

SECOND_POLICY = "net2"
CLEAR_TRICKS = 0.3
CLEAR_ERRORS = 3.0
WIN_ERRORS = 2.0
HOPELESS_ERRORS = 2.0
# Where few weighty worlds decide, their error is not known well enough:
LEAST_EFFECTIVE = 50.0
CONTENDER_ERRORS = 2.0

SCREEN_WORLDS = 200
# What the net values at the end of a truncated roll-out may be off by (measured: 0.1 tricks):
SCREEN_SLACK = 0.1
BATCH = 200
MAX_WORLDS = 4000
HOLDS_WORLDS = 400

Side = tuple[Card, ...]
Groups = tuple[tuple[Card, ...], ...]
Verdict = Literal["clear", "close", "beliefs differ", "policies differ"]
# A judgement needs several independent runs of worlds; each has a seed of its own.
SCREEN, VERIFY, CONFIRM, SECOND, HOLDS = range(5)
RUNS = 8


@dataclass(frozen=True, slots=True)
class Gap:
    """What lies between the best side and the next, under one belief.

    `card` and `other` are the best cards of the two sides, `tricks` what lies between
    them and `margin` how much of it is clear. `win_against` is how much more of the deals
    the best card of another side wins; negative if it wins fewer. `effective` is how many
    worlds of equal weight stand behind it, without limit if it is exact.
    """

    card: Card
    other: Card
    tricks: Difference
    win_against: Difference
    margin: float = CLEAR_TRICKS
    effective: float = inf

    @property
    def is_clear(self) -> bool:
        """Whether the best side is better beyond doubt, and deals won don't say the opposite."""
        return (
            self.tricks.mean >= self.margin
            and self.tricks.mean >= CLEAR_ERRORS * self.tricks.se
            and self.win_against.mean <= WIN_ERRORS * self.win_against.se
            and self.effective >= LEAST_EFFECTIVE
        )

    @property
    def is_hopeless(self) -> bool:
        """Whether more worlds would hardly make it clear."""
        small = self.tricks.mean + HOPELESS_ERRORS * self.tricks.se < self.margin
        return small or self.win_against.mean > CLEAR_ERRORS * self.win_against.se


@dataclass(frozen=True, slots=True)
class Run:
    """One run of worlds: the gaps and numbers of worlds by belief."""

    seed: int
    policy: str
    gaps: dict[str, Gap]
    worlds: dict[str, int]
    verdict: Verdict


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What is known about the answer of one position.

    `estimates` are those of every legal card by belief, from the run that verified the
    answer. `best` are the cards less than `RIGHT_BELOW` under the best one by the uniform
    belief; if the answer is clear, those of the best side. Both are empty if the position
    got no further than the screen.
    `runs` are all runs in order: screen, verify, confirm, second policy.
    """

    position: Position
    verdict: Verdict
    best: tuple[Card, ...]
    estimates: dict[str, PositionEstimate]
    runs: tuple[Run, ...]
    seed: int

    @property
    def is_clear(self) -> bool:
        """Whether the answer stands."""
        return self.verdict == "clear"

    @property
    def groups(self) -> Groups:
        """The legal cards, those that touch together."""
        return touching_groups(self.position)

    @property
    def uniform(self) -> PositionEstimate:
        """Every card under the uniform belief: the numbers that are shown."""
        return self.estimates[UNIFORM]

    @property
    def gaps(self) -> dict[str, Gap]:
        """By belief, what lies between the sides in `estimates`; empty if there is nothing to choose."""
        sides = sides_of(self.position)
        if len(sides) == 1:
            return {}
        return {belief: gap_of(estimate, sides) for belief, estimate in self.estimates.items()}


def judge(  # noqa: PLR0913 - what a judgement depends on
    position: Position,
    *,
    seed: int,
    max_worlds: int = MAX_WORLDS,
    screen: bool = True,
    least_worlds: int = BATCH,
    policies: tuple[str, str] = (BASE_POLICY, SECOND_POLICY),
) -> Judgement:
    """Find the clear answer of a position, or that there is none.

    Plays at least `least_worlds` and at most `max_worlds` worlds under each belief, by the
    first of `policies`; the second confirms. The nets know the full pack only. The
    same arguments give the same judgement. Costs about 0.02 s of CPU for a
    position that is screened out, half a second for an answer that stands.
    """
    sides = sides_of(position)
    if len(sides) == 1:
        samples = _samples(position, seed_of(seed, VERIFY), policies[0])
        for sample in samples:
            sample.grow(least_worlds)
        return _judgement(
            position, "clear", {sample.belief: sample.estimate() for sample in samples}, [], seed
        )
    runs: list[Run] = []
    if screen:
        runs.append(screened(position, sides, seed_of(seed, SCREEN), policies[0]))
        if runs[0].gaps[UNIFORM].is_hopeless:
            return Judgement(position, "close", (), {}, tuple(runs), seed)
    samples = _samples(position, seed_of(seed, VERIFY), policies[0])
    runs.append(settle(samples, sides, max_worlds, least_worlds))
    estimates = {sample.belief: sample.estimate() for sample in samples}
    if runs[-1].verdict == "clear":
        runs += confirmations(position, sides, estimates, seed, max_worlds, policies)
    return _judgement(position, runs[-1].verdict, estimates, runs, seed)


def screened(position: Position, sides: Sequence[Side], seed: int, policy: str) -> Run:
    """A first look; it says nothing of deals won."""
    card, other, tricks = quick_gap(position, sides, worlds=SCREEN_WORLDS, seed=seed, policy=policy)
    margin = (CLEAR_TRICKS - SCREEN_SLACK) * scale_of(position.rule_set)
    gap = Gap(card, other, tricks, win_against=Difference(0.0, 0.0), margin=margin)
    return Run(seed, policy, {UNIFORM: gap}, {UNIFORM: SCREEN_WORLDS}, "close")


def confirmations(  # noqa: PLR0913, PLR0917 - what a judgement depends on
    position: Position,
    sides: Sequence[Side],
    estimates: dict[str, PositionEstimate],
    seed: int,
    max_worlds: int,
    policies: tuple[str, str],
) -> list[Run]:
    """Judge the cards that may still be best of their side in fresh worlds, then with the second policy."""
    groups = contenders(estimates, sides)
    kept = set(chain(*groups))
    open_sides = [side for side in (tuple(filter(kept.__contains__, side)) for side in sides) if side]
    best = _side_of(gap_of(estimates[UNIFORM], sides).card, sides)
    plans: tuple[tuple[int, str, Verdict], ...] = (
        (CONFIRM, policies[0], "close"),
        (SECOND, policies[1], "policies differ"),
    )
    runs: list[Run] = []
    for number, policy, otherwise in plans:
        samples = _samples(position, seed_of(seed, number), policy, groups)
        run = settle(samples, open_sides, max_worlds, BATCH)
        same = all(_side_of(gap.card, sides) == best for gap in run.gaps.values())
        runs.append(run if run.verdict == "clear" and same else replace(run, verdict=otherwise))
        if runs[-1].verdict != "clear":
            break
    return runs


def settle(samples: Sequence[Sample], sides: Sequence[Side], max_worlds: int, least_worlds: int) -> Run:
    """Play batches until the gap is clear in all samples, hopeless in one, or the worlds are used up."""
    verdict: Verdict | None = None
    while verdict is None:
        for sample in samples:
            sample.grow(least_worlds if sample.worlds == 0 else BATCH)
        gaps = [gap_of(sample.estimate(), sides) for sample in samples]
        if all(gap.is_clear for gap in gaps):
            same = len({_side_of(gap.card, sides) for gap in gaps}) == 1
            verdict = "clear" if same else "beliefs differ"
        elif any(gap.is_hopeless for gap in gaps) or max(sample.worlds for sample in samples) >= max_worlds:
            some = [gap for gap in gaps if gap.is_clear]
            other = some and any(_side_of(gap.card, sides) != _side_of(some[0].card, sides) for gap in gaps)
            verdict = "beliefs differ" if other else "close"
    return _run_of(samples, sides, verdict)


def holds_under(
    position: Position, best: Sequence[Card], *, seed: int, worlds: int = HOLDS_WORLDS
) -> dict[str, bool | None]:
    """By id of each rule set: whether the answer `best` is clear there too.

    False if another side is clearly better, None if neither is clear or the position
    cannot come up there. The own rule set is taken to hold. Costs a few hundred worlds
    of the uniform belief each.
    """
    holds: dict[str, bool | None] = {}
    for name, rules in RULE_SETS.items():
        if name == position.rule_set.name:
            holds[name] = True
            continue
        try:
            other = replace(position, rule_set=rules.on(position.rule_set.pack))
        except ValueError:
            holds[name] = None
            continue
        holds[name] = _holds(other, best, seed, worlds)
    return holds


def _holds(position: Position, best: Sequence[Card], seed: int, worlds: int) -> bool | None:
    sides = sides_of(position)
    if not set(best) <= set(legal_cards(position)) or len(sides) == 1:
        return None
    sample = sample_of(position, seed=seed_of(seed, HOLDS))
    sample.grow(worlds)
    estimate = sample.estimate()
    gap = gap_of(estimate, sides)
    if not gap.is_clear:
        return None
    if _side_of(gap.card, sides) != _side_of(best[0], sides):
        return False
    right = _right(estimate, sides[_side_of(gap.card, sides)])
    return True if set(best) & set(right) else None


def sides_of(position: Position) -> tuple[Side, ...]:
    """The sides of a choice: winners and ducks where both are open, else groups of touching cards."""
    winners, ducks = winning_cards(position), ducking_cards(position)
    return (winners, ducks) if winners and ducks else touching_groups(position)


def gap_of(estimate: PositionEstimate, sides: Sequence[Side]) -> Gap:
    """What lies between the best side and the next, by an estimate."""
    tops = [estimate.best_of(side) for side in sides]
    card = estimate.best_of(tops)
    own = sides[tops.index(card)]
    others = [side for side in sides if side is not own]
    other = estimate.best_of([top for top in tops if top != card])
    wins = estimate.most_wins_of(list(chain(*others)))
    against = estimate.win_difference(wins, estimate.most_wins_of(own))
    margin = CLEAR_TRICKS * scale_of(estimate.position.rule_set)
    effective = inf if estimate.is_enumerated else estimate.effective_worlds
    return Gap(card, other, estimate.difference(card, other), against, margin, effective)


def scale_of(rule_set: RuleSet) -> float:
    """What a limit in tricks is multiplied by on a small pack: 1 on the full one.

    The spread of the tricks of a deal grows about with the root of their number, and
    with it what an error of the policies or beliefs can do.
    """
    return float((rule_set.pack.hand / FULL_PACK.hand) ** 0.5)


def contenders(estimates: dict[str, PositionEstimate], sides: Sequence[Side]) -> Groups:
    """The touching groups that a closer look may still find best of their side, under either belief.

    With more than two sides: the best one, and those that may be second.
    """
    kept: set[Card] = set()
    for estimate in estimates.values():
        gap = gap_of(estimate, sides)
        for side in sides:
            rival = estimate.best_of(side) if len(sides) == 2 or gap.card in side else gap.other
            for card in side:
                behind = estimate.difference(rival, card)
                if behind.mean <= CONTENDER_ERRORS * behind.se:
                    kept.add(card)
    groups = next(iter(estimates.values())).groups
    return tuple(group for group in groups if kept & set(group))


def seed_of(seed: int, run: int) -> int:
    """The seed of one run of a judgement."""
    return RUNS * seed + run


def _samples(position: Position, seed: int, policy: str, groups: Groups | None = None) -> list[Sample]:
    """An empty sample for each belief."""
    return [sample_of(position, seed=seed, policy=policy, belief=belief, groups=groups) for belief in BELIEFS]


def _run_of(samples: Sequence[Sample], sides: Sequence[Side], verdict: Verdict) -> Run:
    gaps = {sample.belief: gap_of(sample.estimate(), sides) for sample in samples}
    worlds = {sample.belief: sample.worlds for sample in samples}
    return Run(samples[0].seed, samples[0].policy, gaps, worlds, verdict)


def _side_of(card: Card, sides: Sequence[Side]) -> int:
    return next(number for number, side in enumerate(sides) if card in side)


def _judgement(
    position: Position,
    verdict: Verdict,
    estimates: dict[str, PositionEstimate],
    runs: Sequence[Run],
    seed: int,
) -> Judgement:
    uniform = estimates[UNIFORM]
    top = uniform.best_of(legal_cards(position))
    sides = sides_of(position)
    among = sides[_side_of(top, sides)] if verdict == "clear" else legal_cards(position)
    return Judgement(position, verdict, _right(uniform, among), estimates, tuple(runs), seed)


def _right(estimate: PositionEstimate, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of the cards that are as good as the best of them, in display order."""
    best = estimate.best_of(cards)
    below = RIGHT_BELOW * scale_of(estimate.position.rule_set)
    return tuple(card for card in sorted(cards) if estimate.difference(best, card).mean < below)
