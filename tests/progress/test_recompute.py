"""The command that counts every number again: finds nothing, finds what was broken, and mends it."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command

from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.progress.models import Area, AreaRating, PracticeDay, RatedAttempt, Review
from trainer.progress.resetting import clear_area, work_in
from trainer.progress.settling import settle

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today() -> object:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def learner() -> Learner:
    return learner_of(User.objects.create_user("eira", password="a-long-password"))


def random_work(learner: Learner, count: int) -> None:
    """Answers over nine weeks with both changes of the clock's day, some of them later tries."""
    rng = random.Random(count)
    for version in make_versions(count):
        at = NOON - timedelta(minutes=rng.randrange(9 * 7 * 24 * 60))
        answer(learner, version, rng.choice(["right", "nearly", "wrong"]), at)
        if rng.random() < 0.2:
            answer(learner, version, "right", at + timedelta(hours=3), number=1)
    settle(learner)


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("recompute_progress", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("count", [1, 100, pytest.param(2_000, marks=pytest.mark.long)])
def test_nothing_differs(learner: Learner, count: int) -> None:
    random_work(learner, count)
    assert run() == "learners: 1, mismatches: 0\n"


def test_nothing_differs_after_an_area_was_cleared(learner: Learner) -> None:
    random_work(learner, 60)
    clear_area(learner, Area.ENDINGS, work_in(learner, Area.ENDINGS).latest)
    assert run() == "learners: 1, mismatches: 0\n"


def test_what_was_broken_is_found_and_mended(learner: Learner) -> None:
    random_work(learner, 40)
    AreaRating.objects.filter(learner=learner, area=Area.RULES).update(rating=2000.0)
    rated = RatedAttempt.objects.order_by("pk")[3]
    RatedAttempt.objects.filter(pk=rated.pk).update(rating=1.0)
    Review.objects.order_by("pk")[:1].get().delete()
    day = PracticeDay.objects.order_by("day")[:1].get()
    PracticeDay.objects.filter(pk=day.pk).update(answers=99)

    with pytest.raises(CommandError, match="learners: 1, mismatches: 4"):
        run()
    found = run("--repair")
    assert all(f": {what} " in found for what in ("rating", "rated attempt", "review", "day"))
    assert found.endswith("learners: 1, mismatches: 4, repaired: 4\n")
    assert run() == "learners: 1, mismatches: 0\n"


def test_goes_on_where_it_stopped() -> None:
    learners = sorted((Learner.objects.create() for _ in range(3)), key=lambda learner: learner.pk)
    for learner in learners:
        random_work(learner, 2)
    assert run("--after", str(learners[0].pk)) == "learners: 2, mismatches: 0\n"
    with pytest.raises(CommandError):
        run("--after", "yesterday")
