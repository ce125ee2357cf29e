"""Everything on My progress for a learner with answers, ready to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from trainer.accounts.clock import short_date, today_in
from trainer.accounts.models import Learner
from trainer.progress.calendar import Calendar, calendar
from trainer.progress.labels import area_name
from trainer.progress.models import AREAS_OF_KINDS
from trainer.progress.periods import Period, Span, span_of
from trainer.progress.queries import ThemeMastery, numbers, theme_masteries
from trainer.progress.rating_chart import RatingChart, rating_chart, stroke_of
from trainer.progress.rating_history import AreaHistory, rating_histories
from trainer.progress.report import Mark, Report, report, time_label, time_marks
from trainer.progress.reviews_due import DueTheme, due_themes
from trainer.progress.settling import settle
from trainer.table import formats

WEAKEST = 3


@dataclass(frozen=True, slots=True)
class AreaRow:
    """An area's rating in the list beside the chart; `change` is signed, or nothing."""

    name: str
    stroke: int
    rating: int
    margin: int
    is_rough: bool
    answers: int
    change: str


@dataclass(frozen=True, slots=True)
class RatingRow:
    """An area's rating at the end of one day or week."""

    label: str
    date: str
    rows: int
    name: str
    rating: int
    margin: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """The panel of ratings: areas, the chart (None without rated answers in the span), and its table."""

    areas: tuple[AreaRow, ...]
    chart: RatingChart | None
    marks: tuple[Mark, ...]
    rows: tuple[RatingRow, ...]
    weekly: bool


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The panels of the page; `report` is None where the span has no answers."""

    ratings: Ratings
    due: tuple[DueTheme, ...]
    due_count: int
    calendar: Calendar
    masteries: tuple[ThemeMastery, ...]
    weakest: tuple[ThemeMastery, ...]
    report: Report | None


def dashboard(learner: Learner, period: Period, kind: str, zone: ZoneInfo, language: str) -> Dashboard:
    """The numbers of a learner, one kind of drill or all. The number of queries is the same for any work."""
    settle(learner)
    today = today_in(zone)
    span = span_of(period, today)
    found = numbers(learner, span, zone, kind)
    due = [theme for theme in due_themes(learner, today) if kind in {"", theme.kind}]
    masteries = theme_masteries(learner, kind)
    area = AREAS_OF_KINDS[kind] if kind else None
    return Dashboard(
        ratings=_ratings(rating_histories(learner, span, zone, area), span, language),
        due=tuple(due),
        due_count=sum(theme.drills for theme in due),
        calendar=calendar(learner, today, language),
        masteries=tuple(masteries),
        weakest=tuple(weakest(masteries)),
        report=report(found, span, language, by_theme=bool(kind)) if found.total.attempts else None,
    )


def weakest(masteries: Sequence[ThemeMastery]) -> list[ThemeMastery]:
    """The themes answered in and least known, worst first; what goes well is not among them."""
    weak = [row for row in masteries if row.mastery.is_weak]
    return sorted(weak, key=lambda row: row.mastery.right / row.mastery.answered)[:WEAKEST]


def _ratings(histories: Sequence[AreaHistory], span: Span, language: str) -> Ratings:
    starts = [start for history in histories for start in history.points]
    buckets = span.buckets(min(starts, default=None))
    return Ratings(
        areas=tuple(_area_row(history) for history in histories),
        chart=rating_chart(histories, buckets),
        marks=tuple(time_marks(buckets, span.weekly, language)),
        rows=tuple(_rating_rows(histories, span.weekly, language)),
        weekly=span.weekly,
    )


def _area_row(history: AreaHistory) -> AreaRow:
    return AreaRow(
        area_name(history.area),
        stroke_of(history.area),
        round(history.now.rating),
        history.now.margin,
        history.now.is_rough,
        history.answers,
        "" if history.change is None else formats.signed_count(history.change),
    )


def _rating_rows(histories: Sequence[AreaHistory], weekly: bool, language: str) -> list[RatingRow]:
    """Newest first; the first row of a time carries its name for all of them."""
    starts: list[date] = sorted({start for each in histories for start in each.points}, reverse=True)
    rows = []
    for start in starts:
        here = [(each.area, each.points[start]) for each in histories if start in each.points]
        rows += [
            RatingRow(
                "" if place else time_label(start, weekly, language),
                short_date(start, language),
                len(here),
                area_name(area),
                round(rating.rating),
                rating.margin,
            )
            for place, (area, rating) in enumerate(here)
        ]
    return rows
