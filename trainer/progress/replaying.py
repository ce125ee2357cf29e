"""What follows from a learner's attempts, computed from them alone: no database, no clock.

Taking in new attempts and computing everything again are the same walk, so that they can't differ: the
one starts from what is stored, the other from nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from trainer.drills.models import Attempt
from trainer.progress.models import AREAS_OF_KINDS, Area
from trainer.progress.ratings import NEW_LEARNER, Rating, after_game, after_rest, score_of
from trainer.progress.scheduling import Plan, first_plan, next_plan


class Answer(NamedTuple):
    """What counts of an attempt; drill and version by their primary keys."""

    pk: int
    version: int
    drill: int
    kind: str
    number: int
    unrated: str
    verdict: str
    answered_at: datetime
    settled: bool


@dataclass(frozen=True, slots=True)
class Held:
    """A learner's rating in an area, after so many rated answers, the last one at `rated_at`."""

    rating: Rating
    answers: int
    rated_at: datetime


@dataclass(frozen=True, slots=True)
class Rated:
    """What a rated attempt keeps: the drill's rating before it, the learner's after it."""

    answer: Answer
    area: Area
    drill: Rating
    own: Rating


@dataclass(frozen=True, slots=True)
class Remembered:
    """A missed drill: when it comes back, and how its reviews went."""

    plan: Plan
    repeats: int = 0
    misses: int = 0


@dataclass(slots=True)
class Standing:
    """Everything that attempts add up to.

    `reviews` are by the drill's primary key, `reviews_changed` those that attempts have planned anew;
    `drills` holds the ratings of drills after the answers taken in, `drill_answers` how many those were.
    """

    ratings: dict[Area, Held] = field(default_factory=dict)
    reviews: dict[int, Remembered] = field(default_factory=dict)
    reviews_changed: set[int] = field(default_factory=set)
    days: Counter[date] = field(default_factory=Counter)
    right: Counter[date] = field(default_factory=Counter)
    rated: list[Rated] = field(default_factory=list)
    drills: dict[int, Rating] = field(default_factory=dict)
    drill_answers: Counter[int] = field(default_factory=Counter)


type ReviewOf = Callable[[Answer], int | None]


def is_rated(answer: Answer) -> bool:
    """Whether an answer counts in a rating: the first, and not given in a review."""
    return answer.number == 0 and not answer.unrated


def replay(
    standing: Standing,
    answers: Iterable[Answer],
    zone: ZoneInfo,
    review_of: ReviewOf,
    known: Mapping[int, Rating] | None = None,
) -> Standing:
    """Take answers, oldest first, into a standing.

    `review_of` names the drill that an answer was given to review, if any. `known` holds drills' ratings
    before attempts (by the attempt's primary key) that were rated before; those move no drill again.
    """
    for answer in answers:
        day = answer.answered_at.astimezone(zone).date()
        standing.days[day] += 1
        standing.right[day] += answer.verdict == Attempt.Verdict.RIGHT
        if is_rated(answer):
            _rate(standing, answer, (known or {}).get(answer.pk))
        _remember(standing, answer, day, review_of(answer))
    return standing


def _rate(standing: Standing, answer: Answer, known: Rating | None) -> None:
    area = AREAS_OF_KINDS[answer.kind]
    held = standing.ratings.get(area, Held(NEW_LEARNER, 0, answer.answered_at))
    own = after_rest(held.rating, answer.answered_at - held.rated_at)
    before = known or standing.drills[answer.drill]
    score = score_of(answer.verdict)
    after = after_game(own, before, score)
    if known is None:
        standing.drills[answer.drill] = after_game(before, own, 1 - score)
        standing.drill_answers[answer.drill] += 1
    standing.ratings[area] = Held(after, held.answers + 1, answer.answered_at)
    standing.rated.append(Rated(answer, area, before, after))


def _remember(standing: Standing, answer: Answer, day: date, review_of: int | None) -> None:
    """Plan the first review after a miss, or the next one. A right answer before its day plans nothing
    and neither does any on the day of the last one: the learner has just seen the cards."""
    key = review_of or answer.drill
    known = standing.reviews.get(key)
    missed = answer.verdict != Attempt.Verdict.RIGHT
    wrong = answer.verdict == Attempt.Verdict.WRONG
    if known is None:
        if not missed:
            return
        standing.reviews[key] = Remembered(first_plan(answer.verdict, day), misses=1)
    elif day >= known.plan.due_on or (missed and day > known.plan.last_on):
        plan = next_plan(known.plan, answer.verdict, day)
        standing.reviews[key] = Remembered(plan, known.repeats + 1, known.misses + wrong)
    else:
        return
    standing.reviews_changed.add(key)
