"""Letting things expire: withdraw notices, give them, send them, and delete what had its notice.

Each step stands by itself and each deletion is a transaction of its own, so a run that was stopped goes on
where it was when it is started again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from trainer.accounts.clock import long_date, zone_of
from trainer.accounts.models import User
from trainer.accounts.services import forget_unconfirmed
from trainer.classes.models import Classroom
from trainer.privacy import retention
from trainer.privacy.deleting import Pupils, delete_accounts, delete_classroom, delete_guest
from trainer.privacy.models import ExpiryNotice
from trainer.privacy.traces import forget_old_limits

logger = logging.getLogger(__name__)

type Say = Callable[[str], object]

_AT_ONCE = 200


def expire(now: datetime, say: Say) -> None:
    """Do all that is due, and say it line by line."""
    _withdraw(now, say)
    _give(now, say)
    _send(now, say)
    _delete(now, say)
    _delete_guests(now, say)
    forget_unconfirmed()
    ended, _each = retention.old_sessions(now).delete()
    say(f"sessions past their time, deleted: {ended}")
    say(f"counted tries past their time, deleted: {forget_old_limits(now)}")


def would_expire(now: datetime, say: Say) -> None:
    """Say what `expire` would do, and do nothing."""
    for notice in retention.renewed(now):
        say(f"would withdraw the {notice}")
    for room in _untold(retention.old_classes(now)):
        say(f"would give notice: {room}, archived {room.archived_at:%Y-%m-%d}")
    for user in _untold_users(now):
        say(f"would give notice: user {user.pk}")
    stale = retention.renewed(now).values("pk")
    for notice in retention.due(now).exclude(pk__in=stale):
        what = f"class {notice.classroom_id}" if notice.classroom_id else f"user {notice.user_id}"
        say(f"would delete {what}, noticed {notice.given_at:%Y-%m-%d}")
    say(f"would delete guests: {retention.old_guests(now).count()}")
    say(f"would delete sessions past their time: {retention.old_sessions(now).count()}")


def _withdraw(now: datetime, say: Say) -> None:
    gone, _each = retention.renewed(now).delete()
    say(f"notices withdrawn: {gone}")


def _untold(rooms: QuerySet[Classroom]) -> QuerySet[Classroom]:
    return rooms.filter(expiry_notice=None)


def _untold_users(now: datetime) -> Iterator[User]:
    for users in (retention.idle_pupils(now), retention.idle_accounts(now)):
        yield from users.filter(expiry_notice=None).iterator(chunk_size=_AT_ONCE)


def _give(now: datetime, say: Say) -> None:
    fresh = [ExpiryNotice(classroom=room, given_at=now) for room in _untold(retention.old_classes(now))]
    fresh += [ExpiryNotice(user=user, given_at=now) for user in _untold_users(now)]
    ExpiryNotice.objects.bulk_create(fresh, _AT_ONCE, ignore_conflicts=True)
    say(f"notices given: {len(fresh)}")


def _send(now: datetime, say: Say) -> None:
    """One mail a person, whatever the number of notices; it names classes and no pupil."""
    waiting = ExpiryNotice.objects.filter(mailed_at=None)
    told = list(waiting.values_list("pk", flat=True))
    people = User.objects.filter(emailaddress__verified=True).filter(
        pk__in={
            *waiting.values_list("user", flat=True),
            *waiting.values_list("classroom__teachers__user", flat=True),
            *waiting.values_list("user__learner__memberships__classroom__teachers__user", flat=True),
        }
        - {None}
    )
    sent = sum(_mail(user) for user in people.distinct())
    ExpiryNotice.objects.filter(pk__in=told).update(mailed_at=now)
    say(f"mails sent: {sent}")


def _mail(user: User) -> bool:
    address = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    told = retention.notices_for(user)
    if address is None or not told:
        return False
    with override(user.language):
        page = "account_home" if told[0].kind == "account" else "classes:index"
        lines = [
            {"told": one, "day": long_date(one.goes_at.astimezone(zone_of(user)).date(), user.language)}
            for one in told
        ]
        context = {"lines": lines, "page": f"{_site()}{reverse(page)}"}
        text = render_to_string("privacy/notice_mail.txt", context)
        subject = _("Something will be deleted on Tomannswhist")
    try:
        send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [address.email])
    except OSError:
        logger.exception("a notice could not be sent")
        return False
    return True


def _site() -> str:
    return f"{'https' if settings.PRODUCTION else 'http'}://{settings.ALLOWED_HOSTS[0]}"


def _delete(now: datetime, say: Say) -> None:
    for notice in retention.due(now).select_related("classroom", "user"):
        if notice.classroom is not None:
            delete_classroom(notice.classroom, Pupils.DELETE)
            say(f"deleted class {notice.classroom_id}")
        elif notice.user is not None:
            key = notice.user.pk
            delete_accounts([notice.user])
            say(f"deleted user {key}")


def _delete_guests(now: datetime, say: Say) -> None:
    count = 0
    for learner in retention.old_guests(now).iterator(chunk_size=_AT_ONCE):
        delete_guest(learner)
        count += 1
    say(f"guests deleted: {count}")
