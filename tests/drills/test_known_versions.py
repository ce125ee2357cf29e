"""Versions kept in memory are never older than what the database holds."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from trainer.drills.known_versions import known_version
from trainer.drills.models import Drill, DrillVersion

DRILL = "foll0w145"


def test_a_version_is_loaded_once(follow: DrillVersion) -> None:
    with CaptureQueriesContext(connection) as queries:
        first = known_version(follow.pk, DRILL)
        again = known_version(follow.pk, DRILL)
    assert again is first and len(queries) <= 3
    assert (again.position, again.choices, again.drill.public_id) == (follow.position, follow.choices, DRILL)
    assert again.drill.current == again


def test_what_changes_about_the_drill_is_seen_at_once(follow: DrillVersion) -> None:
    before = known_version(follow.pk, DRILL)
    Drill.objects.filter(public_id=DRILL).update(holds_under="13-free")
    assert known_version(follow.pk, DRILL).drill.holds_under == "13-free" != before.drill.holds_under
    Drill.objects.filter(public_id=DRILL).update(current=None)
    assert known_version(follow.pk, DRILL).drill.current_id is None


def test_a_version_belongs_to_its_drill(follow: DrillVersion, ending: DrillVersion) -> None:
    for pk, public_id in ((follow.pk, ending.drill.public_id), (follow.pk + 1000, DRILL)):
        with pytest.raises(DrillVersion.DoesNotExist):
            known_version(pk, public_id)
