"""How long things are kept, what is past that, and who is told before it goes.

Classes count from the day they were archived, accounts from the last sign-in or answer. An account that a
class made is the class's to look after; any other is its owner's. Whoever teaches is never idle.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from trainer.accounts.models import Learner, User
from trainer.classes.models import Classroom, ClassTeacher, Membership
from trainer.drills.models import Attempt
from trainer.privacy.models import ExpiryNotice


@dataclass(frozen=True, slots=True)
class Keeping:
    """Days that things are kept, and days between notice and deletion."""

    guests: int
    archived: int
    idle: int
    accounts: int
    notice: int

    @classmethod
    def of_settings(cls) -> Keeping:
        return cls(
            settings.KEEP_GUESTS,
            settings.KEEP_ARCHIVED,
            settings.KEEP_IDLE,
            settings.KEEP_ACCOUNTS,
            settings.KEEP_NOTICE,
        )


def before(days: int, now: datetime) -> datetime:
    return now - timedelta(days=days)


def old_classes(now: datetime) -> QuerySet[Classroom]:
    """Classes archived so long ago that they go."""
    return Classroom.objects.filter(archived_at__lt=before(settings.KEEP_ARCHIVED, now)).order_by("pk")


def idle_pupils(now: datetime) -> QuerySet[User]:
    """Accounts that a class made and that nobody has used for long."""
    return _idle(before(settings.KEEP_IDLE, now)).filter(_held()).order_by("pk")


def idle_accounts(now: datetime) -> QuerySet[User]:
    """Other accounts that nobody has used for longer still."""
    return _idle(before(settings.KEEP_ACCOUNTS, now)).exclude(_held()).order_by("pk")


def _held() -> Q:
    return Q(Exists(Membership.objects.filter(learner__user=OuterRef("pk"), account_made_here=True)))


def _idle(limit: datetime) -> QuerySet[User]:
    answered = Attempt.objects.filter(learner__user=OuterRef("pk"), answered_at__gte=limit)
    return User.objects.filter(
        Q(last_login=None) | Q(last_login__lt=limit),
        Q(learner=None) | Q(learner__seen_at__lt=limit),
        ~Exists(answered),
        ~Exists(ClassTeacher.objects.filter(user=OuterRef("pk"))),
        date_joined__lt=limit,
        is_staff=False,
    )


def old_guests(now: datetime) -> QuerySet[Learner]:
    """Guests who have answered nothing for so long; their cookie may be gone as well."""
    limit = before(settings.KEEP_GUESTS, now)
    answered = Attempt.objects.filter(learner=OuterRef("pk"), answered_at__gte=limit)
    guests = Learner.objects.filter(user=None, stands_in_for=None, seen_at__lt=limit)
    return guests.filter(~Exists(answered)).order_by("pk")


def old_sessions(now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=now)


def deletion_time(notice: ExpiryNotice) -> datetime:
    """When the thing goes, if nothing changes."""
    return notice.given_at + timedelta(days=settings.KEEP_NOTICE)


@dataclass(frozen=True, slots=True)
class Told:
    """What one reader is told: an archived class, pupils of a class, or their own account."""

    kind: str
    classroom: Classroom | None
    pupils: int
    goes_at: datetime


def notices_for(user: User) -> list[Told]:
    """What will be deleted of the user's own, or in the classes the user teaches. Three queries."""
    notices = ExpiryNotice.objects.filter(Q(user=user) | Q(classroom__teachers__user=user))
    told = [
        Told("class" if notice.classroom else "account", notice.classroom, 0, deletion_time(notice))
        for notice in notices.select_related("classroom").order_by("given_at", "pk")
    ]
    return told + _pupils_told(user)


def _pupils_told(user: User) -> list[Told]:
    """Classes with pupils who will be deleted: how many, and when the first of them goes."""
    given = ExpiryNotice.objects.filter(user__learner__memberships__classroom__teachers__user=user)
    counted = given.values("user__learner__memberships__classroom").annotate(
        pupils=Count("pk", distinct=True)
    )
    first = given.order_by("given_at").first()
    if first is None:
        return []
    numbers = {row["user__learner__memberships__classroom"]: row["pupils"] for row in counted}
    rooms = Classroom.objects.filter(pk__in=numbers, teachers__user=user).order_by("name", "pk")
    return [Told("pupils", room, numbers[room.pk], deletion_time(first)) for room in rooms]


def renewed(now: datetime) -> QuerySet[ExpiryNotice]:
    """Notices that no longer hold: the class is in use again, somebody has signed in or answered."""
    return ExpiryNotice.objects.exclude(
        Q(classroom__in=old_classes(now)) | Q(user__in=idle_pupils(now)) | Q(user__in=idle_accounts(now))
    )


def due(now: datetime) -> QuerySet[ExpiryNotice]:
    """Notices whose time is up."""
    return ExpiryNotice.objects.filter(given_at__lte=before(settings.KEEP_NOTICE, now)).order_by("pk")
