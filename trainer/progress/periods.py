"""Spans of time that a learner may look at, cut into days or weeks of the learner's own zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum


class Period(StrEnum):
    """The choices, as they stand in the address."""

    FOUR_WEEKS = "4w"
    TWELVE_WEEKS = "12w"
    YEAR = "year"
    ALL = "all"


_WEEKS = {Period.TWELVE_WEEKS: 12, Period.YEAR: 52}
_DAYS = 28


@dataclass(frozen=True, slots=True)
class Span:
    """From `first` (None: from the beginning) to `last`, in days or in weeks from Monday."""

    first: date | None
    last: date
    weekly: bool

    def buckets(self, earliest: date | None = None) -> list[date]:
        """The first day of every day or week in the span; `earliest` starts an open one."""
        step = timedelta(days=7 if self.weekly else 1)
        start = self.first or (monday_of(earliest) if earliest else self.end)
        return [start + step * number for number in range((self.end - start) // step + 1)]

    @property
    def end(self) -> date:
        """The first day of the last bucket."""
        return monday_of(self.last) if self.weekly else self.last


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def span_of(period: Period, today: date) -> Span:
    """The span that ends today: four weeks by day, longer ones by week."""
    if period is Period.FOUR_WEEKS:
        return Span(today - timedelta(days=_DAYS - 1), today, weekly=False)
    if period is Period.ALL:
        return Span(None, today, weekly=True)
    return Span(monday_of(today) - timedelta(weeks=_WEEKS[period] - 1), today, weekly=True)
