"""The days practised of the last weeks as a table: a row a weekday, a column a week from Monday."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from babel.dates import format_date, get_day_names

from trainer.accounts.clock import long_date
from trainer.accounts.models import Learner
from trainer.progress.models import PracticeDay
from trainer.progress.periods import monday_of

WEEKS = 12
# From so many answers on a day gets the next darker shade; the number stands in the cell.
_SHADES = (1, 5, 15)


@dataclass(frozen=True, slots=True)
class Day:
    """One day: its answers, its shade (0 to 3), its date in words; None answers for days to come."""

    answers: int | None
    date: str
    is_today: bool = False

    @property
    def shade(self) -> int:
        return sum((self.answers or 0) >= least for least in _SHADES)


@dataclass(frozen=True, slots=True)
class Calendar:
    """The table: months with so many weeks each, the weeks, and a row a weekday with its short name."""

    months: tuple[tuple[str, int], ...]
    weeks: tuple[int, ...]
    rows: tuple[tuple[str, str, tuple[Day, ...]], ...]
    practised: int
    days: int


def calendar(learner: Learner, today: date, language: str) -> Calendar:
    """The last weeks up to today. One query."""
    first = monday_of(today) - timedelta(weeks=WEEKS - 1)
    found = PracticeDay.objects.filter(learner=learner, day__gte=first, day__lte=today)
    return calendar_of(dict(found.values_list("day", "answers")), today, language)


def calendar_of(answers: Mapping[date, int], today: date, language: str) -> Calendar:
    """Lay days out in weeks."""
    first = monday_of(today) - timedelta(weeks=WEEKS - 1)
    mondays = [first + timedelta(weeks=number) for number in range(WEEKS)]
    short = get_day_names("abbreviated", locale=language)
    full = get_day_names("wide", locale=language)
    rows = tuple(
        (
            short[weekday],
            full[weekday],
            tuple(_day(monday + timedelta(days=weekday), answers, today, language) for monday in mondays),
        )
        for weekday in range(7)
    )
    practised = sum(1 for day, number in answers.items() if number and first <= day <= today)
    weeks = tuple(monday.isocalendar().week for monday in mondays)
    return Calendar(_months(mondays, language), weeks, rows, practised, (today - first).days + 1)


def _day(day: date, answers: Mapping[date, int], today: date, language: str) -> Day:
    number = None if day > today else answers.get(day, 0)
    return Day(number, long_date(day, language), day == today)


def _months(mondays: list[date], language: str) -> tuple[tuple[str, int], ...]:
    """A week belongs to the month that has most of it; a month of one week has no room for its name."""
    middles = [monday + timedelta(days=3) for monday in mondays]
    months = [list(days) for _month, days in groupby(middles, key=lambda day: (day.year, day.month))]
    names = [str(format_date(days[0], "LLL", locale=language)) for days in months]
    return tuple((name if len(days) > 1 else "", len(days)) for name, days in zip(names, months, strict=True))
