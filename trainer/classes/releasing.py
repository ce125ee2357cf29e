"""Pupils who leave: taken back into the class, or given the account that their teachers held."""

from __future__ import annotations

from django.db import transaction

from trainer.accounts import recovery
from trainer.accounts.models import User
from trainer.classes.assigning import fill_cells_of
from trainer.classes.importing import free_name
from trainer.classes.limits import pupil_limit
from trainer.classes.models import Classroom, Membership, Release, TakenOut
from trainer.classes.services import ClassFull, name_key
from trainer.table.collation import sort_key


def taken_out_of(classroom: Classroom, language: str) -> list[TakenOut]:
    """The pupils who can be taken back, by name. One query."""
    rows = TakenOut.objects.filter(classroom=classroom).select_related("learner__user")
    return sorted(rows, key=lambda row: sort_key(row.display_name, language))


@transaction.atomic
def take_back(classroom: Classroom, number: int) -> str | None:
    """Put a pupil back into the class with name, account and work; None when done already."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    row = TakenOut.objects.filter(classroom=classroom, pk=number).first()
    if row is None:
        return None
    used = set(Membership.objects.filter(classroom=classroom).values_list("name_key", flat=True))
    if len(used) >= pupil_limit(classroom):
        raise ClassFull
    name = free_name(row.display_name, used)
    member, _created = Membership.objects.get_or_create(
        classroom=classroom,
        learner_id=row.learner_id,
        defaults={"display_name": name, "name_key": name_key(name)},
    )
    Membership.objects.filter(pk=member.pk).update(account_made_here=True)
    row.delete()
    fill_cells_of(Membership.objects.filter(pk=member.pk))
    return member.display_name


@transaction.atomic
def offer_account(membership: Membership, teacher: User) -> str:
    """A code with which the pupil takes the account over; an older one stops working.

    Until it is used nothing changes, so that a lost slip leaves nobody without a way in.
    """
    if not membership.account_made_here:
        raise ValueError(f"{membership} brought an account along")
    user = membership.learner.user
    assert user is not None
    Release.objects.update_or_create(learner=membership.learner, defaults={"made_by": teacher})
    return recovery.make_code(user)


def complete_release(user: User) -> None:
    """Take the account out of the teachers' hands, if it was offered. The pupil stays in the classes."""
    release = Release.objects.filter(learner__user=user).first()
    if release is None:
        return
    Membership.objects.filter(learner=release.learner_id).update(
        account_made_here=False, word_mark=None, code_batch=None
    )
    TakenOut.objects.filter(learner=release.learner_id).delete()
    release.delete()


def is_offered(membership: Membership) -> bool:
    return Release.objects.filter(learner=membership.learner_id).exists()
