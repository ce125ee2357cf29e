"""A learner's ratings over time: the last one of each day or week in a span, an area at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import DateField, F, QuerySet, Window
from django.db.models.functions import RowNumber, TruncDay, TruncWeek
from django.utils import timezone

from trainer.accounts.clock import start_of_day
from trainer.accounts.models import Learner
from trainer.progress.models import Area, AreaRating, RatedAttempt
from trainer.progress.periods import Span
from trainer.progress.ratings import Rating, after_rest
from trainer.progress.storing import rating_of


@dataclass(frozen=True, slots=True)
class AreaHistory:
    """An area's rating today, its last rating in each day or week of a span, and the one before it."""

    area: Area
    now: Rating
    answers: int
    before: float | None
    points: Mapping[date, Rating]

    @property
    def change(self) -> int | None:
        """How far the rating has moved in the span; None where it stood nowhere before."""
        if not self.points:
            return None
        first = self.before if self.before is not None else next(iter(self.points.values())).rating
        return self.now.shown - round(first)


def rating_histories(
    learner: Learner, span: Span, zone: ZoneInfo, area: Area | None = None
) -> list[AreaHistory]:
    """The areas with a rating, in the order of `Area`. Three queries; few rows an area."""
    rows = AreaRating.objects.filter(learner=learner)
    held = {Area(row.area): row for row in rows if area in {None, row.area}}
    rated = RatedAttempt.objects.filter(attempt__learner=learner)
    points = _last_ones(rated, span, zone)
    before = _before(rated, span, zone)
    return [
        AreaHistory(
            each,
            after_rest(rating_of(held[each]), timezone.now() - held[each].rated_at),
            held[each].answers,
            before.get(each),
            points.get(each, {}),
        )
        for each in Area
        if each in held
    ]


def _last_ones(rated: QuerySet[RatedAttempt], span: Span, zone: ZoneInfo) -> dict[Area, dict[date, Rating]]:
    truncate = TruncWeek if span.weekly else TruncDay
    if span.first is not None:
        rated = rated.filter(attempt__answered_at__gte=start_of_day(span.first, zone))
    latest_first = Window(
        RowNumber(),
        partition_by=[F("area"), F("start")],
        order_by=[F("attempt__answered_at").desc(), F("attempt__number").desc(), F("attempt").desc()],
    )
    last = (
        rated.annotate(start=truncate("attempt__answered_at", tzinfo=zone, output_field=DateField()))
        .annotate(place=latest_first)
        .filter(place=1)
        .order_by("start")
    )
    found: dict[Area, dict[date, Rating]] = {}
    for row in last:
        found.setdefault(Area(row.area), {})[row.start] = rating_of(row)
    return found


def _before(rated: QuerySet[RatedAttempt], span: Span, zone: ZoneInfo) -> dict[Area, float]:
    """The last rating before the span; an open one has none."""
    if span.first is None:
        return {}
    earlier = rated.filter(attempt__answered_at__lt=start_of_day(span.first, zone))
    latest_first = Window(
        RowNumber(),
        partition_by=[F("area")],
        order_by=[F("attempt__answered_at").desc(), F("attempt__number").desc(), F("attempt").desc()],
    )
    rows = earlier.annotate(place=latest_first).filter(place=1).values_list("area", "rating")
    return {Area(area): rating for area, rating in rows}
