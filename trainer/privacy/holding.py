"""All that is held about a person, as one JSON file that a person can read.

Nothing has to be listed: it is every row that would go with the account (`deleting`), found by foreign
keys, save secrets, and save rows that belong to somebody else as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import override

from trainer.accounts.models import Learner, User
from trainer.classes.models import Classroom, Membership
from trainer.progress.export import attempt_records

PEOPLE = (User, Learner, Membership)
# Columns that open something, or say nothing about anybody.
SECRET = {"password", "digest", "data", "session_key", "token", "token_secret", "word_mark", "secret"}
INNER = {"id", "request_key", "name_key", "settled"}
# Tables that are not written row by row, and why.
LEFT_OUT = {
    "drills.attempt": "written as `answers`, in words",
    "progress.ratedattempt": "part of `answers`",
    "admin.logentry": "notes on what staff did to the rows of others",
    "auth.user_groups": "unused",
}
_AT_ONCE = 500

type Rows = Iterator[dict[str, object]]


def held_as_json(user: User | None, learner: Learner | None, now: datetime, language: str) -> Iterator[str]:
    """The pieces of the file: one object, a list of rows for each kind of thing."""
    with override(language):
        about = {"exported_at": now, "language": language, "text": _explanation()}
        yield '{\n"about": ' + _written(about)
        if user is not None:
            yield ',\n"account": ' + _written(_fields(user))
        for name, rows in _tables(user, learner):
            yield from _list(name, rows)
        yield from _list("answers", attempt_records(learner, language))
        yield "\n}\n"


def _explanation() -> str:
    return _(
        "This is everything that the site holds about you. Passwords and other secrets are left out, and so "
        "is what belongs to other people. Times are in UTC."
    )


def _list(name: str, rows: Rows) -> Iterator[str]:
    yield f',\n"{name}": ['
    mark = "\n"
    for row in rows:
        yield mark + _written(row)
        mark = ",\n"
    yield "\n]"


def _written(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def _tables(user: User | None, learner: Learner | None) -> Iterator[tuple[str, Rows]]:
    """Each table with rows of the person; names such as `classes.membership`."""
    for model, path in held_tables().items():
        where = models.Q()
        for start, value in (("user", user), ("learner", learner)):
            for steps in path.get(start, ()):
                where |= models.Q((steps, value)) if value is not None else models.Q()
        if where and model._meta.label_lower not in LEFT_OUT:
            rows = model._default_manager.filter(where).distinct().order_by("pk")
            yield model._meta.label_lower, map(_fields, rows.iterator(chunk_size=_AT_ONCE))


def held_tables() -> dict[type[models.Model], dict[str, list[str]]]:
    """Tables whose rows belong to a person, with the ways from a row to the user or the learner.

    First those that name a person themselves; then parts of their rows, which name nobody.
    """
    found: dict[type[models.Model], dict[str, list[str]]] = {}
    for model in apps.get_models(include_auto_created=True):
        if model not in (User, Learner) and (ways := _direct(model)):
            found[model] = ways
    fresh = {model: ways for model in found if (ways := _direct(model, cascading=True))}
    while fresh:
        fresh = _parts_of(fresh, set(found))
        found |= fresh
    return found


def _direct(model: type[models.Model], *, cascading: bool = False) -> dict[str, list[str]]:
    ways: dict[str, list[str]] = {}
    for field in _keys(model):
        if cascading and field.remote_field.on_delete is not models.CASCADE:
            continue
        if field.related_model is User:
            ways.setdefault("user", []).append(field.name)
        elif field.related_model is Learner:
            ways.setdefault("learner", []).append(field.name)
        elif field.related_model is Membership:
            ways.setdefault("learner", []).append(f"{field.name}__learner")
    return ways


def _parts_of(
    whole: dict[type[models.Model], dict[str, list[str]]], known: set[type[models.Model]]
) -> dict[type[models.Model], dict[str, list[str]]]:
    parts: dict[type[models.Model], dict[str, list[str]]] = {}
    for model in apps.get_models():
        if model in known or model in PEOPLE:
            continue
        for field in _keys(model):
            ways = whole.get(field.related_model, {})
            if field.remote_field.on_delete is models.CASCADE:
                for start, steps in ways.items():
                    mine = parts.setdefault(model, {}).setdefault(start, [])
                    mine += [f"{field.name}__{step}" for step in steps]
    return {model: ways for model, ways in parts.items() if any(ways.values())}


def _keys(model: type[models.Model]) -> Iterator[models.ForeignKey[models.Model, models.Model]]:
    return (field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey))


def _fields(row: models.Model) -> dict[str, object]:
    """What a row says, without secrets, without our inner numbers and without who it belongs to."""
    return {
        field.name: _value(row, field)
        for field in row._meta.concrete_fields
        if field.name not in SECRET | INNER and field.related_model not in PEOPLE
    }


def _value(row: models.Model, field: models.Field[object, object]) -> object:
    """A value; a class by its name, a row of another table by its number."""
    if not isinstance(field, models.ForeignKey):
        return field.value_from_object(row)
    key = getattr(row, field.attname)
    if key is not None and field.related_model is Classroom:
        return str(getattr(row, field.name).name)
    return None if key is None else str(key)
