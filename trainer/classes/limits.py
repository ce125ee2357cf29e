"""Limits on classes: how many pupils; wrong codes per browser, newcomers and wrong words per class, and
never anything per address.

A whole school sits behind one address, so addresses are not counted. The counts live in the shared
cache, in windows of fixed length; every worker process sees the same ones.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db import transaction

from trainer.accounts.models import User
from trainer.accounts.roles import PUPILS_BEFORE_APPROVAL, is_approved_teacher
from trainer.classes.models import Classroom, ClassTeacher

# Of a class whose owner the site's owner has approved as a teacher: a whole year's pupils in one.
APPROVED_PUPIL_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` events in each window of `seconds`."""

    name: str
    most: int
    seconds: int

    def reached(self, who: str) -> bool:
        """Whether another event would be one too many."""
        return int(cache.get(self._key(who), 0)) >= self.most

    def count(self, who: str) -> None:
        """Note one event. The transaction keeps two writers on SQLite from reading the same number."""
        key = self._key(who)
        with transaction.atomic():
            cache.set(key, int(cache.get(key, 0)) + 1, 2 * self.seconds)

    def _key(self, who: str) -> str:
        return f"limit:{self.name}:{who}:{int(time.time()) // self.seconds}"


WRONG_CODES = Limit("class-code", most=20, seconds=60)
# A class of 35 gets in within a minute; a code that leaks brings no crowd.
NEWCOMERS = Limit("newcomers", most=60, seconds=600)
# Word codes typed without a user name; with the name beside it a code is tried against its account alone.
WRONG_WORDS = Limit("class-words", most=60, seconds=600)


def pupil_limit(classroom: Classroom) -> int:
    """How many pupils the class may have."""
    owner = classroom.teachers.filter(is_owner=True).select_related("user").first()
    approved = owner is not None and is_approved_teacher(owner.user)
    return APPROVED_PUPIL_LIMIT if approved else PUPILS_BEFORE_APPROVAL


def pupil_limits(classrooms: Sequence[Classroom], teacher: User) -> dict[int | None, int]:
    """The same for several classes, and under None for one that the teacher would make. One query."""

    def most(owner: User) -> int:
        return APPROVED_PUPIL_LIMIT if is_approved_teacher(owner) else PUPILS_BEFORE_APPROVAL

    owners = ClassTeacher.objects.filter(classroom__in=classrooms, is_owner=True).select_related("user")
    limits: dict[int | None, int] = {room.pk: PUPILS_BEFORE_APPROVAL for room in classrooms}
    return limits | {owner.classroom_id: most(owner.user) for owner in owners} | {None: most(teacher)}
