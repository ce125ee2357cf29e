"""Days in a row, with rest days forgiven: a pure function of the days with answers.

A day is the learner's own, in the zone of the account (W26): the browser may travel. Up to
`REST_DAYS` days off at a time break nothing, so that a weekend or a cold is no loss; they are not
counted either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

REST_DAYS = 2


@dataclass(frozen=True, slots=True)
class Streak:
    """So many days with practice in a row; `today` whether today is one of them, `until` the last day on
    which practising goes on with it."""

    days: int
    today: bool
    until: date | None = None


def streak(days: Iterable[date], today: date) -> Streak:
    """The streak that still holds today; 0 where too many days have passed.

    >>> streak([date(2026, 3, 9), date(2026, 3, 10)], date(2026, 3, 12)).days
    2
    """
    latest_first = sorted({day for day in days if day <= today}, reverse=True)
    if not latest_first or _rested(latest_first[0], today) > REST_DAYS:
        return Streak(0, today=False)
    count = 1
    for later, earlier in pairwise(latest_first):
        if _rested(earlier, later) > REST_DAYS:
            break
        count += 1
    until = latest_first[0] + timedelta(days=REST_DAYS + 1)
    return Streak(count, latest_first[0] == today, until)


def _rested(earlier: date, later: date) -> int:
    """Days without practice between two days."""
    return (later - earlier).days - 1
