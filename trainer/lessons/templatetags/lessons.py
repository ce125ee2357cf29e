"""Lessons on the pages of a class, for its teachers and for its pupils."""

from __future__ import annotations

from django import template
from django.utils.translation import get_language

from trainer.classes.models import Classroom
from trainer.classes.queries import moment_text
from trainer.lessons.queries import latest_lessons, running_lesson

register = template.Library()


@register.inclusion_tag("lessons/_of_class.html")
def lessons_of(classroom: Classroom) -> dict[str, object]:
    """`{% lessons_of classroom %}`: the lesson that is running, the way to a new one, and earlier ones."""
    lessons = latest_lessons(classroom)
    language = get_language() or "nb"
    return {
        "classroom": classroom,
        "running": next((lesson for lesson in lessons if not lesson.is_over), None),
        "earlier": [
            (lesson, moment_text(lesson.started_at, classroom, language))
            for lesson in lessons
            if lesson.is_over
        ],
    }


@register.inclusion_tag("lessons/_now.html")
def lesson_now(classroom: Classroom) -> dict[str, object]:
    """`{% lesson_now classroom %}`: the way into the running lesson, for a pupil; it asks for news."""
    running = running_lesson(classroom) if classroom.archived_at is None else None
    return {"running": running.public_id if running else "", "classroom": classroom.public_id}
