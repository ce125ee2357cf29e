"""Reading classes for the pages. No page's number of queries grows with its rows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from trainer.accounts.clock import long_moment, zone_named
from trainer.accounts.models import User
from trainer.classes.goals import goal_of
from trainer.classes.models import Assignment, AssignmentAnswer, AssignmentItem, Classroom, Membership
from trainer.table.collation import sort_key

CLASSES_A_PAGE = 20
MOST_FOUND = 100


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class as its teacher lists it."""

    classroom: Classroom
    pupils: int
    assignments: int


@dataclass(frozen=True, slots=True)
class ClassPage:
    """One page of a teacher's classes."""

    page: Page[int]
    rows: tuple[ClassRow, ...]


@dataclass(frozen=True, slots=True)
class GivenAssignment:
    """An assignment as its teacher lists it: drills in it, pupils who are through it."""

    assignment: Assignment
    drills: int
    finished: int
    due: str


@dataclass(frozen=True, slots=True)
class OwnAssignment:
    """An assignment as a pupil lists it."""

    assignment: Assignment
    drills: int
    done: int
    due: str
    overdue: bool
    opens: str = ""  # when, where it is not open yet

    @property
    def left(self) -> int:
        """Answers that are still asked for."""
        return max(0, goal_of(self.assignment, self.drills).answers(self.drills) - self.done)

    @property
    def is_finished(self) -> bool:
        return not self.left


@dataclass(frozen=True, slots=True)
class OwnClass:
    """A class as one of its pupils lists it."""

    membership: Membership
    assignments: tuple[OwnAssignment, ...]


def taught_classes(
    user: User, language: str, page: str, *, archived: bool = False, sought: str = ""
) -> ClassPage:
    """The teacher's classes by name, a page of them with their counts. Three queries."""
    mine = Classroom.objects.filter(teachers__user=user, archived_at__isnull=not archived)
    names = [row for row in mine.values_list("pk", "name") if sought.casefold() in row[1].casefold()]
    names.sort(key=lambda row: sort_key(row[1], language))
    found = Paginator([pk for pk, _name in names], CLASSES_A_PAGE).get_page(page)
    rows = _class_rows(list(found.object_list))
    return ClassPage(found, tuple(rows[pk] for pk in found.object_list))


def classes_for_copies(user: User, language: str) -> list[Classroom]:
    """The teacher's classes in use, by name. One query."""
    rooms = Classroom.objects.filter(teachers__user=user, archived_at=None)
    return sorted(rooms, key=lambda room: sort_key(room.name, language))


def sought_pupils(user: User, sought: str, language: str) -> list[Membership]:
    """The pupils of all classes of a teacher with these letters in their name. One query."""
    key = " ".join(unicodedata.normalize("NFKC", sought).casefold().split())
    if not key:
        return []
    rows = Membership.objects.filter(classroom__teachers__user=user, name_key__contains=key)
    found = sorted(
        rows.select_related("classroom")[:MOST_FOUND],
        key=lambda row: (sort_key(row.display_name, language), sort_key(row.classroom.name, language)),
    )
    return found


def archived_count(user: User) -> int:
    return Classroom.objects.filter(teachers__user=user, archived_at__isnull=False).count()


def _class_rows(ids: list[int]) -> dict[int, ClassRow]:
    counted = Classroom.objects.filter(pk__in=ids).annotate(
        pupil_count=Count("pupils", distinct=True), assignment_count=Count("assignments", distinct=True)
    )
    return {
        classroom.pk: ClassRow(classroom, classroom.pupil_count, classroom.assignment_count)
        for classroom in counted
    }


def pupils_of(classroom: Classroom, language: str) -> list[Membership]:
    """The pupils in the order of their names, with learner and user. One query."""
    members = list(Membership.objects.filter(classroom=classroom).select_related("learner__user"))
    return sorted(members, key=lambda member: sort_key(member.display_name, language))


def given_assignments(classroom: Classroom, language: str) -> list[GivenAssignment]:
    """What the class has been given, latest first. Two queries."""
    assignments = (
        Assignment.objects.filter(classroom=classroom)
        .annotate(drills=Count("items"))
        .order_by("-created_at", "-pk")
    )
    answered = (
        AssignmentAnswer.objects.filter(item__assignment__classroom=classroom)
        .values_list("item__assignment", "membership")
        .annotate(answers=Count("pk"))
    )
    full: dict[int, list[int]] = {}
    for assignment, _member, answers in answered:
        full.setdefault(assignment, []).append(answers)
    return [
        GivenAssignment(
            given,
            given.drills,
            sum(answers >= given.drills for answers in full.get(given.pk, [])),
            due_text(given, classroom, language),
        )
        for given in assignments
    ]


def own_classes(user: User, language: str) -> list[OwnClass]:
    """The classes a user is a pupil of, with what is to be done in each. Two queries."""
    members = list(
        Membership.objects.filter(learner__user=user, classroom__archived_at=None).select_related("classroom")
    )
    members.sort(key=lambda member: sort_key(member.classroom.name, language))
    todo: dict[int, list[OwnAssignment]] = {}
    for own in _own_assignments(user, Q(classroom__in=[member.classroom_id for member in members]), language):
        todo.setdefault(own.assignment.classroom_id, []).append(own)
    return [OwnClass(member, tuple(todo.get(member.classroom_id, ()))) for member in members]


def own_assignments(user: User, classroom: Classroom, language: str) -> list[OwnAssignment]:
    """What a pupil has been given in one class: what is still open first, the next due on top."""
    return _own_assignments(user, Q(classroom=classroom), language)


def _own_assignments(user: User, where: Q, language: str) -> list[OwnAssignment]:
    counted = (
        Assignment.objects.filter(where)
        .select_related("classroom")
        .annotate(
            drills=Count("items", distinct=True),
            done=Count(
                "items__answers",
                filter=Q(items__answers__membership__learner__user=user),
                distinct=True,
            ),
        )
    )
    now = timezone.now()
    found = [
        OwnAssignment(
            given,
            given.drills,
            given.done,
            due_text(given, given.classroom, language),
            bool(given.due_at and given.due_at < now),
            "" if given.is_open else moment_text(given.given_from, given.classroom, language),
        )
        for given in counted
    ]
    return sorted(found, key=_urgency)


def _urgency(own: OwnAssignment) -> tuple[bool, bool, bool, float, float]:
    due = own.assignment.due_at
    return (
        own.is_finished,
        bool(own.opens),
        due is None,
        due.timestamp() if due else 0.0,
        -own.assignment.created_at.timestamp(),
    )


def due_text(assignment: Assignment, classroom: Classroom, language: str) -> str:
    """When the work is due by the clock of the class, or nothing."""
    if assignment.due_at is None:
        return ""
    return moment_text(assignment.due_at, classroom, language)


def moment_text(moment: datetime, classroom: Classroom, language: str) -> str:
    return long_moment(moment, zone_named(classroom.time_zone), language)


def items_of(assignment: Assignment) -> QuerySet[AssignmentItem]:
    """The drills of an assignment in their order, with version and drill."""
    return assignment.items.select_related("version__drill").order_by("position")


def answers_of(membership: Membership, items: Iterable[AssignmentItem]) -> dict[int, AssignmentAnswer]:
    """A pupil's answers by item. One query."""
    answers = AssignmentAnswer.objects.filter(membership=membership, item__in=list(items))
    return {answer.item_id: answer for answer in answers.select_related("attempt")}


def assigned_drill_ids(classroom: Classroom) -> set[str]:
    """Public ids of the drills the class has been given already."""
    given = AssignmentItem.objects.filter(assignment__classroom=classroom)
    return set(given.values_list("version__drill__public_id", flat=True))
