"""Live lessons: the device for pupils of the class, everything else for its teachers."""

from __future__ import annotations

import uuid

from tests.access.matrix import CLASSMATES, TEACHERS, Answers, Row, everyone, only
from tests.access.scene import Scene
from trainer.lessons.models import Lesson
from trainer.lessons.services import start_lesson


def lesson(scene: Scene) -> tuple[object, ...]:
    """A lesson that runs in the class."""
    found = scene.made.get("lesson")
    if not isinstance(found, Lesson):
        found = start_lesson(
            scene.room, scene.people["teacher"], "Repetisjon", scene.versions[:3], uuid.UUID(int=1)
        )
        scene.made["lesson"] = found
    return (found.public_id,)


def room(scene: Scene) -> tuple[object, ...]:
    return (scene.room.public_id,)


def for_teachers(status: int) -> Answers:
    return only(TEACHERS, status, anonymous=302)


ROWS = {
    # Whoever is in one lesson and no other is led there.
    "lessons:join": Row(get=only(CLASSMATES, 302, 200), post=everyone(422)),
    # Read by the page of the class; where it leads without htmx.
    "lessons:now": Row(room, get=only(CLASSMATES, 302)),
    "lessons:start": Row(room, get=for_teachers(302), post=only(TEACHERS, 422, anonymous=403)),
    "lessons:desk": Row(
        lesson,
        get=only(CLASSMATES, 200, anonymous=302, teacher=302, co_teacher=302),
        writes_on_get="how many devices are there is counted",
    ),
    "lessons:vote": Row(
        lesson, post=only(CLASSMATES, 422, anonymous=302), data={"at": "1.1", "choice": "nothing"}
    ),
    "lessons:screen": Row(lesson, get=for_teachers(200)),
    "lessons:act": Row(lesson, post=for_teachers(302), data={"action": "close", "step": "0"}),
    "lessons:summary": Row(lesson, get=for_teachers(302)),
    "lessons:delete": Row(lesson, get=for_teachers(200), post=only(TEACHERS, 302, anonymous=403)),
}
