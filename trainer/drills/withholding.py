"""Verdicts that a learner is not told yet: a teacher may give drills with feedback after the due date.

Whatever shows, counts or exports a learner's verdicts leaves those attempts out (`told`), by whichever
way the learner came to the drill. Guests are told everything.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import Max, Q, QuerySet

from trainer.accounts.models import Learner
from trainer.drills.models import Attempt, DrillVersion

# Rows with `version`, and in `until` the moment from which the verdict may be told.
type Withholder = Callable[[Learner], QuerySet[Any, Any]]

_withholders: list[Withholder] = []


def register_withholder(withholder: Withholder) -> None:
    """Let a feature say which versions have no verdict for a learner as yet. Call it in `AppConfig.ready`."""
    if withholder not in _withholders:
        _withholders.append(withholder)


def told(attempts: QuerySet[Attempt], learner: Learner) -> QuerySet[Attempt]:
    """Those of the learner's attempts whose verdicts may be told; no query more."""
    return attempts.exclude(withheld(learner, "version")) if learner.user_id else attempts


def withheld(learner: Learner, field: str) -> Q:
    """Where `field` is a version whose verdict this learner is not told yet."""
    found = Q(pk__in=())
    if learner.user_id:
        for withholder in _withholders:
            found |= Q(**{f"{field}__in": withholder(learner).values("version")})
    return found


def withheld_until(learner: Learner | None, version: DrillVersion) -> datetime | None:
    """When the learner may be told a verdict on the version; None where it may be now. One query at most."""
    if learner is None or not learner.user_id:
        return None
    found = (
        withholder(learner).filter(version=version).aggregate(last=Max("until"))["last"]
        for withholder in _withholders
    )
    return max(filter(None, found), default=None)
