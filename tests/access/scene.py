"""Everyone who may ask for a page, and what they ask for: two classes, their people, and work done."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.samples import answer, make_versions
from trainer.accounts.models import User
from trainer.accounts.services import learner_of
from trainer.classes import services
from trainer.classes.assigning import assign_drills, record_for_classes
from trainer.classes.models import Assignment, Classroom, ClassTeacher, Membership
from trainer.drills.models import DrillVersion
from trainer.progress.mixes import ALL_TEN
from trainer.progress.models import PracticeSession
from trainer.progress.sessions import begin_session
from trainer.progress.settling import settle

# The objects that addresses name belong to the pupil and the teacher; the other pupil and the other
# teacher are those of another class.
ROLES = (
    "anonymous",
    "pupil",
    "classmate",
    "other_pupil",
    "teacher",
    "co_teacher",
    "other_teacher",
    "admin",
)


@dataclass
class Scene:
    """Class 6B with teacher, co-teacher, pupil and classmate; class 7A with another teacher and pupil."""

    people: dict[str, User]
    room: Classroom
    other_room: Classroom
    membership: Membership
    versions: list[DrillVersion]
    assignment: Assignment
    session: PracticeSession
    made: dict[str, object] = field(default_factory=dict)  # what modules of rows have added, by their own key

    def client(self, role: str, *, csrf: bool = False) -> Client:
        """A browser of its own in that role, signed in where the role is."""
        client = Client(enforce_csrf_checks=csrf)
        if role in self.people:
            client.cookies[settings.SESSION_COOKIE_NAME] = self._session_of(role)
        return client

    def _session_of(self, role: str) -> str:
        key = f"session of {role}"
        if key not in self.made:
            client = Client()
            client.force_login(self.people[role])
            self.made[key] = client.cookies[settings.SESSION_COOKIE_NAME].value
        return str(self.made[key])


def set_scene() -> Scene:
    """All of it, in the test's transaction."""
    people = _people()
    room, other_room = _class_of(people["teacher"], "6B"), _class_of(people["other_teacher"], "7A")
    ClassTeacher.objects.create(classroom=room, user=people["co_teacher"])
    pupil = services.join_as_learner(room, people["pupil"], "Ida Hansen", uuid.uuid4())
    services.join_as_learner(room, people["classmate"], "Noah Berg", uuid.uuid4())
    services.join_as_learner(other_room, people["other_pupil"], "Sara Holm", uuid.uuid4())
    versions = make_versions(3, "ending") + make_versions(2, "rules") + make_versions(2, "follow")
    due = timezone.now() + timedelta(days=7)
    assignment = assign_drills(room, "Uke 48", due, versions[:3], uuid.uuid4())
    for role in ("pupil", "classmate", "other_pupil"):
        learner = learner_of(people[role])
        record_for_classes(answer(learner, versions[0], "wrong"))
        settle(learner)
    session = begin_session(learner_of(people["pupil"]), ALL_TEN, uuid.uuid4())
    assert session
    return Scene(people, room, other_room, pupil, versions, assignment, session)


def _people() -> dict[str, User]:
    teaching = {"teacher", "co_teacher", "other_teacher"}
    people = {
        role: User.objects.create_user(f"name-of-{role}", is_teacher=role in teaching) for role in ROLES[1:-1]
    }
    people["admin"] = User.objects.create_superuser("name-of-admin")
    return people


def _class_of(teacher: User, name: str) -> Classroom:
    return services.create_classroom(teacher, name, uuid.uuid4())
