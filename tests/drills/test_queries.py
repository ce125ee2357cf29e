"""The order of drills, counts, and what other features ask for."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.drills.helpers import key_with
from trainer.accounts.models import Learner
from trainer.drills import queries
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.services import record_attempt

ROWS = [(f"d{number:03}", "follow", "win" if number % 5 < 2 else "duck") for number in range(200)]


def test_every_learner_has_an_order_of_their_own_that_stays() -> None:
    first, second = queries.spread("user:1", ROWS), queries.spread("user:2", ROWS)
    assert first == queries.spread("user:1", reversed(ROWS))
    assert first != second
    assert sorted(first) == sorted(second) == [row[0] for row in ROWS]


@pytest.mark.parametrize("learner", range(30))
def test_win_answers_are_35_to_65_per_cent_of_any_twenty_in_a_row(learner: int) -> None:
    side = {row[0]: row[2] for row in ROWS}
    order = queries.spread(f"user:{learner}", ROWS)
    for start in range(0, 180, 20):
        wins = sum(side[public_id] == "win" for public_id in order[start : start + 20])
        assert 5 <= wins <= 11, "the library has 40 % of them, so twenty have 8 give or take"


def test_order_does_not_alternate() -> None:
    side = {row[0]: row[2] for row in ROWS}
    sides = "".join(side[public_id][0] for public_id in queries.spread("user:1", ROWS))
    assert "ww" in sides and "ddd" in sides


def test_next_goes_round_and_passes_over_what_is_answered() -> None:
    order = ["a", "b", "c", "d"]
    assert queries.next_public_id(order, set()) == "a"
    assert queries.next_public_id(order, {"c"}, after="b") == "d"
    assert queries.next_public_id(order, {"b"}, after="d") == "a"
    assert queries.next_public_id(order, {"a", "b", "d"}, after="c") == "c"
    assert queries.next_public_id(order, set(order), after="c") is None
    assert queries.next_public_id([], set()) is None


def test_day_has_one_drill_of_phase_one(drills: dict[str, Drill]) -> None:
    days = [date(2026, 12, day) for day in range(1, 29)]
    chosen = [queries.drill_of_the_day(day) for day in days]
    assert all(drill and drill.kind == "follow" and drill.current for drill in chosen)
    assert chosen == [queries.drill_of_the_day(day) for day in days]
    assert len({drill.public_id for drill in chosen if drill}) > 3


@pytest.mark.django_db
def test_empty_library_has_no_drill_of_the_day() -> None:
    assert queries.drill_of_the_day(date(2026, 12, 1)) is None


def test_counts_are_the_learners_own(drills: dict[str, Drill], follow: DrillVersion) -> None:
    learner, other = Learner.objects.create(), Learner.objects.create()
    record_attempt(learner, follow, 0, "SK")
    record_attempt(learner, follow, 1, "S2")
    counts = {count.kind: count for count in queries.kind_counts(learner)}
    assert (counts["follow"].total, counts["follow"].done, counts["follow"].left) == (6, 1, 5)
    assert {count.done for count in queries.kind_counts(other)} == {0}
    assert {count.done for count in queries.kind_counts(None)} == {0}


def test_missed_drills_leave_when_a_retry_is_right(follow: DrillVersion) -> None:
    learner = Learner.objects.create()
    record_attempt(learner, follow, 0, "SK")
    assert [drill.public_id for drill in queries.missed_drills(learner)] == ["foll0w145"]
    record_attempt(learner, follow, 1, "S2")
    assert queries.missed_drills(learner) == []


def test_first_attempts_leave_out_retries(follow: DrillVersion, ending: DrillVersion) -> None:
    learner = Learner.objects.create()
    for number in range(3):
        record_attempt(learner, follow, number, key_with(follow, right=number > 0))
    record_attempt(learner, ending, 0, "C2")
    assert queries.attempts_of(learner).count() == 4
    assert {attempt.version for attempt in queries.first_attempts(learner)} == {follow, ending}
    assert not Attempt.objects.exclude(learner=learner).exists()


def test_versions_and_themes_are_of_offered_drills(drills: dict[str, Drill]) -> None:
    Drill.objects.filter(public_id="foll0w20").update(current=None)
    versions = queries.versions_for(["foll0w20", "foll0w145", "unknown1"])
    assert list(versions) == ["foll0w145"]
    grouped = queries.drills_by_theme("follow")
    assert sum(map(len, grouped.values())) == 5
    assert {key: len(found) for key, found in grouped.items()} == queries.theme_counts("follow")


def test_an_order_is_kept_until_the_library_changes(drills: dict[str, Drill]) -> None:
    order = queries.drill_order("user:1", "follow")
    with CaptureQueriesContext(connection) as found:
        assert queries.drill_order("user:1", "follow") == order
    assert len(found) == 1, "whether anything has changed"
    gone = order[2]
    Drill.objects.filter(public_id=gone).update(current=None)
    assert queries.drill_order("user:1", "follow") == [name for name in order if name != gone]
    Drill.objects.filter(public_id=order[0]).update(kind="lead")
    assert order[0] not in queries.drill_order("user:1", "follow")
    assert queries.drill_order("user:2", "follow") != queries.drill_order("user:1", "follow")


def test_an_order_is_of_the_themes_as_they_are_now(drills: dict[str, Drill]) -> None:
    """A theme whose name is as long as the one before is another theme all the same."""
    drill = Drill.objects.filter(kind="follow").exclude(current=None).earliest("pk")
    assert drill.public_id in queries.drill_order("user:1", "follow", drill.theme)
    before = drill.theme
    Drill.objects.filter(pk=drill.pk).update(theme=before[::-1])
    assert drill.public_id not in queries.drill_order("user:1", "follow", before)
