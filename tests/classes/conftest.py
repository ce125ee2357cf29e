"""A class with its people: a teacher, two pupils, and strangers of every kind."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.samples import make_versions
from trainer.accounts.models import User
from trainer.accounts.services import learner_of
from trainer.classes import services
from trainer.classes.assigning import assign_drills
from trainer.classes.models import Assignment, Classroom, Membership
from trainer.drills.models import DrillVersion


@pytest.fixture(autouse=True)
def _fresh_limits(db: None) -> None:
    cache.clear()


def make_teacher(name: str) -> User:
    return User.objects.create_user(name, password="a-long-password", is_teacher=True)


def make_class(teacher: User, name: str = "6B") -> Classroom:
    return services.create_classroom(teacher, name, uuid.uuid4())


def add_pupil(room: Classroom, name: str) -> Membership:
    return services.join_as_new_pupil(room, name, "nb", uuid.uuid4()).membership


def user_of(pupil: Membership) -> User:
    assert pupil.learner.user is not None
    return pupil.learner.user


def give(room: Classroom, versions: list[DrillVersion], **due: float) -> Assignment:
    due_at = timezone.now() + timedelta(**due) if due else None
    return assign_drills(room, "Uke 48", due_at, versions, uuid.uuid4())


@dataclass
class School:
    """6B with Ida and Noah and an assignment; 7A, taught by someone else, with Sara."""

    teacher: User
    room: Classroom
    ida: Membership
    noah: Membership
    versions: list[DrillVersion]
    assignment: Assignment
    other_teacher: User
    other_room: Classroom
    sara: Membership


@pytest.fixture
def school() -> School:
    teacher, other = make_teacher("berit"), make_teacher("olle")
    room, other_room = make_class(teacher), make_class(other, "7A")
    ida, noah = add_pupil(room, "Ida Hansen"), add_pupil(room, "Noah")
    versions = make_versions(3, "ending")
    assignment = give(room, versions, days=7)
    return School(
        teacher, room, ida, noah, versions, assignment, other, other_room, add_pupil(other_room, "Sara")
    )


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


@pytest.fixture
def learner_user() -> User:
    user = User.objects.create_user("eira", password="a-long-password")
    learner_of(user)
    return user
