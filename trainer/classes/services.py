"""Writing to classes: made, archived, joined, left, and codes given to pupils."""

from __future__ import annotations

import unicodedata
import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.classes.assigning import fill_cells_of
from trainer.classes.codes import new_class_code, new_user_name, new_word_code, word_mark
from trainer.classes.limits import pupil_limit
from trainer.classes.models import Classroom, ClassTeacher, Membership, TakenOut

_SAME_FORM = timedelta(minutes=2)


class NameTaken(Exception):
    """Another pupil of the class goes by that name."""


class ClassFull(Exception):
    """The class has as many pupils as a class may have."""


@dataclass(frozen=True, slots=True)
class NewPupil:
    """A pupil whose account was just made or given a new code; the code is known here and now only."""

    user: User
    membership: Membership
    word_code: str


def name_key(name: str) -> str:
    """What makes two names the same: letters alone, not case, width or spacing."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@transaction.atomic
def create_classroom(teacher: User, name: str, request_key: uuid.UUID) -> Classroom:
    """A new class with its teacher; the same form sent again gives the same class."""
    classroom, created = Classroom.objects.get_or_create(
        created_by=teacher,
        request_key=request_key,
        defaults={"name": name, "time_zone": teacher.time_zone},
    )
    if created:
        ClassTeacher.objects.create(classroom=classroom, user=teacher, is_owner=True)
    return classroom


def archive_classroom(classroom: Classroom) -> None:
    """Put the class away: nobody joins, nothing is assigned, everything can still be read."""
    Classroom.objects.filter(pk=classroom.pk, archived_at=None).update(archived_at=timezone.now())


def restore_classroom(classroom: Classroom) -> None:
    Classroom.objects.filter(pk=classroom.pk).update(archived_at=None)


def change_code(classroom: Classroom, old: str) -> None:
    """A new class code in place of the old one, which stops working; none where it is another already."""
    Classroom.objects.filter(pk=classroom.pk, code=old).update(code=new_class_code())


def join_as_new_pupil(classroom: Classroom, name: str, language: str, request_key: uuid.UUID) -> NewPupil:
    """Make an account for a pupil without one. The same form sent twice makes one, with a fresh code.

    The code is hashed before the transaction opens: a class that joins at once waits for the
    database, not for thirty hashes one after the other.
    """
    word_code = new_word_code(language)
    password = make_password(word_code)
    try:
        with transaction.atomic():
            _refuse_full_or_taken(classroom, name)
            user = _new_user(classroom, language, password)
            membership = _add_member(classroom, learner_of(user), name, request_key, account_made_here=True)
            mark_word_code(membership.learner, word_code)
    except (NameTaken, ClassFull):
        twin = _same_form(classroom, name, request_key)
        if twin is None:
            raise
        return give_new_code(twin, language)
    return NewPupil(user, membership, word_code)


@transaction.atomic
def join_as_learner(classroom: Classroom, user: User, name: str, request_key: uuid.UUID) -> Membership:
    """Join with the account that is signed in; joining again changes nothing."""
    learner = learner_of(user)
    own = Membership.objects.filter(classroom=classroom, learner=learner)
    try:
        member = own.first()
        if member is None:
            _refuse_full_or_taken(classroom, name)
            member = _add_member(classroom, learner, name, request_key, account_made_here=False)
    except NameTaken:
        member = own.first()  # a second click that came between
        if member is None:
            raise
    return member


@transaction.atomic
def rename_pupil(membership: Membership, name: str) -> None:
    """Change the name in this class; other classes of the pupil keep theirs."""
    taken = Membership.objects.filter(classroom=membership.classroom_id, name_key=name_key(name))
    if taken.exclude(pk=membership.pk).exists():
        raise NameTaken
    membership.display_name, membership.name_key = name, name_key(name)
    membership.save(update_fields=["display_name", "name_key"])


@transaction.atomic
def remove_pupil(classroom: Classroom, pupil: str) -> str | None:
    """Take a pupil out of the class and give the name, or None when already gone.

    Where no other class holds the account, the teachers keep a way to take the pupil back.
    """
    member = Membership.objects.filter(classroom=classroom, public_id=pupil).first()
    if member is None:
        return None
    others = Membership.objects.filter(learner=member.learner_id, account_made_here=True)
    if member.account_made_here and not others.exclude(pk=member.pk).exists():
        TakenOut.objects.update_or_create(
            classroom=classroom,
            learner_id=member.learner_id,
            defaults={"display_name": member.display_name, "at": timezone.now()},
        )
    member.delete()
    return member.display_name


@transaction.atomic
def give_new_code(membership: Membership, language: str) -> NewPupil:
    """A new word code for an account made by joining; sessions opened with the old one end."""
    if not membership.account_made_here:
        raise ValueError(f"{membership} brought an account along")
    user = membership.learner.user
    assert user is not None
    word_code = new_word_code(language)
    user.set_password(word_code)
    user.save(update_fields=["password"])
    mark_word_code(membership.learner, word_code)
    return NewPupil(user, membership, word_code)


def mark_word_code(learner: Learner, word_code: str) -> None:
    """Let the code be found in every class of the pupil; slips with an older one are void."""
    learner.memberships.update(word_mark=word_mark(word_code), code_batch=None)


def _same_form(classroom: Classroom, name: str, request_key: uuid.UUID) -> Membership | None:
    """The membership this very form has just made, if it has."""
    return (
        Membership.objects.select_related("learner__user")
        .filter(
            classroom=classroom,
            request_key=request_key,
            name_key=name_key(name),
            account_made_here=True,
            joined_at__gte=timezone.now() - _SAME_FORM,
        )
        .first()
    )


def _refuse_full_or_taken(classroom: Classroom, name: str) -> None:
    members = Membership.objects.filter(classroom=classroom)
    if members.filter(name_key=name_key(name)).exists():
        raise NameTaken
    if members.count() >= pupil_limit(classroom):
        raise ClassFull


def _add_member(
    classroom: Classroom, learner: Learner, name: str, request_key: uuid.UUID, *, account_made_here: bool
) -> Membership:
    try:
        with transaction.atomic():
            member = Membership.objects.create(
                classroom=classroom,
                learner=learner,
                display_name=name,
                name_key=name_key(name),
                request_key=request_key,
                account_made_here=account_made_here,
            )
    except IntegrityError as error:
        raise NameTaken from error
    fill_cells_of(Membership.objects.filter(pk=member.pk))
    return member


def _new_user(classroom: Classroom, language: str, password: str) -> User:
    user_name = new_user_name()
    while User.objects.filter(username=user_name).exists():
        user_name = new_user_name()
    return User.objects.create(
        username=user_name, password=password, language=language, time_zone=classroom.time_zone
    )
