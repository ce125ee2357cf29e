"""What the page shows: series over time, the rows of its tables, and the charts of the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from babel.dates import format_date
from django.utils.translation import gettext as _

from trainer.accounts.clock import short_date
from trainer.progress.charts import STROKES, Chart, accuracy_chart, attempts_chart, cost_chart
from trainer.progress.periods import Span
from trainer.progress.queries import Numbers, Tally
from trainer.table.neighbours import in_language

_DAY = {"nb": "d. MMM", "sv": "d MMM"}
_MARKS = 4


@dataclass(frozen=True, slots=True)
class Series:
    """One line of the charts: a kind of drill, or a theme of the chosen kind, with its total."""

    key: str
    stroke: int
    total: Tally


@dataclass(frozen=True, slots=True)
class TimeRow:
    """One series in one day or week; `label` names the time in the first row of each."""

    label: str
    date: str
    series: str
    tally: Tally
    rows: int


@dataclass(frozen=True, slots=True)
class ThemeRow:
    """The total of one theme."""

    kind: str
    theme: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Mark:
    """A name under the time axis, with its place in per cent and which side of it is anchored."""

    label: str
    x: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about a span, ready to show."""

    weekly: bool
    total: Tally
    series: tuple[Series, ...]
    accuracy: Chart
    cost: Chart | None
    attempts: Chart
    marks: tuple[Mark, ...]
    times: tuple[TimeRow, ...]
    themes: tuple[ThemeRow, ...]


def report(numbers: Numbers, span: Span, language: str, by_theme: bool) -> Report:
    """Lay out the numbers: lines by kind, or by theme where one kind was chosen."""
    tallies = _over_time(numbers, by_theme)
    earliest = min((cell.start for cell in numbers.cells), default=None)
    buckets = span.buckets(earliest)
    total = numbers.total
    return Report(
        weekly=span.weekly,
        total=total,
        series=tuple(
            Series(key, number % STROKES + 1, sum(found.values(), start=Tally()))
            for number, (key, found) in enumerate(tallies.items())
        ),
        accuracy=accuracy_chart(tallies, buckets),
        cost=cost_chart(tallies, buckets) if total.costed else None,
        attempts=attempts_chart(tallies, buckets),
        marks=tuple(time_marks(buckets, span.weekly, language)),
        times=tuple(_time_rows(tallies, span.weekly, language)),
        themes=tuple(_theme_rows(numbers)),
    )


def _over_time(numbers: Numbers, by_theme: bool) -> dict[str, dict[date, Tally]]:
    """Tallies by series and time; kinds in the order of the library, themes by name."""
    if by_theme:
        keys = sorted({cell.theme for cell in numbers.cells})
        found = numbers.by(lambda cell: (cell.theme, cell.start))
    else:
        keys = numbers.kinds
        found = numbers.by(lambda cell: (cell.kind, cell.start))
    return {key: {start: tally for (name, start), tally in found.items() if name == key} for key in keys}


def _time_rows(tallies: Mapping[str, Mapping[date, Tally]], weekly: bool, language: str) -> list[TimeRow]:
    """Newest first; the first row of a time carries its name for all of them."""
    starts = sorted({start for found in tallies.values() for start in found}, reverse=True)
    rows = []
    for start in starts:
        here = [(key, found[start]) for key, found in tallies.items() if start in found]
        label = time_label(start, weekly, language)
        rows += [
            TimeRow("" if place else label, short_date(start, language), key, tally, len(here))
            for place, (key, tally) in enumerate(here)
        ]
    return rows


def _theme_rows(numbers: Numbers) -> list[ThemeRow]:
    totals = numbers.by(lambda cell: (cell.kind, cell.theme))
    order = {kind: place for place, kind in enumerate(numbers.kinds)}
    return [
        ThemeRow(kind, theme, tally)
        for (kind, theme), tally in sorted(totals.items(), key=lambda row: (order[row[0][0]], row[0][1]))
    ]


def time_marks(buckets: Sequence[date], weekly: bool, language: str) -> list[Mark]:
    """Up to four names, from the first time to the last."""
    last = len(buckets) - 1
    if last == 0:
        return [Mark(time_label(buckets[0], weekly, language), "50%", "middle")]
    places = sorted({round(last * part / (_MARKS - 1)) for part in range(_MARKS)})
    return [
        Mark(
            time_label(buckets[place], weekly, language),
            f"{100 * place / last:.1f}%",
            "start" if place == 0 else "end" if place == last else "middle",
        )
        for place in places
    ]


def time_label(start: date, weekly: bool, language: str) -> str:
    if weekly:
        return _("week %(number)s") % {"number": start.isocalendar().week}
    return str(format_date(start, in_language(_DAY, language), locale=language))
