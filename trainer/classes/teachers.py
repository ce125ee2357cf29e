"""Who teaches a class: invited, accepted, left, removed; and one owner, who can hand over but not vanish."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from trainer.accounts.models import User
from trainer.accounts.names import plain_user_name
from trainer.accounts.symbols import random_symbols
from trainer.classes.models import Classroom, ClassTeacher, Membership, TeacherInvitation

INVITATION_LASTS = timedelta(days=14)
MOST_INVITATIONS = 20
_LINK_LENGTH = 24  # 120 bits


class TooManyInvitations(Exception):
    """The class has as many open invitations as it may have."""


class IsPupil(Exception):
    """Who wants to teach the class is a pupil of it."""


def teachers_of(classroom: Classroom) -> list[ClassTeacher]:
    """The teachers, the owner first. One query."""
    return list(classroom.teachers.select_related("user").order_by("-is_owner", "added_at", "pk"))


def is_owner(classroom: Classroom, user: User) -> bool:
    return classroom.teachers.filter(user=user, is_owner=True).exists()


def open_invitations(classroom: Classroom) -> QuerySet[TeacherInvitation]:
    """Those that can still be accepted, latest first."""
    return _open().filter(classroom=classroom).order_by("-made_at", "-pk")


def _open() -> QuerySet[TeacherInvitation]:
    return TeacherInvitation.objects.filter(made_at__gte=timezone.now() - INVITATION_LASTS)


def invite_by_link(classroom: Classroom, teacher: User) -> str:
    """The key of a link that one teacher can follow; told here and now only."""
    _refuse_many(classroom)
    key = random_symbols(_LINK_LENGTH).lower()
    TeacherInvitation.objects.create(classroom=classroom, made_by=teacher, digest=_digest(key))
    return key


def invite_by_name(classroom: Classroom, teacher: User, typed: str) -> None:
    """Invite whoever has this user name or confirmed address. The row is made whether or not anyone has."""
    name = plain_user_name(typed)
    found = TeacherInvitation.objects.filter(classroom=classroom, addressee=name)
    if found.exists():
        found.update(made_at=timezone.now(), made_by=teacher)
        return
    _refuse_many(classroom)
    TeacherInvitation.objects.get_or_create(
        classroom=classroom, addressee=name, defaults={"made_by": teacher}
    )


def _refuse_many(classroom: Classroom) -> None:
    TeacherInvitation.objects.filter(made_at__lt=timezone.now() - INVITATION_LASTS).delete()
    if open_invitations(classroom).count() >= MOST_INVITATIONS:
        raise TooManyInvitations


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def invitations_to(user: User) -> QuerySet[TeacherInvitation]:
    """The invitations that name the user, by user name or confirmed address."""
    addresses = EmailAddress.objects.filter(user_id=user.pk, verified=True).values("email")
    named = _open().filter(Q(addressee=user.username) | Q(addressee__in=addresses))
    return named.select_related("classroom", "made_by").order_by("made_at", "pk")


def invitation_with(key: str, user: User) -> TeacherInvitation | None:
    """The invitation behind a link, or one that names the user."""
    by_link = _open().filter(digest=_digest(key)).select_related("classroom", "made_by").first()
    return by_link or invitations_to(user).filter(public_id=key).first()


@transaction.atomic
def accept(invitation: TeacherInvitation, user: User) -> Classroom:
    """Let the user teach the class; the invitation is used up."""
    classroom = invitation.classroom
    if Membership.objects.filter(classroom=classroom, learner__user=user).exists():
        raise IsPupil
    ClassTeacher.objects.get_or_create(classroom=classroom, user=user)
    invitation.delete()
    return classroom


def remove_teacher(classroom: Classroom, number: int) -> str | None:
    """Take a teacher off the class and give the user name; None for the owner and for who is gone."""
    row = classroom.teachers.filter(pk=number, is_owner=False).select_related("user").first()
    if row is None:
        return None
    row.delete()
    return row.user.username


def leave(classroom: Classroom, user: User) -> bool:
    """Stop teaching the class; not possible for its owner."""
    gone, _by_model = classroom.teachers.filter(user=user, is_owner=False).delete()
    return bool(gone)


@transaction.atomic
def hand_over(classroom: Classroom, owner: User, number: int) -> str | None:
    """Make another teacher of the class its owner and give the user name; None when that cannot be."""
    own = classroom.teachers.select_for_update().filter(user=owner, is_owner=True).first()
    heir = classroom.teachers.filter(pk=number, is_owner=False).select_related("user").first()
    if own is None or heir is None:
        return None
    _crown(classroom, heir)
    return heir.user.username


def _crown(classroom: Classroom, heir: ClassTeacher) -> None:
    classroom.teachers.filter(is_owner=True).update(is_owner=False)
    classroom.teachers.filter(pk=heir.pk).update(is_owner=True)
