"""A class with a lesson that is running: three pupils, and drills of every kind that a lesson can use."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.classes.conftest import make_class, user_of
from tests.samples import make_versions
from trainer.accounts.models import User
from trainer.classes.models import Classroom, Membership
from trainer.classes.services import join_as_learner
from trainer.drills.models import DrillVersion
from trainer.lessons.models import Lesson
from trainer.lessons.services import start_lesson


@pytest.fixture(autouse=True)
def _fresh_limits(db: None) -> None:
    cache.clear()


def add_pupil(room: Classroom, name: str) -> Membership:
    """A pupil without a password, which would take longer than all the rest."""
    return join_as_learner(room, User.objects.create_user(f"elev-{uuid.uuid4()}"), name, uuid.uuid4())


@dataclass
class Lessons:
    """6B with Ida, Noah and Tuva in a lesson; 7A, taught by someone else, with Sara."""

    teacher: User
    room: Classroom
    ida: Membership
    noah: Membership
    tuva: Membership
    versions: list[DrillVersion]
    lesson: Lesson
    other_teacher: User
    sara: Membership

    def at(self, name: str) -> str:
        return reverse(f"lessons:{name}", args=[self.lesson.public_id])

    def now(self) -> Lesson:
        return Lesson.objects.get(pk=self.lesson.pk)

    def act(self, client: Client, action: str, **headers: str) -> int:
        """What a button on a fresh page does; the status."""
        step = self.now().step
        return client.post(self.at("act"), {"action": action, "step": step}, headers=headers).status_code


@pytest.fixture
def lessons() -> Lessons:
    teacher, other = (User.objects.create_user(name, is_teacher=True) for name in ("berit", "olle"))
    room, other_room = make_class(teacher), make_class(other, "7A")
    pupils = [add_pupil(room, name) for name in ("Ida Hansen", "Noah", "Tuva")]
    sara = add_pupil(other_room, "Sara")
    versions = [make_versions(1, kind)[0] for kind in ("follow", "ending", "rules")]
    lesson = start_lesson(room, teacher, "Repetisjon", versions, uuid.uuid4())
    return Lessons(teacher, room, *pupils, versions, lesson, other, sara)


@pytest.fixture
def enter() -> Callable[[object], Client]:
    """A browser of its own, signed in as a user or a pupil; None stays signed out."""

    def make(who: object) -> Client:
        client = Client()
        if isinstance(who, Membership):
            who = user_of(who)
        if isinstance(who, User):
            client.force_login(who)
        return client

    return make


HTMX = {"HX-Request": "true"}
