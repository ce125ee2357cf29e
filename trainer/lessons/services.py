"""Writing to lessons: begun, moved on by a teacher, voted in by pupils, ended, deleted."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from trainer.accounts.models import User
from trainer.classes.models import Classroom, Membership
from trainer.drills.judging import UnknownChoice, judged
from trainer.drills.models import Drill, DrillVersion
from trainer.drills.sides import is_side
from trainer.lessons.models import Lesson, LessonItem, LessonPresence, LessonVote
from trainer.lessons.queries import AtDesk

# A device tells by its questions that it is there; so often that is written down.
PRESENCE_EVERY = timedelta(seconds=20)

Stage = Lesson.Stage


class Action(StrEnum):
    """What a teacher can do with the lesson."""

    CLOSE = "close"  # the vote; the bars are shown
    AGAIN = "again"  # vote again on the same drill, in a round of its own
    SHOW = "show"  # the answer
    NEXT = "next"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    REOPEN = "reopen"


class AnotherRuns(Exception):
    """The class is in a lesson already."""


class Stale(Exception):
    """The lesson has moved on since the page was drawn."""


def start_lesson(  # noqa: PLR0913, PLR0917 - a lesson: whose, what it is called, what it asks and how
    classroom: Classroom,
    teacher: User,
    title: str,
    versions: Sequence[DrillVersion],
    request_key: uuid.UUID,
    by_side: bool = False,
) -> Lesson:
    """Begin a lesson; the same form sent again gives the same one. Raise `AnotherRuns`."""
    made = Lesson.objects.filter(classroom=classroom, request_key=request_key)
    try:
        with transaction.atomic():
            lesson = Lesson.objects.create(
                classroom=classroom,
                started_by=teacher,
                title=title,
                by_side=by_side,
                request_key=request_key,
            )
            LessonItem.objects.bulk_create(
                LessonItem(lesson=lesson, position=position, version=version)
                for position, version in enumerate(versions, start=1)
            )
    except IntegrityError as error:
        found = made.first()
        if found is None:
            raise AnotherRuns from error
        return found
    return lesson


def possible_actions(lesson: Lesson, drills: int) -> frozenset[Action]:
    """What can be done as the lesson stands."""
    if lesson.is_over:
        return frozenset({Action.REOPEN})
    if lesson.paused:
        return frozenset({Action.RESUME, Action.END})
    by_stage = {
        Stage.OPEN: {Action.CLOSE},
        Stage.CLOSED: {Action.SHOW, Action.AGAIN},
        Stage.SHOWN: set(),
    }
    further = {Action.NEXT} if lesson.place < drills else set()
    return frozenset(by_stage[Stage(lesson.stage)] | further | {Action.PAUSE, Action.END})


def act(lesson: Lesson, action: str, step: int) -> None:
    """Do what a teacher asked for on a page of that step; raise `Stale` where it has moved on.

    The update itself asks for the step, so that of two tabs at once only one goes on.
    """
    drills = LessonItem.objects.filter(lesson=lesson).count()
    if lesson.step != step or action not in possible_actions(lesson, drills):
        raise Stale
    wanted = Action(action)
    try:
        with transaction.atomic():
            rows = Lesson.objects.filter(pk=lesson.pk, step=step)
            if not rows.update(step=F("step") + 1, **_changes(lesson, wanted)):
                raise Stale
            if wanted is Action.END:
                LessonPresence.objects.filter(lesson=lesson).delete()  # who was there when need not be kept
            if wanted is Action.AGAIN:
                here = LessonItem.objects.filter(lesson=lesson, position=lesson.place)
                here.update(round=F("round") + 1)
    except IntegrityError as error:  # taken up again while another is running
        raise AnotherRuns from error
    lesson.refresh_from_db()


def _changes(lesson: Lesson, action: Action) -> dict[str, object]:
    changes: dict[Action, dict[str, object]] = {
        Action.CLOSE: {"stage": Stage.CLOSED},
        Action.AGAIN: {"stage": Stage.OPEN},
        Action.SHOW: {"stage": Stage.SHOWN},
        Action.NEXT: {"stage": Stage.OPEN, "place": lesson.place + 1},
        Action.PAUSE: {"paused": True},
        Action.RESUME: {"paused": False},
        Action.END: {"ended_at": timezone.now(), "paused": False},
        Action.REOPEN: {"ended_at": None},
    }
    return changes[action]


def vote_key(item: LessonItem) -> str:
    """Which drill and round a form is about; sent back with the vote."""
    return f"{item.position}.{item.round}"


@transaction.atomic
def cast_vote(lesson: Lesson, member: Membership, at: str, key: str) -> LessonVote:
    """Store a pupil's vote, or put it in place of the one before.

    Raise `Stale` where the vote is closed or the drill another one, `UnknownChoice` for what is no answer
    to it. The lesson is locked, so that no vote comes in while it is being closed.
    """
    lesson = Lesson.objects.select_for_update().get(pk=lesson.pk)
    item = LessonItem.objects.select_related("version__drill").get(lesson=lesson, position=lesson.place)
    if not lesson.is_asking or at != vote_key(item):
        raise Stale
    if is_side(key) != asks_for_side(lesson, item):
        raise UnknownChoice(key)
    answer = judged(item.version, key)
    vote = LessonVote(
        item=item, membership=member, round=item.round, choice=answer.choice, verdict=answer.verdict
    )
    LessonVote.objects.bulk_create(
        [vote],
        update_conflicts=True,
        unique_fields=["item", "membership", "round"],
        update_fields=["choice", "verdict", "voted_at"],
    )
    return vote


def asks_for_side(lesson: Lesson, item: LessonItem) -> bool:
    """Whether the drill is answered with «win it» or «let it go» instead of a card."""
    return lesson.by_side and item.version.drill.kind == Drill.Kind.FOLLOW


def note_presence(lesson: Lesson, desk: AtDesk) -> None:
    """Write down that a device has asked, once in a while."""
    now = timezone.now()
    if lesson.is_over or (desk.seen_at and now - desk.seen_at < PRESENCE_EVERY):
        return
    LessonPresence.objects.bulk_create(
        [LessonPresence(lesson=lesson, membership=desk.membership, seen_at=now)],
        update_conflicts=True,
        unique_fields=["lesson", "membership"],
        update_fields=["seen_at"],
    )


def delete_lesson(lesson: Lesson) -> None:
    """Take a lesson away with its votes."""
    lesson.delete()
