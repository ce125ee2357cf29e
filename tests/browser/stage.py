"""A class with its people and work, so that every page has something to show."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.browser.visitors import Visitor
from trainer.accounts.models import User
from trainer.accounts.services import learner_of
from trainer.classes.assigning import assign_drills
from trainer.classes.models import Assignment, Classroom, Membership
from trainer.classes.services import create_classroom, join_as_learner
from trainer.drills.choices import read_choices
from trainer.drills.models import OFFERED_KINDS, Drill, DrillVersion
from trainer.drills.services import record_attempt


@dataclass(frozen=True, slots=True)
class Stage:
    """One class: a teacher, two pupils, an assignment that one of them has half done."""

    teacher: User
    pupil: User
    classmate: User
    classroom: Classroom
    membership: Membership
    assignment: Assignment
    versions: list[DrillVersion]


def set_stage() -> Stage:
    """Make the class; a teacher's and a pupil's pages then have rows, answers and gaps."""
    teacher = User.objects.create_user("teacher", is_teacher=True)
    pupil, classmate = (User.objects.create_user(name) for name in ("pupil", "classmate"))
    classroom = create_classroom(teacher, "6B", uuid.uuid4())
    membership = join_as_learner(classroom, pupil, "Kari", uuid.uuid4())
    join_as_learner(classroom, classmate, "Bjørn", uuid.uuid4())
    versions = some_versions()
    due = timezone.now() + timedelta(days=7)
    assignment = assign_drills(classroom, "Uke 49", due, versions, uuid.uuid4())
    for version, verdict in zip(versions, ("right", "wrong"), strict=False):
        record_attempt(learner_of(pupil), version, 0, key_of(version, verdict))
    return Stage(teacher, pupil, classmate, classroom, membership, assignment, versions)


def some_versions() -> list[DrillVersion]:
    """Two drills of every kind."""
    return [version for kind in OFFERED_KINDS for version in drills_of(kind)[:2]]


def drills_of(kind: str) -> list[DrillVersion]:
    """Current versions of a kind in a fixed order."""
    drills = Drill.objects.filter(kind=kind, current__isnull=False).order_by("public_id")
    return [drill.current for drill in drills.select_related("current__drill") if drill.current]


def key_of(version: DrillVersion, verdict: str) -> str:
    """A choice of the drill that gets the verdict; from memory, thirteen cards."""
    choices = read_choices(version.drill.kind, version.choices)
    if version.drill.kind == Drill.Kind.MEMORY:
        right = {"right": 13, "nearly": 11, "wrong": 8}[verdict]
        by_worth = [choice.key for choice in choices]  # the opponent's thirteen first
        return "".join(by_worth[:right] + by_worth[13 : 26 - right])
    return next(choice.key for choice in choices if choice.verdict == verdict)


def sign_in(visitor: Visitor, user: User) -> Visitor:
    """Give the visitor's browser a session of the user, without the sign-in page."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    visitor.page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": visitor.site}]
    )
    return visitor
