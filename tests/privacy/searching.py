"""Looks for a person in every column of every table, the cache's among them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection, models

from trainer.accounts.models import Learner, User
from trainer.classes.models import Membership


class Marks:
    """All that tells of some people: their numbers, and words that stand for them alone."""

    def __init__(self, *users: User, words: Collection[str] = ()) -> None:
        learners = list(Learner.objects.filter(user__in=users))
        members = list(Membership.objects.filter(learner__in=learners))
        self.keys: dict[type[models.Model], set[object]] = {
            User: {user.pk for user in users},
            Learner: {learner.pk for learner in learners},
            Membership: {member.pk for member in members},
        }
        self.words = {user.username for user in users} | {user.email for user in users if user.email}
        self.words |= {f"user:{user.pk}:" for user in users}
        self.words |= {str(learner.pk) for learner in learners} | {learner.pk.hex for learner in learners}
        self.words |= {member.public_id for member in members} | {member.display_name for member in members}
        self.words |= set(words)

    def found(self) -> list[str]:
        """`table.column: value` for everything that still tells of them."""
        return [*self._in_tables(), *self._in_sessions(), *self._in_cache()]

    def _in_tables(self) -> Iterator[str]:
        for model in apps.get_models(include_auto_created=True):
            names = [field.attname for field in model._meta.concrete_fields]
            for row in model._default_manager.values(*names):
                for field in model._meta.concrete_fields:
                    value = row[field.attname]
                    if self._tells(model, field, value):
                        yield f"{model._meta.label}.{field.name}: {value!r}"

    def _tells(self, model: type[models.Model], field: models.Field, value: object) -> bool:  # type: ignore[type-arg]
        if value is None:
            return False
        target = field.related_model if field.is_relation else model if field.primary_key else None
        if target in self.keys and value in self.keys[target]:
            return True
        text = json.dumps(value, default=str, ensure_ascii=False)
        return any(word in text for word in self.words)

    def _in_sessions(self) -> Iterator[str]:
        for session in Session.objects.all():
            contents = session.get_decoded()
            if contents.get("_auth_user_id") in {str(key) for key in self.keys[User]}:
                yield f"session {session.pk}"
            text = json.dumps(contents, default=str, ensure_ascii=False)
            yield from (f"session {session.pk}: {word}" for word in self.words if word in text)

    def _in_cache(self) -> Iterator[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT cache_key, value FROM site_cache")
            for key, value in cursor.fetchall():
                yield from (f"cache {key}" for word in self.words if word in f"{key}{value}")
