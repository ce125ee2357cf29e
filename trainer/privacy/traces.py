"""Traces of a person that no foreign key leads to: sessions, counted limits, notes of the owner's pages."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from trainer.accounts.models import Learner, TeacherRequest, User
from trainer.accounts.signed_in_places import end_all_places


def forget_traces(users: Collection[int], learners: Collection[uuid.UUID]) -> None:
    """Delete them."""
    if users:
        end_all_places(users)
        _forget_notes(users)
    _forget_limits([f"user:{user}" for user in users] + [f"guest:{learner}" for learner in learners])


def _forget_notes(users: Collection[int]) -> None:
    """What the owner's pages noted about the account, its learner and its request to teach."""
    about: dict[type, list[object]] = {
        User: list(users),
        Learner: list(Learner.objects.filter(user__in=users).values_list("pk", flat=True)),
        TeacherRequest: list(TeacherRequest.objects.filter(user__in=users).values_list("pk", flat=True)),
    }
    for model, keys in about.items():
        kind = ContentType.objects.get_for_model(model)
        LogEntry.objects.filter(content_type=kind, object_id__in=[str(key) for key in keys]).delete()


def _forget_limits(keys: Collection[str]) -> None:
    """Counted tries stand in the cache under the key of who tried."""
    for key in keys:
        _delete_counts("cache_key LIKE %s", f"%:{key}:%")


def forget_old_limits(now: datetime) -> int:
    """Delete counts that are past their time, some under an address; how many there were."""
    until = connection.ops.adapt_datetimefield_value(now.replace(microsecond=0))
    return _delete_counts("expires < %s", str(until))


def _delete_counts(condition: str, value: str) -> int:
    if "DatabaseCache" not in settings.CACHES["default"]["BACKEND"]:
        return 0
    table = connection.ops.quote_name(str(settings.CACHES["default"]["LOCATION"]))
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE {condition}", [value])
        return int(cursor.rowcount)
