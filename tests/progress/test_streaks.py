"""Days in a row by the learner's own days, across nights when the clocks change (W26, request 17)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.progress.models import PracticeDay
from trainer.progress.settling import settle
from trainer.progress.streaks import Streak, streak

MARCH = [date(2026, 3, day) for day in range(1, 32)]


@pytest.mark.parametrize(
    ("days", "today", "count"),
    [
        ([], 10, 0),
        ([10], 10, 1),
        ([9, 10], 10, 2),
        ([9, 10], 11, 2),  # not practised yet today
        ([9, 10], 13, 2),  # two rest days, and today may still go on with it
        ([9, 10], 14, 0),
        ([6, 9, 12], 12, 3),  # two days off each time
        ([5, 9, 10], 10, 2),  # three days off begin anew
        ([1, 2, 3, 6, 7], 8, 5),
    ],
)
def test_rest_days_are_forgiven_and_not_counted(days: list[int], today: int, count: int) -> None:
    found = streak([date(2026, 3, day) for day in days], date(2026, 3, today))
    assert found.days == count
    assert found.today == (today in days)


def test_streak_says_how_long_it_holds() -> None:
    assert streak([date(2026, 3, 10)], date(2026, 3, 11)) == Streak(1, False, date(2026, 3, 13))
    assert streak(MARCH, date(2026, 3, 31)).days == 31


def learner_in(zone: str) -> Learner:
    return learner_of(User.objects.create_user(zone.replace("/", ""), password="a-long-word", time_zone=zone))


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["Europe/Oslo", "Europe/Stockholm"])
@pytest.mark.parametrize(
    ("moments", "days"),
    [
        (["2026-03-09T23:30"], [date(2026, 3, 10)]),  # half past midnight (W26)
        (["2026-03-09T11:00", "2026-03-09T23:30"], [date(2026, 3, 9), date(2026, 3, 10)]),
        (["2026-11-28T22:50", "2026-11-28T23:10"], [date(2026, 11, 28), date(2026, 11, 29)]),  # 23:50, 00:10
        # The clocks go forward on 29 March, back on 25 October.
        (["2026-03-28T22:50", "2026-03-28T23:10"], [date(2026, 3, 28), date(2026, 3, 29)]),
        (["2026-03-29T21:50", "2026-03-29T22:10"], [date(2026, 3, 29), date(2026, 3, 30)]),
        (["2026-10-24T21:50", "2026-10-24T22:10"], [date(2026, 10, 24), date(2026, 10, 25)]),
        (["2026-10-25T22:50", "2026-10-25T23:10"], [date(2026, 10, 25), date(2026, 10, 26)]),
    ],
)
def test_days_are_the_learners_own(zone: str, moments: list[str], days: list[date]) -> None:
    learner = learner_in(zone)
    for version, moment in zip(make_versions(len(moments)), moments, strict=True):
        answer(learner, version, at=datetime.fromisoformat(moment).replace(tzinfo=UTC))
    settle(learner)
    assert list(PracticeDay.objects.order_by("day").values_list("day", flat=True)) == days
    assert streak(days, days[-1]).days == len(days)


@pytest.mark.django_db
def test_browser_that_travels_keeps_the_days_of_the_account() -> None:
    """An account in Oslo, answered from anywhere: ten past midnight in Oslo is a new day even in Tokyo."""
    learner = learner_in("Europe/Oslo")
    late, early = make_versions(2)
    answer(learner, late, at=datetime(2026, 6, 1, 21, 50, tzinfo=UTC))
    answer(learner, early, at=datetime(2026, 6, 1, 22, 10, tzinfo=UTC))
    settle(learner)
    assert PracticeDay.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said", "rule"),
    [
        ("nb", "Du har øvd 2 dager på rad.", "Inntil 2 fridager om gangen bryter ikke rekken."),
        ("sv", "Du har övat 2 dagar i rad.", "Upp till 2 lediga dagar åt gången bryter inte raden."),
    ],
)
def test_page_tells_the_days_and_the_rule(language: str, said: str, rule: str, client: Client) -> None:
    learner = learner_in("Europe/Oslo")
    noon = datetime(2026, 3, 29, 10, tzinfo=UTC)
    for days, version in enumerate(make_versions(2)):
        answer(learner, version, at=noon + timedelta(days=days))
    assert learner.user is not None
    client.force_login(learner.user)
    with time_machine.travel(noon + timedelta(days=2), tick=False), override(language):
        html = client.get(reverse("drills:index")).content.decode()
    assert said in html
    assert rule in html
