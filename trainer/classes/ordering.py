"""The order in which a pupil meets the drills: the one given, or one of the own that never changes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from trainer.classes.models import Assignment, AssignmentItem, Membership


@dataclass(frozen=True, slots=True)
class Placed:
    """A drill at its place in a pupil's order, counted from 1."""

    place: int
    item: AssignmentItem


def in_order(
    assignment: Assignment, pupil: Membership | None, items: Sequence[AssignmentItem]
) -> tuple[Placed, ...]:
    """The drills as the pupil meets them; without a pupil as they were given."""
    own = sorted(items, key=lambda item: item.position)
    if assignment.shuffled:
        seed = f"{assignment.public_id} {pupil.public_id if pupil else 'preview'}"
        own.sort(key=lambda item: hashlib.blake2b(f"{seed} {item.position}".encode()).digest())
    return tuple(Placed(place, item) for place, item in enumerate(own, start=1))
