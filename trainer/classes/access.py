"""Who may see and do what in classes. Strangers, signed in or not, get 404 for everything."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.classes.models import Assignment, Classroom, Membership


def signed_in(request: SiteRequest) -> User:
    """The user, or 404."""
    if isinstance(request.user, User):
        return request.user
    raise Http404


def taught_classroom(request: SiteRequest, public_id: str) -> Classroom:
    """The class, for its teachers."""
    return get_object_or_404(Classroom, public_id=public_id, teachers__user=signed_in(request))


def taught_pupil(request: SiteRequest, public_id: str, pupil: str) -> Membership:
    """A pupil of the class with its learner and user, for the teachers of the class."""
    return get_object_or_404(
        Membership.objects.select_related("classroom", "learner__user"),
        public_id=pupil,
        classroom__public_id=public_id,
        classroom__teachers__user=signed_in(request),
    )


def membership_in(request: SiteRequest, public_id: str) -> Membership:
    """The reader's own membership of the class, for its pupils."""
    return get_object_or_404(
        Membership.objects.select_related("classroom"),
        classroom__public_id=public_id,
        learner__user=signed_in(request),
    )


def is_teacher_of(request: SiteRequest, classroom: Classroom) -> bool:
    return classroom.teachers.filter(user=signed_in(request)).exists()


def taught_assignment(request: SiteRequest, public_id: str) -> Assignment:
    """The assignment with its class, for the teachers of the class."""
    return get_object_or_404(
        Assignment.objects.select_related("classroom"),
        public_id=public_id,
        classroom__teachers__user=signed_in(request),
    )


def assigned_to(request: SiteRequest, public_id: str) -> tuple[Assignment, Membership]:
    """The assignment and the reader's membership, for pupils of the class."""
    assignment = get_object_or_404(Assignment.objects.select_related("classroom"), public_id=public_id)
    member = get_object_or_404(
        Membership, classroom=assignment.classroom_id, learner__user=signed_in(request)
    )
    return assignment, member
