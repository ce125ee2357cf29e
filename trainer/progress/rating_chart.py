"""Ratings over time as geometry: a line with the band of its margin of error (95 %) an area.

Lines and dots have places in per cent, as in `charts`; the bands are paths in a box of 100 by 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, floor

from trainer.progress.charts import Line, Point, across, per_cent
from trainer.progress.models import Area
from trainer.progress.rating_history import AreaHistory
from trainer.progress.ratings import Rating

_STEPS = (50, 100, 200, 500)
_MOST_RULES = 7
_HALF_MARK = 0.8  # of the width, for a band of one day or week alone


@dataclass(frozen=True, slots=True)
class BandLine:
    """The line of an area and the path round its band."""

    line: Line
    band: str


@dataclass(frozen=True, slots=True)
class RatingChart:
    """Lines with bands, the ratings on the axis from the top down, and where their rules lie."""

    lines: tuple[BandLine, ...]
    axis: tuple[int, ...]
    rules: tuple[str, ...]


def stroke_of(area: Area) -> int:
    """An area keeps its stroke, whatever else is shown."""
    return list(Area).index(area) + 1


def rating_chart(histories: Sequence[AreaHistory], buckets: Sequence[date]) -> RatingChart | None:
    """The chart of some areas; None where no answer in the span was rated."""
    ratings = [rating for history in histories for rating in history.points.values()]
    if not ratings:
        return None
    axis = _axis(ratings)
    lines = tuple(_band_line(history, buckets, axis) for history in histories if history.points)
    return RatingChart(lines, axis, tuple(per_cent(_height(value, axis)) for value in axis))


def _axis(ratings: Sequence[Rating]) -> tuple[int, ...]:
    """Round numbers round all bands, from the top down."""
    low = min(rating.rating - rating.margin for rating in ratings)
    high = max(rating.rating + rating.margin for rating in ratings)
    for step in _STEPS:
        bottom, top = floor(low / step), ceil(high / step)
        if top - bottom < _MOST_RULES:
            break
    return tuple(step * number for number in range(top, bottom - 1, -1))


def _height(value: float, axis: Sequence[int]) -> float:
    """A rating as a place from the top, in per cent."""
    return 100 * (axis[0] - value) / (axis[0] - axis[-1])


def _band_line(history: AreaHistory, buckets: Sequence[date], axis: Sequence[int]) -> BandLine:
    placed = [
        (across(place, len(buckets)), rating)
        for place, start in enumerate(buckets)
        if (rating := history.points.get(start))
    ]
    points = tuple(Point(per_cent(x), per_cent(_height(rating.rating, axis))) for x, rating in placed)
    return BandLine(Line(history.area, stroke_of(history.area), points), _band(placed, axis))


def _band(placed: Sequence[tuple[float, Rating]], axis: Sequence[int]) -> str:
    if len(placed) == 1:
        x, rating = placed[0]
        placed = [(x - _HALF_MARK, rating), (x + _HALF_MARK, rating)]
    upper = [(x, _height(rating.rating + rating.margin, axis)) for x, rating in placed]
    lower = [(x, _height(rating.rating - rating.margin, axis)) for x, rating in placed]
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (*upper, *reversed(lower)))
    return f"M{corners}Z"
