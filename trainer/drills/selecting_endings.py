"""Choosing the ending drills of a library: even over themes, sizes, goals and turns.

And so that no simple rule finds the answers: in every theme the lowest card, the highest
card and the theme's own yes or no are each right about as often as wrong, the last also
among small and among large endings, and no other rule of thumb is right much more often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from trainer.engine.ending_positions import Ending

from .ending_themes import (
    CASH_WINNERS,
    DISCARD,
    DRAW_TRUMPS,
    LOSE_THE_LEAD,
    MAKE_RUFF,
    TAKE_SEVEN,
    answer_of,
    right_cards,
    rules_of_thumb,
)

# What part of a library is of each theme; discarding is the only one that follows.
SHARES = {DISCARD: 0.28, DRAW_TRUMPS: 0.26, CASH_WINNERS: 0.21, LOSE_THE_LEAD: 0.15, MAKE_RUFF: 0.1}
SEVEN_SHARE = 0.45

# With more cards than these it is right to make the opponent ruff, 169 times of 169.
MOST_TO_MAKE_RUFF = 5

ANSWER = "answer"
EVEN_RULES = (ANSWER, "lowest", "highest")
BANDS = {"small": range(4, 6), "middle": range(6, 9), "large": range(9, 14)}
LEAST_SHARE, EVEN_SHARE, MOST_SHARE = 0.37, 0.5, 0.58

# How much an unevenness of each kind weighs against the others.
EVEN_WEIGHT, BAND_WEIGHT, RULE_WEIGHT = 1.0, 1.5, 0.7
GOAL_WEIGHT, SIZE_WEIGHT, TURNS_WEIGHT = 1.0, 0.15, 0.1

type Drill = dict[str, Any]


@dataclass(frozen=True, order=True, slots=True)
class Sort:
    """What the choice looks at in a drill; drills of one sort are as good as each other.

    `rules` says of each rule of thumb that speaks whether it is right; for the yes or no of
    the theme (`answer`, and by the size of the ending) which way it goes.
    """

    theme: str
    size: int
    goal: str
    turns: int
    rules: tuple[tuple[str, bool], ...]


@dataclass(slots=True)
class Taken:
    """How much of what has been taken in one theme."""

    drills: int = 0
    seven: int = 0
    said: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)

    def add(self, sort: Sort) -> None:
        """Count one more drill."""
        self.drills += 1
        self.seven += sort.goal == TAKE_SEVEN
        self.said.update(name for name, _ in sort.rules)
        self.right.update(name for name, right in sort.rules if right)
        self.sizes[sort.size] += 1
        self.turns[sort.turns] += 1

    def unevenness_with(self, sort: Sort) -> float:
        """How uneven the theme would be with one more drill of this sort."""
        uneven = sum(self._unevenness(name, right) for name, right in sort.rules)
        seven = abs(self.seven + (sort.goal == TAKE_SEVEN) - SEVEN_SHARE * (self.drills + 1))
        return uneven + GOAL_WEIGHT * seven + TURNS_WEIGHT * self.turns[sort.turns]

    def _unevenness(self, name: str, right: bool) -> float:
        said, sum_right = self.said[name] + 1, self.right[name] + right
        if name in EVEN_RULES:
            return EVEN_WEIGHT * abs(sum_right - EVEN_SHARE * said)
        if name in BANDS:
            return BAND_WEIGHT * abs(sum_right - EVEN_SHARE * said)
        outside = max(sum_right - MOST_SHARE * said, LEAST_SHARE * said - sum_right, 0.0)
        return RULE_WEIGHT * outside


def select_endings(drills: Sequence[Drill], wanted: int) -> list[Drill]:
    """A set of `wanted` drills, the themes in turn by their shares, at most one drill a deal."""
    waiting: dict[str, dict[Sort, list[Drill]]] = defaultdict(lambda: defaultdict(list))
    for drill in sorted(drills, key=lambda drill: drill["id"], reverse=True):
        sort = sort_of(drill)
        if sort.theme != MAKE_RUFF or sort.size <= MOST_TO_MAKE_RUFF:
            waiting[sort.theme][sort].append(drill)
    taken = {theme: Taken() for theme in sorted(waiting)}
    sizes: Counter[int] = Counter()
    seeds: set[int] = set()
    chosen: list[Drill] = []
    while len(chosen) < wanted and waiting:
        theme = min(waiting, key=lambda theme: (taken[theme].drills / SHARES[theme], theme))
        taken_now = take_next(waiting[theme], taken[theme], sizes, seeds)
        if taken_now is None:
            del waiting[theme]
        else:
            chosen.append(taken_now)
    return chosen


def take_next(
    waiting: dict[Sort, list[Drill]], taken: Taken, sizes: Counter[int], seeds: set[int]
) -> Drill | None:
    """The drill that keeps a theme most even, taken out of those waiting; None if none is left."""
    while waiting:
        sort = min(
            waiting,
            key=lambda sort: (
                taken.unevenness_with(sort) + SIZE_WEIGHT * (sizes[sort.size] / 2 + taken.sizes[sort.size]),
                sort,
            ),
        )
        drill = waiting[sort].pop()
        if not waiting[sort]:
            del waiting[sort]
        if drill["seed"] in seeds:
            continue
        taken.add(sort)
        sizes[sort.size] += 1
        seeds.add(drill["seed"])
        return drill
    return None


def sort_of(drill: Drill) -> Sort:
    """The sort of a drill."""
    ending = Ending.parse(drill["position"])
    right = right_cards(drill)
    answer = answer_of(ending, right)
    rules = {ANSWER: answer}
    rules |= {band: answer for band, sizes in BANDS.items() if ending.tricks_left in sizes}
    rules |= {name: card in right for name, card in rules_of_thumb(ending).items()}
    facts = drill["facts"]
    return Sort(
        drill["theme"], ending.tricks_left, facts["goal"], len(facts["turns"]), tuple(sorted(rules.items()))
    )
