"""Attempts: stored once, graded by the version, moved with a guest (W22, W25)."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.drills.helpers import key_with
from trainer.accounts.models import Learner, User
from trainer.accounts.services import adopt_guest, learner_of
from trainer.drills.judging import UnknownChoice
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.services import Outcome, record_attempt
from trainer.drills.signals import attempt_recorded

ROOT = Path(__file__).resolve().parents[2]
EARLIER = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture
def learner(db: None) -> Learner:
    return Learner.objects.create()


def test_answer_is_graded_by_its_loss(learner: Learner, follow: DrillVersion) -> None:
    graded = [
        record_attempt(learner, follow, number, key).attempt for number, key in enumerate(follow.choices)
    ]
    assert {attempt.choice: (attempt.verdict, attempt.loss) for attempt in graded} == {
        "S5": ("right", 0),
        "S2": ("right", 0.087),
        "SJ": ("wrong", 0.367),
        "SK": ("wrong", 0.593),
    }


def test_same_answer_again_is_the_same_attempt(learner: Learner, follow: DrillVersion) -> None:
    first = record_attempt(learner, follow, 0, "S2")
    again = record_attempt(learner, follow, 0, "S2")
    assert (first.outcome, again.outcome) == (Outcome.STORED, Outcome.SAME_AGAIN)
    assert first.attempt == again.attempt


def test_other_answer_to_the_same_attempt_changes_nothing(learner: Learner, follow: DrillVersion) -> None:
    record_attempt(learner, follow, 0, "SK")
    late = record_attempt(learner, follow, 0, "S2")
    assert (late.outcome, late.attempt.choice) == (Outcome.ANSWERED_BEFORE, "SK")
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize("key", ["", "HQ", "CK", "you", "S10", "♠2", "x" * 400])
def test_what_is_no_choice_is_not_stored(key: str, learner: Learner, follow: DrillVersion) -> None:
    with pytest.raises(UnknownChoice):
        record_attempt(learner, follow, 0, key)
    assert not Attempt.objects.exists()


def test_signal_comes_once_with_the_assignment(learner: Learner, follow: DrillVersion) -> None:
    heard: list[tuple[Attempt, str | None]] = []

    def listen(attempt: Attempt, assignment: str | None, **_signal: Any) -> None:
        heard.append((attempt, assignment))

    attempt_recorded.connect(listen)
    try:
        stored = record_attempt(learner, follow, 0, "S2", "as1gn").attempt
        record_attempt(learner, follow, 0, "S2", "as1gn")
    finally:
        attempt_recorded.disconnect(listen)
    assert heard == [(stored, "as1gn")]


def test_listener_that_fails_undoes_the_attempt(learner: Learner, follow: DrillVersion) -> None:
    def refuse(**_signal: Any) -> None:
        raise RuntimeError("no")

    attempt_recorded.connect(refuse)
    try:
        with pytest.raises(RuntimeError):
            record_attempt(learner, follow, 0, "S2")
    finally:
        attempt_recorded.disconnect(refuse)
    assert not Attempt.objects.exists()


def test_twenty_answers_at_once_store_one_attempt(tmp_path: Path) -> None:
    environment = os.environ | {"SITE_SQLITE_PATH": str(tmp_path / "db.sqlite3")}
    environment.pop("SITE_DATABASE", None)
    command = [sys.executable, "-m", "tests.drills.parallel"]
    ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stdout.split() == ["20", "1", "1"], ran.stderr[-2000:]


def attempt(learner: Learner, version: DrillVersion, number: int, days: int, key: str) -> Attempt:
    return Attempt.objects.create(
        learner=learner,
        version=version,
        number=number,
        choice=key,
        verdict="right",
        loss=0,
        answered_at=EARLIER + timedelta(days=days),
    )


def adopted(guest: Learner, user: User) -> list[tuple[int, str]]:
    adopt_guest(guest.pk, user)
    mine = Attempt.objects.filter(learner=learner_of(user)).order_by("version__drill__public_id", "number")
    return [(attempt.number, attempt.choice) for attempt in mine]


def test_guest_brings_attempts_along(learner: Learner, follow: DrillVersion, ending: DrillVersion) -> None:
    user = User.objects.create_user("eira")
    attempt(learner, follow, 0, 1, "S2")
    attempt(learner, follow, 1, 2, "SK")
    assert adopted(learner, user) == [(0, "S2"), (1, "SK")]
    assert not Learner.objects.filter(pk=learner.pk).exists()


def test_earliest_answer_counts_when_both_have_one(learner: Learner, follow: DrillVersion) -> None:
    user = User.objects.create_user("eira")
    attempt(learner_of(user), follow, 0, 5, "SK")
    attempt(learner_of(user), follow, 1, 9, "SJ")
    attempt(learner, follow, 0, 1, "S2")
    attempt(learner, follow, 1, 7, "S5")
    assert adopted(learner, user) == [(0, "S2"), (1, "SK"), (2, "S5"), (3, "SJ")]


def test_account_keeps_its_first_answer_when_it_is_older(learner: Learner, follow: DrillVersion) -> None:
    user = User.objects.create_user("eira")
    attempt(learner_of(user), follow, 0, 1, "SK")
    attempt(learner, follow, 0, 5, "S2")
    assert adopted(learner, user) == [(0, "SK"), (1, "S2")]


def test_right_and_wrong_choices_of_every_drill_are_graded(
    learner: Learner, drills: dict[str, Drill]
) -> None:
    for drill in drills.values():
        version = drill.current
        assert version is not None
        version.drill = drill
        assert record_attempt(learner, version, 0, key_with(version, True)).attempt.verdict == "right"
        assert record_attempt(learner, version, 1, key_with(version, False)).attempt.verdict != "right"
