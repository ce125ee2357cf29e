"""Missed drills come back (requests 9, 12, 13, 14): when, how many a day, and after a long break."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.samples import answer, make_versions
from trainer.accounts.models import Learner
from trainer.progress.models import Review
from trainer.progress.reviewing import REVIEWS_A_DAY, todays_queue
from trainer.progress.scheduling import LONGEST_INTERVAL, first_plan, next_plan
from trainer.progress.settling import settle

DAY = date(2026, 3, 20)


def test_wrong_comes_back_the_next_day_and_clean_solves_wait_ever_longer() -> None:
    plan = first_plan("wrong", DAY)
    assert plan.due_on == DAY + timedelta(days=1)
    gaps = []
    for _ in range(8):
        plan = next_plan(plan, "right", plan.due_on)
        gaps.append((plan.due_on - plan.last_on).days)
    assert gaps == sorted(gaps)
    assert gaps[-1] > 14
    assert max(gaps) <= LONGEST_INTERVAL


def test_a_miss_comes_back_sooner_than_a_clean_solve() -> None:
    plan = next_plan(
        next_plan(first_plan("wrong", DAY), "right", DAY + timedelta(days=1)), "right", date(2026, 3, 25)
    )
    due = {verdict: next_plan(plan, verdict, plan.due_on).due_on for verdict in ("right", "nearly", "wrong")}
    assert due["wrong"] < due["nearly"] <= due["right"]
    assert first_plan("wrong", DAY).stability < first_plan("nearly", DAY).stability


@pytest.mark.parametrize(
    "day", [date(2026, 3, 28), date(2026, 3, 29), date(2026, 10, 24), date(2026, 10, 25)]
)
def test_nights_when_clocks_change_move_no_review(day: date) -> None:
    assert first_plan("wrong", day).due_on == day + timedelta(days=1)


def at(day: date, hour: int = 12) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC)


@pytest.mark.django_db
def test_a_retry_on_the_same_day_plans_nothing() -> None:
    learner, version = Learner.objects.create(), make_versions(1, "follow")[0]
    answer(learner, version, "wrong", at(DAY))
    settle(learner)
    before = Review.objects.values().get()
    answer(learner, version, "right", at(DAY, 13), number=1)
    answer(learner, version, "right", at(DAY, 14), number=2)
    settle(learner)
    assert Review.objects.values().get() == before


@pytest.mark.django_db
def test_the_same_drill_answered_when_it_is_due_is_a_review() -> None:
    learner, version = Learner.objects.create(), make_versions(1, "follow")[0]
    answer(learner, version, "wrong", at(DAY, 23))
    answer(learner, version, "right", at(DAY + timedelta(days=1), 1), number=1)  # not yet two days in Oslo
    settle(learner)
    row = Review.objects.get()
    assert (row.repeats, row.last_on) == (0, DAY + timedelta(days=1))  # 23:00Z is the next day in Oslo
    answer(learner, version, "right", at(DAY + timedelta(days=2)), number=2)
    settle(learner)
    row.refresh_from_db()
    assert row.repeats == 1
    assert row.due_on > DAY + timedelta(days=3)


@pytest.mark.django_db
def test_a_right_first_answer_plans_no_review() -> None:
    learner, version = Learner.objects.create(), make_versions(1, "follow")[0]
    answer(learner, version, "right", at(DAY))
    settle(learner)
    assert not Review.objects.exists()


@pytest.mark.django_db
def test_thirty_days_away_with_200_due_bring_a_days_measure_and_lose_nothing() -> None:
    learner = Learner.objects.create()
    for version in make_versions(200, "follow"):
        answer(learner, version, "wrong", at(DAY))
    settle(learner)
    today = DAY + timedelta(days=30)
    for day in range(10):
        queue = todays_queue(learner, today + timedelta(days=day))
        assert len(queue) <= REVIEWS_A_DAY
        assert len(queue) + queue.waiting <= 200
        for row in queue.reviews:
            plan = next_plan(first_plan("wrong", DAY), "right", today + timedelta(days=day))
            Review.objects.filter(pk=row.pk).update(
                repeats=1, last_on=plan.last_on, due_on=plan.due_on, stability=plan.stability
            )
        assert len(todays_queue(learner, today + timedelta(days=day))) == 0  # the day's measure is done
    assert Review.objects.filter(learner=learner).count() == 200
    assert Review.objects.filter(repeats=0).count() == 0
