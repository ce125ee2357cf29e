"""Statements put together once find and store what Django's own do."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from trainer.accounts.models import Learner
from trainer.drills.models import Attempt, DrillVersion
from trainer.table.prepared import Prepared, store_new


def fields_of(row: Learner | Attempt) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def attempt(learner: Learner, version: DrillVersion, number: int = 0) -> Attempt:
    return Attempt(learner=learner, version=version, number=number, choice="S5", verdict="right", loss=0.0)


def test_rows_are_those_that_django_finds(follow: DrillVersion) -> None:
    learner, other = Learner.objects.create(), Learner.objects.create()
    for number in (2, 0, 1):
        attempt(learner, follow, number).save()
    attempt(other, follow).save()
    found = Prepared(Attempt, "learner_id", "version_id", order_by="number")
    for whose in (learner, other, learner):
        rows = found.rows(whose.pk, follow.pk)
        wanted = Attempt.objects.filter(learner=whose).order_by("number")
        assert [fields_of(row) for row in rows] == [fields_of(row) for row in wanted]
        assert not rows[0]._state.adding
    assert found.rows(learner.pk, follow.pk + 1) == []


def test_a_row_is_found_by_one_query_and_keeps_its_types(db: None) -> None:
    learner = Learner.objects.create()
    found = Prepared(Learner, "id")
    for _time in range(2):
        with CaptureQueriesContext(connection) as queries:
            same = found.first(learner.pk)
        assert len(queries) == 1 and same is not None
        assert same == learner and fields_of(same) == fields_of(Learner.objects.get())
    learner.delete()
    assert found.first(same.pk) is None


def test_a_row_is_stored_as_save_does(follow: DrillVersion) -> None:
    learner = Learner.objects.create()
    first, second = attempt(learner, follow), attempt(learner, follow, 1)
    with CaptureQueriesContext(connection) as queries:
        store_new(first)
    second.save()
    assert len(queries) == 1 and first.pk and first.pk != second.pk and not first._state.adding
    stored = Attempt.objects.get(pk=first.pk)
    assert fields_of(stored) == fields_of(first)
    first.choice = "S2"
    first.save(update_fields=["choice"])
    assert Attempt.objects.get(pk=first.pk).choice == "S2"


def test_what_the_table_forbids_is_not_stored(follow: DrillVersion) -> None:
    learner = Learner.objects.create()
    store_new(attempt(learner, follow))
    with pytest.raises(IntegrityError), transaction.atomic():
        store_new(attempt(learner, follow))
    assert Attempt.objects.count() == 1
