"""Geometry of the estimates' figure: a dot on its 95 % interval for each card, one scale for all.

Positions are per cents of the width as text, since SVG takes them from attributes and a template
must not localise them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from trainer.engine.results import Estimate
from trainer.table import formats

WINNING_TRICKS = 7
_PADDING = 0.06
# Seven is drawn only if that leaves the cards at least half of the figure.
_REACH = 1.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A vertical line of the figure with its label; `strong` for the seven tricks that win."""

    x: str
    label: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """One card's estimate: place of the dot, start and width of the band, and both in figures."""

    x: str
    band_x: str
    band_width: str
    value: str
    interval: str


@dataclass(frozen=True, slots=True)
class Plot:
    """The dots in the order given, the lines, and whether seven tricks are in the figure."""

    dots: tuple[Dot, ...]
    marks: tuple[Mark, ...]
    has_seven: bool


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float

    def x(self, tricks: float) -> str:
        return f"{self._share(tricks):.1f}%"

    def width(self, low: float, high: float) -> str:
        return f"{self._share(high) - self._share(low):.1f}%"

    def _share(self, tricks: float) -> float:
        return 100 * (tricks - self.low) / (self.high - self.low)


def plot(estimates: Sequence[Estimate], with_seven: bool = True, enumerated: bool = False) -> Plot:
    """Lay out the estimates on one scale; `with_seven` where seven tricks win the deal.

    `enumerated` estimates have no interval: every possibility was counted.
    """
    low = min(estimate.tricks - estimate.margin for estimate in estimates)
    high = max(estimate.tricks + estimate.margin for estimate in estimates)
    reach = max(_REACH, high - low)
    shown = with_seven and low - reach <= WINNING_TRICKS <= high + reach
    if shown:
        low, high = min(low, WINNING_TRICKS), max(high, WINNING_TRICKS)
    pad = max(_PADDING * (high - low), 0.05)
    scale = _Scale(low - pad, high + pad)
    return Plot(
        tuple(_dot(estimate, scale, enumerated) for estimate in estimates), _marks(scale, shown), shown
    )


def _dot(estimate: Estimate, scale: _Scale, enumerated: bool) -> Dot:
    low, high = estimate.tricks - estimate.margin, estimate.tricks + estimate.margin
    return Dot(
        scale.x(estimate.tricks),
        scale.x(low),
        scale.width(low, high),
        formats.tricks(estimate.tricks),
        "" if enumerated else f"{formats.tricks(max(low, 0))}–{formats.tricks(high)}",
    )


def _marks(scale: _Scale, with_seven: bool) -> tuple[Mark, ...]:
    span = scale.high - scale.low
    step = next((size for size in (0.1, 0.2, 0.5, 1) if span / size <= 5), 2)
    first = math.ceil(scale.low / step)
    ticks = [number * step for number in range(first, math.floor(scale.high / step) + 1)]
    marks = [
        Mark(scale.x(tick), f"{tick:g}".replace(".", ","))
        for tick in ticks
        # A label beside that of the seven would run into it.
        if not (with_seven and abs(tick - WINNING_TRICKS) < span / 5)
    ]
    if with_seven:
        marks.append(Mark(scale.x(WINNING_TRICKS), str(WINNING_TRICKS), strong=True))
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class Bar:
    """One term of a reason as a bar from the zero line: start, width and sign."""

    x: str
    width: str
    zero: str
    positive: bool


def bars(terms: Sequence[float]) -> tuple[Bar, ...]:
    """Bars of signed terms on one scale that holds zero."""
    low, high = min(0.0, *terms), max(0.0, *terms)
    pad = 0.04 * (high - low) or 1.0
    scale = _Scale(low - pad, high + pad)
    return tuple(
        Bar(scale.x(min(0.0, term)), scale.width(0, abs(term)), scale.x(0), term > 0) for term in terms
    )
