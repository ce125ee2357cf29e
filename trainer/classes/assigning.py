"""Assignments: given to a class once, and filled with answers as they come.

A cell takes the first attempt that reaches it and keeps it (design: Attempts). Work from before the
assignment, from before joining, and work done without going through the assignment counts alike;
what is older than the assignment is marked so.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from trainer.accounts.models import Learner
from trainer.classes.models import Assignment, AssignmentAnswer, AssignmentItem, Classroom, Membership
from trainer.classes.terms import Terms
from trainer.drills.models import Attempt, DrillVersion


def assign_drills(
    classroom: Classroom,
    title: str,
    due_at: datetime | None,
    versions: Sequence[DrillVersion],
    request_key: uuid.UUID,
) -> Assignment:
    """Give a class these drills on the usual terms."""
    return give_drills(classroom, Terms(title, due_at=due_at), versions, request_key)


@transaction.atomic
def give_drills(
    classroom: Classroom, terms: Terms, versions: Sequence[DrillVersion], request_key: uuid.UUID
) -> Assignment:
    """Give a class these drills in this order; the same form sent again gives the same assignment."""
    assignment, created = Assignment.objects.get_or_create(
        classroom=classroom, request_key=request_key, defaults=asdict(terms)
    )
    if created:
        AssignmentItem.objects.bulk_create(
            AssignmentItem(assignment=assignment, position=position, version=version)
            for position, version in enumerate(versions, start=1)
        )
        fill_cells_of(Membership.objects.filter(classroom=classroom))
    return assignment


@transaction.atomic
def change_terms(assignment: Assignment, terms: Terms) -> None:
    """Give the same drills on other terms; whether an answer was early or late is told by the new times."""
    for name, value in asdict(terms).items():
        setattr(assignment, name, value)
    assignment.save(update_fields=list(asdict(terms)))
    answers = AssignmentAnswer.objects.filter(item__assignment=assignment)
    answers.filter(attempt__answered_at__lt=assignment.given_from).update(earlier=True)
    answers.filter(attempt__answered_at__gte=assignment.given_from).update(earlier=False)


def withdraw_assignment(classroom: Classroom, public_id: str) -> str | None:
    """Take an assignment back and give its title, or None when already gone; attempts stay."""
    assignment = Assignment.objects.filter(classroom=classroom, public_id=public_id).first()
    if assignment is None:
        return None
    assignment.delete()
    return assignment.title


def fill_cells_of(memberships: QuerySet[Membership]) -> None:
    """Put work that is already there into the cells it belongs to."""
    members = list(memberships)
    items = AssignmentItem.objects.filter(assignment__classroom__in={m.classroom_id for m in members})
    attempts = Attempt.objects.filter(
        number=0, learner__in=[m.learner_id for m in members], version__in=items.values("version")
    )
    _fill(members, attempts)


def record_for_classes(attempt: Attempt) -> datetime | None:
    """Let a new attempt fill its cell in every class of the learner where the drill was assigned.

    Answers with the moment before which its verdict may not be told, if a class has such a one. One query
    for who has not been given the drill, as every answer waits for it.
    """
    if attempt.learner.user_id is None:
        return None  # a guest is in no class
    pupils = "assignment__classroom__pupils"
    items = (
        AssignmentItem.objects.filter(
            version=attempt.version_id,
            assignment__classroom__archived_at=None,
            **{f"{pupils}__learner": attempt.learner_id},
        )
        .select_related("assignment")
        .annotate(member=F(pupils))
        .order_by()
    )
    answers = [_answer(item, item.member, attempt) for item in items]
    if answers:
        AssignmentAnswer.objects.bulk_create(answers, ignore_conflicts=True)
    held = (answer.item.assignment for answer in answers)
    return max((given.due_at for given in held if given.withholds and given.due_at), default=None)


def _answer(item: AssignmentItem, member: int, attempt: Attempt) -> AssignmentAnswer:
    earlier = attempt.answered_at < item.assignment.given_from
    return AssignmentAnswer(item=item, membership_id=member, attempt=attempt, earlier=earlier)


def fill_cells_of_learner(learner: Learner) -> None:
    """After work has come to a learner in bulk, as when a guest signs in."""
    fill_cells_of(_open_memberships(learner))


def _open_memberships(learner: Learner) -> QuerySet[Membership]:
    return Membership.objects.filter(learner=learner, classroom__archived_at=None)


def _fill(members: Iterable[Membership], attempts: Iterable[Attempt]) -> None:
    by_learner: dict[object, list[Attempt]] = {}
    for attempt in attempts:
        by_learner.setdefault(attempt.learner_id, []).append(attempt)
    members = [member for member in members if member.learner_id in by_learner]
    if not members:
        return
    items = _items_by_cell(members, by_learner)
    answers = [
        _answer(item, member.pk, attempt)
        for member in members
        for attempt in by_learner[member.learner_id]
        for item in items.get((member.classroom_id, attempt.version_id), [])
    ]
    AssignmentAnswer.objects.bulk_create(answers, ignore_conflicts=True)


def _items_by_cell(
    members: list[Membership], by_learner: dict[object, list[Attempt]]
) -> dict[tuple[int, int], list[AssignmentItem]]:
    items: dict[tuple[int, int], list[AssignmentItem]] = {}
    found = AssignmentItem.objects.select_related("assignment").filter(
        assignment__classroom__in={member.classroom_id for member in members},
        version__in={attempt.version_id for attempts in by_learner.values() for attempt in attempts},
    )
    for item in found:
        items.setdefault((item.assignment.classroom_id, item.version_id), []).append(item)
    return items
