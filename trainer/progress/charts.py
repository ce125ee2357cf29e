"""Lines over time as geometry in per cent, for SVG attributes.

Every point is a number of the table beside the chart. Days or weeks without attempts have no point;
the line runs on to the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import ceil

from trainer.progress.queries import Tally

# As many strokes as the stylesheet tells apart by colour and dash.
STROKES = 6


@dataclass(frozen=True, slots=True)
class Point:
    """A place in per cent of the chart: x from the left, y from the top."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Line:
    """A series: its key, its stroke (1 to `STROKES`) and its points."""

    key: str
    stroke: int
    points: tuple[Point, ...]

    @property
    def segments(self) -> list[tuple[Point, Point]]:
        return list(pairwise(self.points))


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines, the values on the axis from the top down, and where their rules lie."""

    lines: tuple[Line, ...]
    axis: tuple[float, ...]
    rules: tuple[str, ...]


def accuracy_chart(series: Mapping[str, Mapping[date, Tally]], buckets: Sequence[date]) -> Chart:
    """Right answers in per cent: the whole scale, so that nothing looks bigger than it is."""
    return _chart(series, buckets, lambda tally: float(tally.accuracy), (100, 75, 50, 25, 0))


def cost_chart(series: Mapping[str, Mapping[date, Tally]], buckets: Sequence[date]) -> Chart:
    """Tricks lost on average, from zero up to the next fifth of a trick."""
    costs = [tally.cost or 0.0 for tallies in series.values() for tally in tallies.values()]
    top = max(2, ceil(5 * max(costs, default=0.0))) / 5
    return _chart(series, buckets, lambda tally: tally.cost, (top, top / 2, 0))


def attempts_chart(series: Mapping[str, Mapping[date, Tally]], buckets: Sequence[date]) -> Chart:
    """How many first attempts; the scale ends on an even number."""
    counts = [tally.attempts for tallies in series.values() for tally in tallies.values()]
    top = max(2, max(counts, default=0) + max(counts, default=0) % 2)
    return _chart(series, buckets, lambda tally: float(tally.attempts), (top, top / 2, 0))


def _chart(
    series: Mapping[str, Mapping[date, Tally]],
    buckets: Sequence[date],
    value: Callable[[Tally], float | None],
    axis: Sequence[float],
) -> Chart:
    top = axis[0]
    lines = []
    for number, (key, tallies) in enumerate(series.items()):
        points = [
            Point(per_cent(across(place, len(buckets))), per_cent(100 * (1 - height / top)))
            for place, start in enumerate(buckets)
            if (tally := tallies.get(start)) and (height := value(tally)) is not None
        ]
        lines.append(Line(key, number % STROKES + 1, tuple(points)))
    rules = tuple(per_cent(100 * (1 - height / top)) for height in axis)
    return Chart(tuple(lines), tuple(axis), rules)


def across(place: int, places: int) -> float:
    """Where the n-th of so many days or weeks lies, in per cent from the left."""
    return 100 * place / (places - 1) if places > 1 else 50.0


def per_cent(number: float) -> str:
    """A place for an SVG attribute."""
    return f"{number:.1f}%"
