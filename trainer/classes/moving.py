"""Moving on: pupils of one class or several into others, all at once. Splitting and merging are moves too.

A plan says what would happen to each pupil; carrying it out makes a new plan inside the transaction, so that
what has changed since the page was made counts. Accounts, work and word codes stay the pupils'.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from trainer.accounts.models import User
from trainer.classes.assigning import fill_cells_of
from trainer.classes.importing import free_name
from trainer.classes.limits import pupil_limits
from trainer.classes.models import Classroom, Membership, PupilMove
from trainer.classes.services import ClassFull, create_classroom, name_key
from trainer.table.collation import sort_key

MOST_SOURCES, MOST_TARGETS, MOST_PUPILS = 30, 12, 600


@dataclass(frozen=True, slots=True)
class Target:
    """A class to move to: one there is, or one that will be made."""

    key: str
    name: str
    classroom: Classroom | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What the teacher has chosen: a target's key by pupil, and what becomes of the old classes."""

    targets: tuple[Target, ...]
    by_pupil: Mapping[str, str]
    keep_in_old: bool
    archive: bool


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A pupil on the way: the name in the new class, or that the pupil is in it already."""

    membership: Membership
    target: Target
    name: str
    is_there: bool

    @property
    def is_renamed(self) -> bool:
        return not self.is_there and self.name != self.membership.display_name


@dataclass(frozen=True, slots=True)
class Flow:
    """How many pupils go from one class to another."""

    source: Classroom
    target: Target
    pupils: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Every move, what is over-full, and the old classes that would have nobody left to move."""

    moves: tuple[PlannedMove, ...]
    too_full: tuple[tuple[Target, int], ...]
    emptied: tuple[Classroom, ...]

    @property
    def flows(self) -> list[Flow]:
        """By class and target, as they come."""
        pupils = Counter((move.membership.classroom_id, move.target.key) for move in self.moves)
        first = {(move.membership.classroom_id, move.target.key): move for move in self.moves}
        return [Flow(first[pair].membership.classroom, first[pair].target, n) for pair, n in pupils.items()]

    @property
    def renamed(self) -> list[PlannedMove]:
        return [move for move in self.moves if move.is_renamed]


def pupils_in(teacher: User, sources: Sequence[Classroom], language: str) -> list[Membership]:
    """The pupils of the classes, class by class and by name. One query."""
    order = {room.pk: place for place, room in enumerate(sources)}
    rows = Membership.objects.filter(classroom__in=order, classroom__teachers__user=teacher)
    found = rows.select_related("classroom")
    return sorted(found, key=lambda row: (order[row.classroom_id], sort_key(row.display_name, language)))


def plan_moves(teacher: User, wish: Wish, language: str) -> Plan:
    """What the wish comes to now. Four queries at most, whatever the number of pupils."""
    targets = {target.key: target for target in wish.targets}
    rows = Membership.objects.filter(
        public_id__in=wish.by_pupil, classroom__teachers__user=teacher, classroom__archived_at=None
    ).select_related("classroom")
    wanted = sorted(
        (row for row in rows if wish.by_pupil[row.public_id] in targets),
        key=lambda row: (row.classroom.name, row.classroom_id, sort_key(row.display_name, language)),
    )
    names, learners = _there(wish.targets)
    moves: list[PlannedMove] = []
    for row in wanted:
        target = targets[wish.by_pupil[row.public_id]]
        if target.classroom and target.classroom.pk == row.classroom_id:
            continue
        is_there = row.learner_id in learners[target.key]
        name = row.display_name if is_there else free_name(row.display_name, names[target.key])
        if not is_there:
            names[target.key].add(name_key(name))
            learners[target.key].add(row.learner_id)
        moves.append(PlannedMove(row, target, name, is_there))
    return Plan(tuple(moves), _too_full(teacher, wish, learners, moves), _emptied(moves))


def _there(targets: Sequence[Target]) -> tuple[dict[str, set[str]], dict[str, set[uuid.UUID]]]:
    """Names and learners of each target as it stands. One query."""
    names: dict[str, set[str]] = {target.key: set() for target in targets}
    learners: dict[str, set[uuid.UUID]] = {target.key: set() for target in targets}
    keys = {target.classroom.pk: target.key for target in targets if target.classroom}
    rows = Membership.objects.filter(classroom__in=keys).values_list("classroom", "name_key", "learner")
    for classroom, name, learner in rows:
        names[keys[classroom]].add(name)
        learners[keys[classroom]].add(learner)
    return names, learners


def _too_full(
    teacher: User, wish: Wish, learners: Mapping[str, set[uuid.UUID]], moves: Sequence[PlannedMove]
) -> tuple[tuple[Target, int], ...]:
    """The targets that would have more pupils than they may, with how many they may have."""
    leaving: Counter[int] = Counter()
    if not wish.keep_in_old:
        leaving.update(move.membership.classroom_id for move in moves)
    limits = pupil_limits([target.classroom for target in wish.targets if target.classroom], teacher)
    full = []
    for target in wish.targets:
        room = target.classroom
        most = limits[room.pk if room else None]
        if len(learners[target.key]) - (leaving[room.pk] if room else 0) > most:
            full.append((target, most))
    return tuple(full)


def _emptied(moves: Sequence[PlannedMove]) -> tuple[Classroom, ...]:
    """The old classes all of whose pupils are on the way. One query."""
    rooms = {move.membership.classroom_id: move.membership.classroom for move in moves}
    going = [move.membership.pk for move in moves]
    staying = Membership.objects.filter(classroom__in=rooms).exclude(pk__in=going)
    left = set(staying.values_list("classroom", flat=True))
    return tuple(room for pk, room in rooms.items() if pk not in left)


@transaction.atomic
def carry_out(teacher: User, wish: Wish, request_key: uuid.UUID, language: str) -> Plan | None:
    """Move the pupils; None when this form has been carried out already."""
    _move, created = PupilMove.objects.get_or_create(made_by=teacher, request_key=request_key)
    if not created:
        return None
    wish = _with_classes(teacher, wish, request_key)
    in_hand = [target.classroom.pk for target in wish.targets if target.classroom]
    list(Classroom.objects.select_for_update().filter(pk__in=in_hand).order_by("pk"))
    plan = plan_moves(teacher, wish, language)
    if plan.too_full:
        raise ClassFull
    _enter(plan)
    if not wish.keep_in_old:
        Membership.objects.filter(pk__in=[move.membership.pk for move in plan.moves]).delete()
    if wish.archive:
        Classroom.objects.filter(pk__in=[room.pk for room in plan.emptied]).update(archived_at=timezone.now())
    return plan


def _with_classes(teacher: User, wish: Wish, request_key: uuid.UUID) -> Wish:
    """The wish with the new classes made."""
    made = tuple(
        target
        if target.classroom
        else Target(
            target.key,
            target.name,
            create_classroom(teacher, target.name, uuid.uuid5(request_key, target.key)),
        )
        for target in wish.targets
    )
    return Wish(made, wish.by_pupil, wish.keep_in_old, wish.archive)


def _enter(plan: Plan) -> None:
    """A place in the new class for each pupil who has none, and the work that counts there."""
    fresh = []
    for move in plan.moves:
        room = move.target.classroom
        if room is None or move.is_there:
            continue
        old = move.membership
        fresh.append(
            Membership(
                classroom=room,
                learner_id=old.learner_id,
                display_name=move.name,
                name_key=name_key(move.name),
                account_made_here=old.account_made_here,
                word_mark=old.word_mark,
            )
        )
    made = Membership.objects.bulk_create(fresh)
    _keep_holding(plan)
    fill_cells_of(Membership.objects.filter(pk__in=[row.pk for row in made]))


def _keep_holding(plan: Plan) -> None:
    """Who was in the new class already is held there as in the old one: nobody is left without a teacher."""
    for move in plan.moves:
        if move.is_there and move.membership.account_made_here and move.target.classroom:
            Membership.objects.filter(
                classroom=move.target.classroom, learner=move.membership.learner_id
            ).update(account_made_here=True, word_mark=move.membership.word_mark)
