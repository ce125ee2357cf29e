"""Live lessons of the stage's class: one that runs, and one that is over, with votes."""

from __future__ import annotations

from uuid import UUID

from tests.browser.stage import Stage, drills_of, key_of
from trainer.classes.models import Membership
from trainer.drills.models import Drill
from trainer.lessons.models import Lesson
from trainer.lessons.queries import current_item
from trainer.lessons.services import act, cast_vote, start_lesson, vote_key

_KINDS = (Drill.Kind.FOLLOW, Drill.Kind.ENDING, Drill.Kind.RULES)


def running_lesson(stage: Stage) -> Lesson:
    """The lesson that runs, begun when first asked for."""
    found = Lesson.objects.filter(classroom=stage.classroom, ended_at=None).first()
    return found or _start(stage, UUID(int=3))


def ended_lesson(stage: Stage) -> Lesson:
    """A lesson in which both pupils voted twice on the first drill."""
    past = Lesson.objects.filter(classroom=stage.classroom).exclude(ended_at=None).first()
    if past:
        return past
    Lesson.objects.filter(classroom=stage.classroom).delete()
    lesson = _start(stage, UUID(int=4))
    vote_in(lesson, stage)
    for action in ("close", "again"):
        act(lesson, action, lesson.step)
    vote_in(lesson, stage)
    act(lesson, "end", lesson.step)
    return lesson


def vote_in(lesson: Lesson, stage: Stage) -> None:
    """Let the pupil answer rightly and the classmate wrongly."""
    item = current_item(lesson)
    for user, verdict in ((stage.pupil, "right"), (stage.classmate, "wrong")):
        member = Membership.objects.get(classroom=stage.classroom, learner__user=user)
        cast_vote(lesson, member, vote_key(item), key_of(item.version, verdict))


def _start(stage: Stage, key: UUID) -> Lesson:
    versions = [drills_of(kind)[0] for kind in _KINDS]
    return start_lesson(stage.classroom, stage.teacher, "Repetisjon", versions, key)
