"""Deleting people and classes: in one transaction each, so that nothing is ever half gone.

Rows go by their foreign keys; `traces` takes what no key leads to. What stays knows nobody: a drill's
rating is a sum, and the averages of a class are counted from the pupils who are still in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import Enum

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from trainer.accounts.models import Learner, User
from trainer.classes.models import Classroom, ClassTeacher, Membership
from trainer.privacy.traces import forget_traces


class Pupils(Enum):
    """What becomes of the accounts that a class made, when the class goes."""

    RELEASE = "release"  # they stay, as the pupils' own
    DELETE = "delete"


def lone_classes(user: User) -> list[Classroom]:
    """The classes that nobody else teaches, by name."""
    others = ClassTeacher.objects.filter(classroom=OuterRef("pk")).exclude(user=user)
    mine = Classroom.objects.filter(teachers__user=user).exclude(Exists(others))
    return list(mine.order_by("name", "pk"))


def shared_classes(user: User) -> list[Classroom]:
    """The classes that go on with another teacher."""
    others = ClassTeacher.objects.filter(classroom=OuterRef("pk")).exclude(user=user)
    return list(Classroom.objects.filter(Exists(others), teachers__user=user).order_by("name", "pk"))


def held_accounts(classrooms: Iterable[Classroom]) -> QuerySet[User]:
    """Accounts that these classes made and hold: in no other class, without an address, teaching nobody."""
    rooms = [room.pk for room in classrooms]
    member = Membership.objects.filter(learner__user=OuterRef("pk"))
    return User.objects.filter(
        Exists(member.filter(classroom__in=rooms, account_made_here=True)),
        ~Exists(member.exclude(classroom__in=rooms)),
        ~Exists(EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)),
        ~Exists(ClassTeacher.objects.filter(user=OuterRef("pk"))),
        is_staff=False,
    )


def may_delete_account(member: Membership) -> bool:
    """Whether the teachers of the class hold the pupil's account, and no other class has it."""
    user = member.learner.user
    return user is not None and held_accounts([member.classroom]).filter(pk=user.pk).exists()


@transaction.atomic
def delete_guest(learner: Learner) -> None:
    """All answers of a guest, and what was counted out of them."""
    forget_traces([], [learner.pk])
    learner.delete()


@transaction.atomic
def delete_accounts(users: Collection[User]) -> None:
    """Accounts with everything of theirs. Classes that they teach must have been seen to."""
    keys = [user.pk for user in users]
    forget_traces(keys, list(Learner.objects.filter(user__in=keys).values_list("pk", flat=True)))
    User.objects.filter(pk__in=keys).delete()


@transaction.atomic
def delete_person(user: User, pupils: Pupils) -> None:
    """An account and the classes that nobody else teaches; other classes go on without the teacher."""
    if not User.objects.select_for_update().filter(pk=user.pk).exists():
        return  # a second click
    for classroom in lone_classes(user):
        delete_classroom(classroom, pupils)
    _pass_on(user)
    delete_accounts([user])


def _pass_on(user: User) -> None:
    """Classes that the user owns go to the one who has taught them longest beside the user."""
    owned = ClassTeacher.objects.filter(user=user, is_owner=True)
    for classroom in Classroom.objects.filter(pk__in=owned.values("classroom")):
        classroom.teachers.filter(user=user).delete()
        heir = classroom.teachers.order_by("added_at", "pk").first()
        if heir is not None:
            heir.is_owner = True
            heir.save(update_fields=["is_owner"])


@transaction.atomic
def delete_classroom(classroom: Classroom, pupils: Pupils) -> None:
    """A class with its assignments and results, and the accounts it holds if they are to go too."""
    room = Classroom.objects.select_for_update().filter(pk=classroom.pk).first()
    if room is None:
        return
    if pupils is Pupils.DELETE:
        delete_accounts(list(held_accounts([room])))
    room.delete()


@transaction.atomic
def delete_pupil(member: Membership) -> None:
    """A pupil's account with everything of the pupil's; ask `may_delete_account` first."""
    user = member.learner.user
    if user is None or not may_delete_account(member):
        raise ValueError(f"{member} has an account of their own")
    delete_accounts([user])
