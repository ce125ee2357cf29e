"""Who may see and do what in lessons: teachers of the class, and its pupils. Strangers get 404."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404

from trainer.accounts.models import User
from trainer.lessons.models import Lesson
from trainer.lessons.queries import AtDesk, at_desk


def taught_lesson(user: User, public_id: str) -> Lesson:
    """The lesson with its class, for the teachers of the class. One query."""
    return get_object_or_404(
        Lesson.objects.select_related("classroom"), public_id=public_id, classroom__teachers__user=user
    )


def attended_lesson(user: User, public_id: str) -> tuple[Lesson, AtDesk]:
    """The lesson and the user as a pupil of its class. Two queries."""
    lesson = get_object_or_404(Lesson.objects.select_related("classroom"), public_id=public_id)
    desk = at_desk(lesson, user)
    if desk is None:
        raise Http404
    return lesson, desk
