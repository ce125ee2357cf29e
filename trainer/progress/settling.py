"""Taking answers into ratings, reviews and days, once each and in the order of time.

An answer stays one quick write; whoever reads ratings, reviews or days calls `settle` first. The
number of queries does not depend on how many answers there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q, QuerySet

from trainer.accounts.clock import zone_of
from trainer.accounts.models import Learner
from trainer.drills.models import Attempt
from trainer.drills.withholding import told, withheld
from trainer.progress.models import PracticeSession, RatedAttempt, SessionItem
from trainer.progress.ratings import Rating
from trainer.progress.replaying import Answer, ReviewOf, Standing, is_rated, replay
from trainer.progress.storing import drill_ratings, forget_standing, store_standing, stored_standing


def settle(learner: Learner) -> None:
    """Take in the answers that came since the last time; one query where there are none."""
    if not _unsettled(learner).exists():
        return
    with transaction.atomic():
        _lock(learner)
        answers = _answers(_unsettled(learner))
        if _come_late(learner, answers):
            rebuild(learner)
            return
        standing = stored_standing(learner)
        standing.drills = drill_ratings(_drills_rated(answers))
        store_standing(learner, replay(standing, answers, *_how(learner)))
        _mark_settled(answers)


def rebuild(learner: Learner) -> None:
    """Compute everything again from the attempts and store it; drills keep what they were rated."""
    with transaction.atomic():
        _lock(learner)
        untold = Q(withheld(learner, "version"), settled=False)
        answers = _answers(Attempt.objects.filter(learner=learner).exclude(untold))
        known = _known_drill_ratings(learner)
        fresh = [answer for answer in answers if answer.pk not in known]
        standing = Standing(drills=drill_ratings(_drills_rated(fresh)))
        replay(standing, answers, *_how(learner), known)
        forget_standing(learner)
        store_standing(learner, standing)
        _mark_settled(answers)


def computed(learner: Learner) -> Standing:
    """What the learner's settled attempts add up to, computed anew; nothing is stored."""
    answers = _answers(Attempt.objects.filter(learner=learner, settled=True))
    return replay(Standing(), answers, *_how(learner), _known_drill_ratings(learner))


def move_progress(sender: object, guest: Learner, learner: Learner, **_signal: Any) -> None:
    """Let a guest's sessions follow into the account and compute it anew with all attempts, which have
    been moved: the earliest on each drill is the one that counts, and nothing counts twice."""
    PracticeSession.objects.filter(learner=guest).update(learner=learner)
    rebuild(learner)


def _lock(learner: Learner) -> None:
    """Let one request at a time settle a learner's answers."""
    Learner.objects.select_for_update().get(pk=learner.pk)


def _unsettled(learner: Learner) -> QuerySet[Attempt]:
    """New answers, save those whose verdict is not told yet: a rating would tell it."""
    return told(Attempt.objects.filter(learner=learner, settled=False), learner)


def _come_late(learner: Learner, answers: Sequence[Answer]) -> bool:
    """Whether later answers have been taken in already, as when a verdict was held back for a while."""
    later = Attempt.objects.filter(learner=learner, settled=True)
    return bool(answers) and later.filter(answered_at__gt=answers[0].answered_at).exists()


def _answers(attempts: QuerySet[Attempt]) -> list[Answer]:
    """What counts of some attempts, oldest first. One query, and no models: there may be ten thousand."""
    drill = ("version", "version__drill", "version__drill__kind")
    rows = attempts.values_list("pk", *drill, "number", "unrated", "verdict", "answered_at", "settled")
    return [Answer(*row) for row in rows.order_by("answered_at", "number", "pk")]


def _mark_settled(answers: Sequence[Answer]) -> None:
    """Those that were taken in, and no other that may have come meanwhile."""
    keys = [answer.pk for answer in answers if not answer.settled]
    Attempt.objects.filter(pk__in=keys).update(settled=True)


def _drills_rated(answers: Sequence[Answer]) -> set[int]:
    return {answer.drill for answer in answers if is_rated(answer)}


def _how(learner: Learner) -> tuple[ZoneInfo, ReviewOf]:
    return zone_of(learner.user), _reviews_answered(learner)


def _reviews_answered(learner: Learner) -> ReviewOf:
    """Which drill an answer reviews: that of the latest session that asked it as a review. One query."""
    items = (
        SessionItem.objects.filter(session__learner=learner, review_of__isnull=False)
        .order_by("session__started_at")
        .values_list("version", "session__started_at", "review_of")
    )
    asked: dict[int, list[tuple[Any, int]]] = {}
    for version, started, drill in items:
        asked.setdefault(version, []).append((started, drill))

    def review_of(answer: Answer) -> int | None:
        if answer.unrated != Attempt.Unrated.REVIEW:
            return None
        before = [drill for started, drill in asked.get(answer.version, ()) if started <= answer.answered_at]
        return before[-1] if before else None

    return review_of


def _known_drill_ratings(learner: Learner) -> dict[int, Rating]:
    rows = RatedAttempt.objects.filter(attempt__learner=learner)
    return {
        attempt: Rating(rating, deviation)
        for attempt, rating, deviation in rows.values_list("attempt", "drill_rating", "drill_deviation")
    }
