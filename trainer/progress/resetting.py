"""Clearing one area of a learner's progress, once, and only what the learner was asked about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from django.core import signing
from django.db import transaction
from django.db.models import Max

from trainer.accounts.models import Learner
from trainer.drills.clearing import attempts_in, clear_attempts, kept_among
from trainer.progress.models import (
    AREAS_OF_KINDS,
    Area,
    AreaRating,
    PracticeSession,
    RatedAttempt,
    Review,
    SessionItem,
)
from trainer.progress.settling import rebuild, settle

_SALT = "reset-area"
MAX_AGE = 60 * 60 * 24


@dataclass(frozen=True, slots=True)
class AreaWork:
    """What there is to clear in an area; `kept` answers stay with a class. `latest` names the newest."""

    area: Area
    answers: int
    kept: int
    reviews: int
    rating: AreaRating | None
    latest: int | None


class Cleared(Enum):
    """What became of the wish to clear an area."""

    DONE = "done"
    NOTHING_LEFT = "nothing left"  # a double click, or there was nothing
    CHANGED = "changed"  # there are newer answers than the learner was asked about


def kinds_of(area: Area) -> tuple[str, ...]:
    """The kinds of drills in an area."""
    return tuple(kind for kind, where in AREAS_OF_KINDS.items() if where is area)


def work_in(learner: Learner, area: Area) -> AreaWork:
    """What a learner has done in an area. Five queries."""
    settle(learner)
    attempts = attempts_in(learner, kinds_of(area))
    return AreaWork(
        area,
        attempts.count(),
        kept_among(attempts).count(),
        Review.objects.filter(learner=learner, drill__kind__in=kinds_of(area)).count(),
        AreaRating.objects.filter(learner=learner, area=area).first(),
        _latest(learner, area),
    )


def _latest(learner: Learner, area: Area) -> int | None:
    newest: int | None = attempts_in(learner, kinds_of(area)).aggregate(newest=Max("pk"))["newest"]
    return newest


@transaction.atomic
def clear_area(learner: Learner, area: Area, latest: int | None) -> Cleared:
    """Clear an area up to the attempt `latest`, or nothing at all where there are newer ones.

    Whatever else the learner has is computed again from the attempts that are left.
    """
    Learner.objects.select_for_update().get(pk=learner.pk)
    found = _latest(learner, area)
    if found is None:
        return Cleared.NOTHING_LEFT
    if found != latest:
        return Cleared.CHANGED
    kinds = kinds_of(area)
    clear_attempts(learner, kinds)
    RatedAttempt.objects.filter(attempt__learner__stands_in_for=learner).delete()
    _clear_sessions(learner, kinds)
    rebuild(learner)
    return Cleared.DONE


def _clear_sessions(learner: Learner, kinds: tuple[str, ...]) -> None:
    """Sessions with drills of these kinds alone; in a mixed one its drills stand unanswered again."""
    others = SessionItem.objects.filter(session__learner=learner).exclude(version__drill__kind__in=kinds)
    PracticeSession.objects.filter(learner=learner).exclude(pk__in=others.values("session")).delete()


def write_ticket(learner_key: str, work: AreaWork) -> str:
    """What a form carries: for whom it was made, the area, and the newest answer that it asked about."""
    return signing.dumps([learner_key, work.area.value, work.latest], salt=_SALT, compress=True)


def read_ticket(text: str) -> tuple[str, Area, int | None] | None:
    """What `write_ticket` wrote, or None for anything else."""
    try:
        key, area, latest = signing.loads(text, salt=_SALT, max_age=MAX_AGE)
        return str(key), Area(area), latest
    except (signing.BadSignature, ValueError, TypeError):
        return None
