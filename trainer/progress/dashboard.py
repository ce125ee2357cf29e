"""Everything on My progress for a learner with answers, ready to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from trainer.accounts.clock import short_date, short_moment, today_in
from trainer.accounts.models import Learner
from trainer.progress.calendar import Calendar, calendar
from trainer.progress.labels import area_name
from trainer.progress.latest_sessions import PastSession, latest_sessions
from trainer.progress.mixes import REVIEWS, WEAK_THEMES
from trainer.progress.models import AREAS_OF_KINDS, PracticeDay
from trainer.progress.periods import Period, Span, span_of
from trainer.progress.queries import ThemeMastery, numbers, theme_masteries
from trainer.progress.rating_chart import RatingChart, rating_chart, stroke_of
from trainer.progress.rating_history import AreaHistory, rating_histories
from trainer.progress.ratings import Rating
from trainer.progress.report import Mark, Report, report, time_label, time_marks
from trainer.progress.reviewing import todays_queue
from trainer.progress.reviews_due import THEMES_SHOWN, DueTheme, due_themes
from trainer.progress.settling import settle
from trainer.progress.streaks import Streak, streak
from trainer.table import formats

WEAKEST = 3


@dataclass(frozen=True, slots=True)
class AreaRow:
    """An area's rating in the list beside the chart; `change` is signed, or nothing."""

    name: str
    stroke: int
    now: Rating
    answers: int
    change: str


@dataclass(frozen=True, slots=True)
class RatingRow:
    """An area's rating at the end of one day or week."""

    label: str
    date: str
    rows: int
    name: str
    then: Rating


@dataclass(frozen=True, slots=True)
class Ratings:
    """The panel of ratings: areas, the chart (None without rated answers in the span), and its table."""

    areas: tuple[AreaRow, ...]
    chart: RatingChart | None
    marks: tuple[Mark, ...]
    rows: tuple[RatingRow, ...]
    weekly: bool


@dataclass(frozen=True, slots=True)
class DueToday:
    """Today's reviews: how many, the themes with most of them, and where a session of them begins."""

    count: int
    waiting: int
    themes: tuple[DueTheme, ...]
    address: str


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The panels of the page; `report` is None where the span has no answers."""

    ratings: Ratings
    due: DueToday
    streak: Streak
    sessions: tuple[tuple[PastSession, str], ...]
    calendar: Calendar
    masteries: tuple[ThemeMastery, ...]
    weakest: tuple[ThemeMastery, ...]
    weak_address: str
    report: Report | None


def dashboard(learner: Learner, period: Period, kind: str, zone: ZoneInfo, language: str) -> Dashboard:
    """The numbers of a learner, one kind of drill or all. The number of queries is the same for any work."""
    settle(learner)
    today = today_in(zone)
    span = span_of(period, today)
    found = numbers(learner, span, zone, kind)
    masteries = theme_masteries(learner, kind)
    area = AREAS_OF_KINDS[kind] if kind else None
    return Dashboard(
        ratings=_ratings(rating_histories(learner, span, zone, area), span, language),
        due=_due(learner, today),
        streak=streak(PracticeDay.objects.filter(learner=learner).values_list("day", flat=True), today),
        sessions=tuple(
            (session, short_moment(session.started_at, zone, language))
            for session in latest_sessions(learner)
        ),
        calendar=calendar(learner, today, language),
        masteries=tuple(masteries),
        weakest=tuple(weakest(masteries)),
        weak_address=WEAK_THEMES.address,
        report=report(found, span, language, by_theme=bool(kind)) if found.total.attempts else None,
    )


def _due(learner: Learner, today: date) -> DueToday:
    queue = todays_queue(learner, today)
    themes = due_themes(queue.reviews, today)[:THEMES_SHOWN]
    return DueToday(len(queue), queue.waiting, tuple(themes), REVIEWS.address)


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
        history.now,
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
                rating,
            )
            for place, (area, rating) in enumerate(here)
        ]
    return rows
