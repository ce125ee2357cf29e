"""What a drill page shows of the assignment that its address names."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.classes.models import Assignment, AssignmentItem, Membership
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
    items = list(items_of(assignment)) if member else []
    here = next((item for item in items if item.version.drill_id == drill.pk), None)
    if member is None or here is None:
        return None
    answered = answers_of(member, items)
    later = [item for item in items if item.position > here.position]
    before = [item for item in items if item.position < here.position]
    follows = next((item for item in (*later, *before) if item.pk not in answered), None)
    return DrillSet(
        version=here.version,
        title=assignment.title,
        url=reverse("classes:assignment", args=[assignment.public_id]),
        next_url=drill_address(follows, assignment) if follows else None,
        place=here.position,
        total=len(items),
    )
