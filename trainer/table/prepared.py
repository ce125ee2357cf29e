"""Statements put together once: rows of a model found by the values of some fields, and a row stored.

For what every answer to a drill waits for. Django builds a statement anew each time it is asked, which takes
ten times as long as the database needs to carry it out. The statements are Django's own, and so is the
reading of values, so that they are right for every database.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import AutoField, Field, Model

type Converter = tuple[int, Callable[..., Any], Any]


@dataclass(frozen=True, slots=True)
class _Statement:
    sql: str
    fields: tuple[Field[Any, Any], ...]
    converters: tuple[Converter, ...] = ()

    def values(self, row: Sequence[object]) -> list[object]:
        """A row as the model's fields hold it."""
        values = list(row)
        for place, convert, column in self.converters:
            values[place] = convert(values[place], column, connection)
        return values


class Prepared[M: Model]:
    """Rows of a model in which the fields `where` have given values, none of them null.

    >>> Prepared(Model, "learner_id", "version_id", order_by="number")  # doctest: +SKIP
    """

    def __init__(self, model: type[M], *where: str, order_by: str = "") -> None:
        self._model = model
        self._where = where
        self._order = (order_by,) if order_by else ()
        self._statements: dict[str, _Statement] = {}

    def rows(self, *values: object) -> list[M]:
        """The rows with these values, in the order of `where`; one query."""
        statement = self._statements.get(connection.vendor) or self._put_together(values)
        given = [
            field.get_db_prep_value(value, connection)
            for field, value in zip(statement.fields, values, strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, given)
            found = cursor.fetchall()
        names = [field.attname for field in self._model._meta.concrete_fields]
        return [self._model.from_db(DEFAULT_DB_ALIAS, names, statement.values(row)) for row in found]

    def first(self, *values: object) -> M | None:
        """The first of the rows, if any."""
        return next(iter(self.rows(*values)), None)

    def _put_together(self, values: Sequence[object]) -> _Statement:
        wanted = dict(zip(self._where, values, strict=True))
        rows = self._model._default_manager.filter(**wanted).order_by(*self._order)
        compiler = rows.query.get_compiler(connection=connection)
        sql, _values = compiler.as_sql()
        columns = [column for column, _sql, _name in compiler.select]
        converters = tuple(
            (place, convert, column)
            for place, (converting, column) in compiler.get_converters(columns).items()
            for convert in converting
        )
        fields = tuple(_plain(self._model, name) for name in self._where)
        statement = _Statement(sql, fields, converters)
        self._statements[connection.vendor] = statement
        return statement


def _plain(model: type[Model], name: str) -> Field[Any, Any]:
    """The field whose values are compared: of `learner_id` that of the learner's own key."""
    return next(field for field in model._meta.concrete_fields if name in {field.name, field.attname})


_stored: dict[tuple[str, type[Model]], _Statement] = {}


def store_new(row: Model) -> None:
    """Store a new row as `row.save()` does and give it its key, in one statement.

    No signals are sent, and the model has plain fields: columns that need no expressions of their own.
    """
    model = type(row)
    statement = _stored.get((connection.vendor, model)) or _insertion(model)
    given = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in statement.fields]
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, given)
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def _insertion(model: type[Model]) -> _Statement:
    quote = connection.ops.quote_name
    fields = tuple(field for field in model._meta.concrete_fields if not isinstance(field, AutoField))
    names = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join("%s" for _field in fields)
    key = str(model._meta.pk.column)
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places}) RETURNING {quote(key)}"
    statement = _stored[connection.vendor, model] = _Statement(sql, fields)
    return statement
