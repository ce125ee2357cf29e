"""Every number of My progress counted again from the attempts, to compare with what is stored or queried.

What is stored (ratings, reviews, days) is computed by the walk that `settling` takes from nothing; what
the database adds up for a page (answers, right ones, cost, mastery) is counted here attempt by attempt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from math import isclose

from trainer.accounts.clock import today_in, zone_of
from trainer.accounts.models import Learner
from trainer.drills.mastery import Mastery, Theme, mastery_by_theme, mastery_of
from trainer.drills.models import KINDS_WITHOUT_COST, Attempt
from trainer.progress.history import own_attempts
from trainer.progress.models import AreaRating, PracticeDay, RatedAttempt, Review
from trainer.progress.periods import Period, monday_of, span_of
from trainer.progress.queries import Tally, counted_attempts, numbers
from trainer.progress.replaying import Standing
from trainer.progress.settling import computed

_NEAR = 1e-6

type Figures = Mapping[object, tuple[object, ...]]


def mismatches(learner: Learner) -> list[str]:
    """Where the pages of a learner say something else than the attempts, a line each."""
    standing = computed(learner)
    pairs: list[tuple[str, Figures, Figures]] = [
        ("rating", _stored_ratings(learner), _ratings(standing)),
        ("rated attempt", _stored_rated(learner), _rated(standing)),
        ("review", _stored_reviews(learner), _reviews(standing)),
        ("day", _stored_days(learner), _days(standing)),
    ]
    attempts = _first_attempts(learner)
    pairs.append(("numbers", *_numbers(learner, attempts)))
    pairs.append(("mastery", *_masteries(learner, attempts)))
    return [line for what, shown, counted in pairs for line in _differences(what, shown, counted)]


def _differences(what: str, shown: Figures, counted: Figures) -> Iterator[str]:
    for key in sorted({*shown, *counted}, key=str):
        if not _same(shown.get(key), counted.get(key)):
            yield f"{what} {key}: shown {shown.get(key)}, counted {counted.get(key)}"


def _same(one: tuple[object, ...] | None, other: tuple[object, ...] | None) -> bool:
    if one is None or other is None:
        return one is other
    return len(one) == len(other) and all(_equal(a, b) for a, b in zip(one, other, strict=True))


def _equal(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=_NEAR, abs_tol=_NEAR)
    return one == other


def _stored_ratings(learner: Learner) -> Figures:
    rows = AreaRating.objects.filter(learner=learner)
    return {str(row.area): (row.rating, row.deviation, row.answers, row.rated_at) for row in rows}


def _ratings(standing: Standing) -> Figures:
    return {
        str(area): (held.rating.rating, held.rating.deviation, held.answers, held.rated_at)
        for area, held in standing.ratings.items()
    }


def _stored_rated(learner: Learner) -> Figures:
    rows = RatedAttempt.objects.filter(attempt__learner=learner)
    return {row.attempt_id: (str(row.area), row.rating, row.deviation) for row in rows}


def _rated(standing: Standing) -> Figures:
    return {
        rated.answer.pk: (str(rated.area), rated.own.rating, rated.own.deviation) for rated in standing.rated
    }


def _stored_reviews(learner: Learner) -> Figures:
    rows = Review.objects.filter(learner=learner)
    return {
        row.drill_id: (row.stability, row.difficulty, row.repeats, row.misses, row.last_on, row.due_on)
        for row in rows
    }


def _reviews(standing: Standing) -> Figures:
    return {
        drill: (
            known.plan.stability,
            known.plan.difficulty,
            known.repeats,
            known.misses,
            known.plan.last_on,
            known.plan.due_on,
        )
        for drill, known in standing.reviews.items()
    }


def _stored_days(learner: Learner) -> Figures:
    return {row.day: (row.answers, row.right) for row in PracticeDay.objects.filter(learner=learner)}


def _days(standing: Standing) -> Figures:
    return {day: (answers, standing.right[day]) for day, answers in standing.days.items()}


def _first_attempts(learner: Learner) -> list[Attempt]:
    texts = ("version__position", "version__choices", "version__facts")
    return list(own_attempts(learner).filter(number=0).defer(*texts).order_by("answered_at", "pk"))


def _numbers(learner: Learner, attempts: Iterable[Attempt]) -> tuple[Figures, Figures]:
    """Tallies by kind, theme and time: of the database, and counted; by the week and by the day."""
    zone = zone_of(learner.user)
    today = today_in(zone)
    first = today - timedelta(days=27)
    days = {attempt.pk: attempt.answered_at.astimezone(zone).date() for attempt in attempts}
    shown: dict[object, tuple[object, ...]] = {}
    for period in (Period.ALL, Period.FOUR_WEEKS):
        for cell in numbers(learner, span_of(period, today), zone).cells:
            shown[period.value, cell.kind, cell.theme, cell.start] = _figures(cell.tally)
    weekly = _tallies(Period.ALL, attempts, lambda attempt: monday_of(days[attempt.pk]))
    late = [attempt for attempt in attempts if days[attempt.pk] >= first]
    daily = _tallies(Period.FOUR_WEEKS, late, lambda attempt: days[attempt.pk])
    return shown, {key: _figures(tally) for key, tally in (weekly | daily).items()}


def _tallies(
    period: Period, attempts: Iterable[Attempt], start: Callable[[Attempt], date]
) -> dict[object, Tally]:
    found: dict[object, Tally] = {}
    for attempt in attempts:
        drill = attempt.version.drill
        costed = drill.kind not in KINDS_WITHOUT_COST
        right = attempt.verdict == Attempt.Verdict.RIGHT
        one = Tally(1, int(right), int(costed), attempt.loss if costed else 0.0)
        key = period.value, drill.kind, drill.theme, start(attempt)
        found[key] = found.get(key, Tally()) + one
    return found


def _figures(tally: Tally) -> tuple[object, ...]:
    return tally.attempts, tally.right, tally.costed, float(tally.loss)


def _masteries(learner: Learner, attempts: Iterable[Attempt]) -> tuple[Figures, Figures]:
    answers = ((a.version.drill.kind, a.version.drill.theme, a.verdict) for a in attempts)
    return _levels(mastery_of(counted_attempts(learner))), _levels(mastery_by_theme(answers))


def _levels(known: Mapping[Theme, Mastery]) -> Figures:
    return {theme: (mastery.answered, mastery.right) for theme, mastery in known.items()}
