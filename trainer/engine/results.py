"""Results that carry their own certainty: exact, or an estimate with its error.

An exact result comes from search with all cards known (phase two, F12). An
estimate is a mean over worlds played out, with standard errors; what a person
reads is the 95 % margin, two standard errors. An estimate never turns into an
exact result, so the two are separate types and a page has to ask which it has.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .rule_sets import ALL_TRICKS

MARGIN_ERRORS = 2


def margin_in_tenths(margin: float) -> float:
    """A margin as a person reads it, rounded up: an estimate is never said to be without error.

    >>> margin_in_tenths(0.21), margin_in_tenths(0.2), margin_in_tenths(0.0)
    (0.3, 0.2, 0.1)
    """
    return max(math.ceil(10 * margin - 1e-9), 1) / 10


@dataclass(frozen=True, slots=True)
class Exact:
    """Tricks that the player takes with best play by both, all cards known.

    >>> Exact(7).tricks
    7
    """

    tricks: int

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= 13:
            raise ValueError(f"{self.tricks} tricks: an ending has 0 to 13")


@dataclass(frozen=True, slots=True)
class Estimate:
    """Mean tricks and share of deals won over `worlds` sampled worlds.

    The tricks are those that count: of phase two, or of all 26 (F31). `se` and
    `win_se` are the standard errors of the two means.

    >>> Estimate(6.4, 0.05, 0.48, 0.01, worlds=2000).margin
    0.1
    """

    tricks: float
    se: float
    win: float
    win_se: float
    worlds: int

    def __post_init__(self) -> None:
        if self.worlds < 1:
            raise ValueError(f"an estimate from {self.worlds} worlds: expected at least 1")
        if self.se < 0 or self.win_se < 0:
            raise ValueError("a standard error is negative")
        if not (0 <= self.tricks <= ALL_TRICKS and 0 <= self.win <= 1):
            raise ValueError(f"{self.tricks} tricks, share won {self.win}: outside 0-26 and 0-1")

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of `tricks`."""
        return MARGIN_ERRORS * self.se

    @property
    def win_margin(self) -> float:
        """Half the width of the 95 % interval of `win`."""
        return MARGIN_ERRORS * self.win_se


type Result = Exact | Estimate
