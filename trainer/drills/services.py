"""Answering drills: storing attempts once, moving a guest's, and sets that others compose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import Learner
from trainer.drills.judging import judged
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.signals import attempt_recorded
from trainer.drills.withholding import withheld_until
from trainer.table.prepared import store_new


class Outcome(Enum):
    """What became of an answer."""

    STORED = "stored"
    SAME_AGAIN = "same again"  # the same choice for the same attempt: a double click or a replay
    ANSWERED_BEFORE = "answered before"  # another choice for an attempt that is stored


@dataclass(frozen=True, slots=True)
class Recorded:
    """The attempt that stands, whether this answer made it, and when its verdict may be told if later."""

    attempt: Attempt
    outcome: Outcome
    told_from: datetime | None = None


def record_attempt(  # noqa: PLR0913, PLR0917 – one answer: whose, to what, which try, and how it came about
    learner: Learner,
    version: DrillVersion,
    number: int,
    key: str,
    assignment: str | None = None,
    unrated: str = "",
) -> Recorded:
    """Store the learner's answer `key` as attempt `number`, or find the one that stands there.

    `unrated` says why a first answer moves no rating, as the page said; later ones are retries unless it
    says otherwise. Exactly one attempt a number, also when twenty requests arrive at once: the
    database's unique constraint decides. Raises `UnknownChoice`; then nothing is stored.
    """
    answer = judged(version, key)
    attempt = Attempt(
        learner=learner,
        version=version,
        number=number,
        choice=answer.choice,
        verdict=answer.verdict,
        loss=answer.loss,
        cards_right=answer.cards_right,
        unrated=unrated or (Attempt.Unrated.RETRY if number else ""),
    )
    try:
        with transaction.atomic():
            store_new(attempt)
            said = attempt_recorded.send(sender=Attempt, attempt=attempt, assignment=assignment)
        answers: list[object] = [answer for _receiver, answer in said]
        moments = [answer for answer in answers if isinstance(answer, datetime)]
        return Recorded(attempt, Outcome.STORED, max(moments, default=None))
    except IntegrityError:
        stored = _stored(attempt)
        if stored is None:
            raise
    same = stored.choice == answer.choice
    outcome = Outcome.SAME_AGAIN if same else Outcome.ANSWERED_BEFORE
    return Recorded(stored, outcome, withheld_until(learner, version))


def _stored(attempt: Attempt) -> Attempt | None:
    return Attempt.objects.filter(
        learner_id=attempt.learner_id, version_id=attempt.version_id, number=attempt.number
    ).first()


def move_attempts(sender: object, guest: Learner, learner: Learner, **_signal: Any) -> None:
    """Give a guest's attempts to the account; the earliest on each version counts.

    Attempts on a version that both have answered are numbered anew in the order of time.
    """
    of_guest = Attempt.objects.filter(learner=guest)
    both = set(of_guest.values_list("version", flat=True).intersection(_versions_of(learner)))
    of_guest.exclude(version__in=both).update(learner=learner)
    by_version: dict[int, list[Attempt]] = {}
    for attempt in Attempt.objects.filter(learner__in=(guest, learner), version__in=both):
        by_version.setdefault(attempt.version_id, []).append(attempt)
    for attempts in by_version.values():
        attempts.sort(key=lambda attempt: (attempt.answered_at, attempt.number))
        _renumber(attempts, learner)


def _versions_of(learner: Learner) -> QuerySet[Attempt, int]:
    return Attempt.objects.filter(learner=learner).values_list("version", flat=True)


def _renumber(attempts: list[Attempt], learner: Learner) -> None:
    """Number attempts from 0, by way of a free range, so that the unique constraint holds throughout."""
    free = max(attempt.number for attempt in attempts) + len(attempts)
    for shift in (free, 0):
        for number, attempt in enumerate(attempts):
            attempt.learner = learner
            attempt.number = number + shift
            attempt.save(update_fields=["learner", "number"])


@dataclass(frozen=True, slots=True)
class DrillSet:
    """A set of drills that another feature composes, as the drill page shows it.

    `version` is what the set asks of this drill: the one it was composed with, whatever is current
    now. `url` leads back to the set, `next_url` to its next drill for this learner (None after the last),
    `place` of `total` is this drill's place. Answers from before `asked_from` do not answer the set; where
    `is_review`, the answer moves no rating. `done_label` names the way back after the last drill.
    """

    version: DrillVersion
    title: str
    url: str
    next_url: str | None
    place: int
    total: int
    asked_from: datetime | None = None
    is_review: bool = False
    done_label: str = ""


type SetResolver = Callable[[SiteRequest, str, Drill], DrillSet | None]

_set_resolvers: list[SetResolver] = []


def register_set_resolver(resolver: SetResolver) -> None:
    """Let a feature explain `?assignment=<public id>` or `?session=<public id>` on drill pages.

    Call it in `AppConfig.ready`. The resolver gets the request, the id and the drill, and answers
    with the set, or None if the id isn't its own or not for this learner. It must not write.
    """
    if resolver not in _set_resolvers:
        _set_resolvers.append(resolver)


def drill_set(request: SiteRequest, set_id: str, drill: Drill) -> DrillSet | None:
    """The set that the address names, if any feature knows it."""
    if not set_id:
        return None
    found = (resolver(request, set_id, drill) for resolver in _set_resolvers)
    return next((known for known in found if known is not None), None)


def unrated_reason(number: int, known_set: DrillSet | None, quick: bool = False) -> str:
    """Why an answer that will be attempt `number` moves no rating, told before it is given; else empty."""
    if known_set and known_set.is_review:
        return Attempt.Unrated.REVIEW
    if number:
        return Attempt.Unrated.RETRY
    return Attempt.Unrated.QUICK if quick else ""


@dataclass(frozen=True, slots=True)
class Overview:
    """What another feature shows on the page of all drills: its templates for the top and the end, and
    what it tells them (`overview` in both)."""

    top: str
    end: str
    content: object


type OverviewMaker = Callable[[SiteRequest], Overview]

_overviews: list[OverviewMaker] = []


def register_overview(maker: OverviewMaker) -> None:
    """Let a feature show something on the page of all drills. Call it in `AppConfig.ready`."""
    if maker not in _overviews:
        _overviews.append(maker)


def overviews(request: SiteRequest) -> list[Overview]:
    """What features show this visitor on the page of all drills."""
    return [maker(request) for maker in _overviews]
