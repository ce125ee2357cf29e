"""What a drill page shows of the assignment that its address names."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.classes.models import Assignment, AssignmentItem, Membership
from trainer.classes.ordering import in_order
from trainer.classes.queries import answers_of, items_of
from trainer.drills.models import Drill
from trainer.drills.services import DrillSet


def drill_address(item: AssignmentItem, assignment: Assignment) -> str:
    """The page of a drill as part of the assignment."""
    page = reverse("drills:drill", args=[item.version.drill.public_id])
    return f"{page}?{urlencode({'assignment': assignment.public_id})}"


def assignment_as_set(request: SiteRequest, public_id: str, drill: Drill) -> DrillSet | None:
    """The assignment for a pupil it was given to, or None."""
    if not isinstance(request.user, User):
        return None
    assignment = Assignment.objects.filter(public_id=public_id).first()
    if assignment is None:
        return None
    member = Membership.objects.filter(classroom=assignment.classroom_id, learner__user=request.user).first()
    if member is None or not assignment.is_open:
        return None
    placed = in_order(assignment, member, list(items_of(assignment)))
    here = next((each for each in placed if each.item.version.drill_id == drill.pk), None)
    if here is None:
        return None
    answered = answers_of(member, [each.item for each in placed])
    onward = (*placed[here.place :], *placed[: here.place - 1])
    follows = next((each.item for each in onward if each.item.pk not in answered), None)
    return DrillSet(
        version=here.item.version,
        title=assignment.title,
        url=reverse("classes:assignment", args=[assignment.public_id]),
        next_url=drill_address(follows, assignment) if follows else None,
        place=here.place,
        total=len(placed),
    )
