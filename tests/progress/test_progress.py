"""My progress: the numbers, the days of the learner's own zone, and the page for guests and users."""

from __future__ import annotations

import random
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import learner_of
from trainer.drills.models import Attempt, Drill
from trainer.progress.charts import accuracy_chart, cost_chart
from trainer.progress.periods import Period, span_of
from trainer.progress.queries import Tally, numbers
from trainer.progress.settling import settle

pytestmark = pytest.mark.django_db

OSLO = ZoneInfo("Europe/Oslo")
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def page(client: Client, language: str = "nb", query: str = "") -> str:
    with override(language):
        response = client.get(reverse("progress:mine") + query)
    assert response.status_code == 200
    return response.content.decode()


def random_attempts(learner: Learner, count: int, seed: int = 1) -> list[Attempt]:
    """First attempts spread over a year, every fifth followed by a later try."""
    rng = random.Random(seed)
    attempts = []
    for place, version in enumerate(make_versions(count)):
        at = NOON - timedelta(minutes=rng.randrange(365 * 24 * 60))
        verdict = rng.choice(["right", "nearly", "wrong"])
        attempts.append(answer(learner, version, verdict, at))
        if place % 5 == 0:
            answer(learner, version, "right", at + timedelta(hours=1), number=1)
    return attempts


@pytest.mark.parametrize("period", list(Period))
def test_numbers_equal_a_count_by_hand(learner: Learner, period: Period) -> None:
    attempts = random_attempts(learner, 60)
    span = span_of(period, NOON.astimezone(OSLO).date())
    expected: dict[tuple[str, str, date], list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        day = attempt.answered_at.astimezone(OSLO).date()
        start = day - timedelta(days=day.weekday()) if span.weekly else day
        if span.first is None or day >= span.first:
            expected[attempt.version.drill.kind, attempt.version.drill.theme, start].append(attempt)

    found = numbers(learner, span, OSLO)

    assert {(cell.kind, cell.theme, cell.start) for cell in found.cells} == set(expected)
    for cell in found.cells:
        here = expected[cell.kind, cell.theme, cell.start]
        losses = [attempt.loss for attempt in here if cell.kind != Drill.Kind.RULES]
        assert cell.tally.attempts == len(here)
        assert cell.tally.right == sum(attempt.verdict == "right" for attempt in here)
        assert cell.tally.cost == (pytest.approx(sum(losses) / len(losses)) if losses else None)
    assert found.total.attempts == sum(map(len, expected.values()))


def test_nearly_counts_as_not_right(learner: Learner) -> None:
    for verdict, version in zip(("right", "nearly", "wrong"), make_versions(60, "follow")[:3], strict=True):
        Attempt.objects.create(
            learner=learner, version=version, number=0, choice="X", verdict=verdict, loss=0.2
        )

    total = numbers(learner, span_of(Period.ALL, date(2026, 11, 29)), OSLO).total

    assert (total.attempts, total.right, total.accuracy) == (3, 1, 33)


def test_rules_cost_no_tricks(learner: Learner) -> None:
    answer(learner, make_versions(1, "rules")[0], "wrong")

    total = numbers(learner, span_of(Period.ALL, date(2026, 11, 29)), OSLO).total

    assert total.attempts == 1
    assert total.cost is None


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-03-09T23:30", date(2026, 3, 10)),  # half past midnight in Oslo (W26)
        ("2026-03-29T00:30", date(2026, 3, 29)),  # before the clocks go forward
        ("2026-03-28T23:10", date(2026, 3, 29)),
        ("2026-06-30T22:30", date(2026, 7, 1)),  # summer time is two hours ahead
        ("2026-10-24T22:30", date(2026, 10, 25)),
        ("2026-10-25T22:30", date(2026, 10, 25)),  # the day with 25 hours
        ("2026-10-25T23:30", date(2026, 10, 26)),
    ],
)
def test_attempt_falls_on_the_learners_own_day(learner: Learner, moment: str, day: date) -> None:
    answer(learner, make_versions(1)[0], at=datetime.fromisoformat(moment).replace(tzinfo=UTC))

    (cell,) = numbers(learner, span_of(Period.FOUR_WEEKS, day), OSLO).cells

    assert cell.start == day


def test_first_day_of_the_span_begins_at_local_midnight(learner: Learner) -> None:
    before, after = make_versions(2)
    answer(learner, before, at=datetime(2026, 11, 1, 22, 59, tzinfo=UTC))
    answer(learner, after, at=datetime(2026, 11, 1, 23, 0, tzinfo=UTC))

    cells = numbers(learner, span_of(Period.FOUR_WEEKS, date(2026, 11, 29)), OSLO).cells

    assert [cell.start for cell in cells] == [date(2026, 11, 2)]


@pytest.mark.parametrize(
    ("period", "buckets", "first"),
    [
        (Period.FOUR_WEEKS, 28, date(2026, 11, 2)),
        (Period.TWELVE_WEEKS, 12, date(2026, 9, 7)),
        (Period.YEAR, 52, date(2025, 12, 1)),
    ],
)
def test_spans_end_today(period: Period, buckets: int, first: date) -> None:
    days = span_of(period, date(2026, 11, 29)).buckets()
    assert (len(days), days[0]) == (buckets, first)
    assert days[-1] <= date(2026, 11, 29)


def test_open_span_begins_with_the_first_attempt() -> None:
    days = span_of(Period.ALL, date(2026, 11, 29)).buckets(date(2026, 11, 11))
    assert days == [date(2026, 11, 9), date(2026, 11, 16), date(2026, 11, 23)]


def test_chart_points_are_the_tables_numbers() -> None:
    buckets = [date(2026, 11, 9), date(2026, 11, 16), date(2026, 11, 23)]
    series = {"follow": {buckets[0]: Tally(4, 3, 4, 2.0), buckets[2]: Tally(2, 2, 2, 0.0)}}

    (line,) = accuracy_chart(series, buckets).lines
    assert [(point.x, point.y) for point in line.points] == [("0.0%", "25.0%"), ("100.0%", "0.0%")]
    assert len(line.segments) == 1

    chart = cost_chart(series, buckets)
    assert chart.axis == (0.6, 0.3, 0)
    assert [point.y for point in chart.lines[0].points] == ["16.7%", "100.0%"]


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_guest_without_work_is_shown_the_way(client: Client, language: str) -> None:
    html = page(client, language)
    with override(language):
        assert f'href="{reverse("drills:next")}"' in html
        assert f'href="{reverse("account_signup")}"' in html
    assert Learner.objects.count() == 0


def test_guest_sees_own_work_and_where_it_is_kept(client: Client) -> None:
    client.get(reverse("classes:join"))
    guest = Learner.objects.create(id=_guest_of(client))
    answer(guest, make_versions(1, "ending")[0], "wrong")

    html = page(client)

    assert "blir lagret på denne enheten" in html
    assert "Feil" in html


def _guest_of(client: Client) -> str:
    return str(signing.loads(client.cookies["learner"].value, salt="learner"))


@pytest.mark.parametrize("language", ["nb", "sv"])
@time_machine.travel(NOON, tick=False)
def test_page_shows_totals_and_later_tries(signed_in: Client, learner: Learner, language: str) -> None:
    right, wrong = make_versions(2, "ending")
    answer(learner, right, "right", NOON - timedelta(days=1))
    answer(learner, wrong, "wrong", NOON - timedelta(hours=2))
    answer(learner, wrong, "right", NOON - timedelta(hours=1), number=1)

    html = page(signed_in, language)

    assert "1 (50 %)" in html
    assert html.count({"nb": "Nytt forsøk", "sv": "Nytt försök"}[language]) == 1
    assert "no-store" in signed_in.get(reverse("progress:mine"))["Cache-Control"]


@time_machine.travel(NOON, tick=False)
def test_filters_stand_in_the_address(signed_in: Client, learner: Learner) -> None:
    answer(learner, make_versions(1, "ending")[0], at=NOON - timedelta(days=40))
    answer(learner, make_versions(1, "follow")[0], at=NOON - timedelta(days=2))

    assert 'aria-current="true">12 uker' in page(signed_in)
    assert "Ingen svar i denne perioden" in page(signed_in, query="?kind=ending&period=4w")
    assert "Ingen svar i denne perioden" not in page(signed_in, query="?kind=ending&period=year")
    assert 'aria-current="true">12 uker' in page(signed_in, query="?kind=nothing&period=nonsense")


def test_another_learners_work_is_not_shown(signed_in: Client) -> None:
    answer(learner_of(User.objects.create_user("noah")), make_versions(1)[0])
    assert "Ingenting her ennå" in page(signed_in)


@pytest.mark.parametrize("period", list(Period))
def test_queries_do_not_grow_with_attempts(
    signed_in: Client,
    learner: Learner,
    period: Period,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    random_attempts(learner, 1)
    settle(learner)
    with django_assert_max_num_queries(17):
        page(signed_in, query=f"?period={period}")
    random_attempts(learner, 300, seed=2)
    settle(learner)
    with django_assert_max_num_queries(17):
        page(signed_in, query=f"?period={period}")
