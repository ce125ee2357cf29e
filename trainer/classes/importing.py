"""Pupils from a list: first what would be made, line by line, and then all of it or nothing."""

from __future__ import annotations

import enum
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from trainer.accounts.models import Learner, User
from trainer.classes.assigning import fill_cells_of
from trainer.classes.codes import batch_key, new_public_id, new_user_name, word_code_from, word_mark
from trainer.classes.forms import clean_name
from trainer.classes.limits import pupil_limit
from trainer.classes.models import NAME_LENGTH, Classroom, CodeBatch, Membership
from trainer.classes.pupil_lists import PupilList
from trainer.classes.services import ClassFull, NameTaken, name_key


class Outcome(enum.StrEnum):
    """What a line of a list comes to."""

    NEW = "new"
    IN_CLASS = "in-class"
    DOUBLED = "doubled"
    TOO_LONG = "too-long"
    EMPTY = "empty"
    NO_NAME = "no-name"


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of the list: the name in it, what it comes to, and the name the pupil would get."""

    number: int
    name: str
    outcome: Outcome
    pupil_name: str = ""

    @property
    def may_be_made(self) -> bool:
        return bool(self.pupil_name)

    @property
    def tick(self) -> str:
        """What a tick beside the line sends. A namesake is asked for as such: who was new when the page was
        made and has joined since is not made again."""
        return f"{self.number}" if self.outcome is Outcome.NEW else f"{self.number}+"


@dataclass(frozen=True, slots=True)
class Preview:
    """What a list would make of a class."""

    lines: tuple[ReadLine, ...]
    room: int

    def count(self, outcome: Outcome) -> int:
        return sum(line.outcome is outcome for line in self.lines)

    @property
    def new(self) -> int:
        return self.count(Outcome.NEW)

    def names_of(self, ticks: Collection[str]) -> list[str]:
        """The names of the ticked lines; those that make no pupil fall out."""
        return [line.pupil_name for line in self.lines if line.may_be_made and line.tick in ticks]


def preview(classroom: Classroom, given: PupilList) -> Preview:
    """Every line with its outcome. A name that is there already gets a number, should it be made."""
    there = dict.fromkeys(Membership.objects.filter(classroom=classroom).values_list("name_key", flat=True))
    used, listed, lines = set(there), set[str](), []
    for line in given.lines:
        name = clean_name(given.name_in(line))
        outcome = _outcome(name, set(there), listed)
        pupil_name = ""
        if outcome in {Outcome.NEW, Outcome.DOUBLED, Outcome.IN_CLASS}:
            pupil_name = free_name(name, used)
            used.add(name_key(pupil_name))
            listed.add(name_key(name))
        lines.append(ReadLine(line.number, name, outcome, pupil_name))
    return Preview(tuple(lines), max(0, pupil_limit(classroom) - len(there)))


def _outcome(name: str, there: Collection[str], listed: Collection[str]) -> Outcome:
    if not name:
        return Outcome.EMPTY
    if "\ufffd" in name or not any(sign.isalnum() for sign in name):
        return Outcome.NO_NAME
    if len(name) > NAME_LENGTH:
        return Outcome.TOO_LONG
    if name_key(name) in there:
        return Outcome.IN_CLASS
    return Outcome.DOUBLED if name_key(name) in listed else Outcome.NEW


def free_name(name: str, used: Collection[str]) -> str:
    """The name, or where it is taken the name with the first number that is free."""
    number, free = 2, name
    while name_key(free) in used:
        tail = f" {number}"
        free = name[: NAME_LENGTH - len(tail)].rstrip() + tail
        number += 1
    return free


@dataclass(frozen=True, slots=True)
class _Draft:
    """A pupil about to be made; the code is hashed before any transaction opens."""

    name: str
    public_id: str
    password: str
    mark: int


def make_pupils(
    classroom: Classroom, teacher: User, names: Sequence[str], secret: str, language: str
) -> CodeBatch:
    """An account for each name, all in one transaction. The same form sent again makes nothing more."""
    made = was_made(classroom, secret)
    if made is not None:
        return made
    drafts = [_draft(name, secret, language) for name in names]
    try:
        with transaction.atomic():
            return _make(classroom, teacher, drafts, secret, language)
    except IntegrityError as error:
        raise NameTaken from error


def was_made(classroom: Classroom, secret: str) -> CodeBatch | None:
    """What the form with this secret has made already."""
    return CodeBatch.objects.filter(classroom=classroom, request_key=batch_key(secret)).first()


def _draft(name: str, secret: str, language: str) -> _Draft:
    public_id = new_public_id()
    code = word_code_from(secret, public_id, language)
    return _Draft(name, public_id, make_password(code), word_mark(code))


def _make(
    classroom: Classroom, teacher: User, drafts: Sequence[_Draft], secret: str, language: str
) -> CodeBatch:
    Classroom.objects.select_for_update().get(
        pk=classroom.pk
    )  # one at a time: the class has room for so many
    batch, created = CodeBatch.objects.get_or_create(
        classroom=classroom,
        request_key=batch_key(secret),
        defaults={"made_by": teacher, "language": language},
    )
    if not created:
        return batch
    if Membership.objects.filter(classroom=classroom).count() + len(drafts) > pupil_limit(classroom):
        raise ClassFull
    users = User.objects.bulk_create(
        User(username=name, password=draft.password, language=language, time_zone=classroom.time_zone)
        for name, draft in zip(_free_user_names(len(drafts)), drafts, strict=True)
    )
    learners = Learner.objects.bulk_create(Learner(user=user) for user in users)
    members = [
        Membership(
            public_id=draft.public_id,
            classroom=classroom,
            learner=learner,
            display_name=draft.name,
            name_key=name_key(draft.name),
            account_made_here=True,
            code_batch=batch,
            word_mark=draft.mark,
        )
        for learner, draft in zip(learners, drafts, strict=True)
    ]
    Membership.objects.bulk_create(members)
    fill_cells_of(Membership.objects.filter(code_batch=batch))
    return batch


def _free_user_names(count: int) -> list[str]:
    """So many user names that nobody has; two queries at most but for a chance in millions."""
    names: dict[str, None] = {}
    while len(names) < count:
        fresh = {new_user_name() for _ in range(count - len(names))} - names.keys()
        taken = set(User.objects.filter(username__in=fresh).values_list("username", flat=True))
        names |= dict.fromkeys(fresh - taken)
    return list(names)
