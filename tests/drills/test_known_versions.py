"""Versions kept in memory are never older than what the database holds."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from trainer.drills.known_versions import current_version, known_version
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


def test_what_a_drill_asks_now_takes_one_query_and_is_never_old(follow: DrillVersion) -> None:
    known_version(follow.pk, DRILL)
    with CaptureQueriesContext(connection) as queries:
        assert current_version(DRILL) is known_version(follow.pk, DRILL)
    assert len(queries) == 2, "one each"
    later = DrillVersion.objects.create(
        drill=follow.drill,
        number=2,
        rule_set=follow.rule_set,
        question=follow.question,
        position=follow.position,
        choices=follow.choices,
        facts=follow.facts,
    )
    assert current_version(DRILL) == follow, "published, and not asked yet"
    Drill.objects.filter(public_id=DRILL).update(current=later)
    found = current_version(DRILL)
    assert found == later and found is not None and found.drill.current == later
    Drill.objects.filter(public_id=DRILL).update(current=None)
    assert current_version(DRILL) is None and current_version("unknown1") is None
