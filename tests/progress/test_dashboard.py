"""The dashboard: ratings with their bands, days of practice, what is due, weak themes, in both languages."""

from __future__ import annotations

import random
import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.progress.test_history import many_attempts
from tests.samples import answer, make_versions
from trainer.accounts.models import Learner
from trainer.progress.calendar import WEEKS, calendar, calendar_of
from trainer.progress.models import Area, RatedAttempt
from trainer.progress.periods import Period, span_of
from trainer.progress.rating_chart import rating_chart
from trainer.progress.rating_history import AreaHistory, rating_histories
from trainer.progress.ratings import Rating
from trainer.progress.settling import settle

pytestmark = pytest.mark.django_db

OSLO = ZoneInfo("Europe/Oslo")
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
TODAY = date(2026, 11, 29)


def page(client: Client, language: str = "nb", query: str = "") -> str:
    with override(language):
        response = client.get(reverse("progress:mine") + query)
    assert response.status_code == 200
    return response.content.decode()


def random_work(learner: Learner, count: int) -> None:
    rng = random.Random(count)
    for version in make_versions(count):
        at = NOON - timedelta(minutes=rng.randrange(80 * 24 * 60))
        answer(learner, version, rng.choice(["right", "nearly", "wrong"]), at)
    settle(learner)


@pytest.mark.parametrize("period", list(Period))
@time_machine.travel(NOON, tick=False)
def test_history_holds_the_last_rating_of_each_time(learner: Learner, period: Period) -> None:
    random_work(learner, 80)
    span = span_of(period, TODAY)
    expected: dict[tuple[str, date], float] = {}
    before: dict[str, float] = {}
    for rated in RatedAttempt.objects.select_related("attempt").order_by("attempt__answered_at"):
        day = rated.attempt.answered_at.astimezone(OSLO).date()
        start = day - timedelta(days=day.weekday()) if span.weekly else day
        if span.first is not None and day < span.first:
            before[rated.area] = rated.rating
        else:
            expected[rated.area, start] = rated.rating

    histories = rating_histories(learner, span, OSLO)

    found = {
        (history.area, start): rating.rating
        for history in histories
        for start, rating in history.points.items()
    }
    assert found == expected
    assert {h.area: h.before for h in histories if h.before is not None} == before
    assert all(list(history.points) == sorted(history.points) for history in histories)


def test_change_is_counted_from_before_the_span() -> None:
    days = {date(2026, 11, 2): Rating(1520, 100), date(2026, 11, 9): Rating(1544, 90)}
    assert AreaHistory(Area.RULES, Rating(1544, 90), 9, 1500.0, days).change == 44
    assert AreaHistory(Area.RULES, Rating(1544, 90), 9, None, days).change == 24
    assert AreaHistory(Area.RULES, Rating(1544, 90), 9, 1544.0, {}).change is None


def test_chart_draws_line_and_band_to_scale() -> None:
    buckets = [date(2026, 11, 2), date(2026, 11, 9), date(2026, 11, 16)]
    points = {buckets[0]: Rating(1500, 100), buckets[2]: Rating(1600, 50)}
    history = AreaHistory(Area.PHASE_ONE, points[buckets[2]], 9, None, points)

    chart = rating_chart([history], buckets)

    assert chart is not None
    assert chart.axis == (1700, 1600, 1500, 1400, 1300)
    (each,) = chart.lines
    assert [(point.x, point.y) for point in each.line.points] == [("0.0%", "50.0%"), ("100.0%", "25.0%")]
    assert each.band == "M0.0,0.0 100.0,0.0 100.0,50.0 0.0,100.0Z"
    assert each.line.stroke == 2


def test_one_time_alone_has_a_band_to_be_seen() -> None:
    start = date(2026, 11, 2)
    history = AreaHistory(Area.RULES, Rating(), 1, None, {start: Rating(1500, 350)})
    chart = rating_chart([history], [start])
    assert chart is not None
    assert chart.lines[0].band.startswith("M49.2,")
    assert rating_chart([AreaHistory(Area.RULES, Rating(), 1, None, {})], [start]) is None


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-03-28T23:10", date(2026, 3, 29)),  # ten past midnight, the night the clocks go forward
        ("2026-03-29T21:50", date(2026, 3, 29)),
        ("2026-03-29T22:10", date(2026, 3, 30)),
        ("2026-10-24T22:10", date(2026, 10, 25)),
        ("2026-10-25T22:50", date(2026, 10, 25)),  # the day with 25 hours
        ("2026-10-25T23:10", date(2026, 10, 26)),
    ],
)
def test_calendar_counts_the_learners_own_days(learner: Learner, moment: str, day: date) -> None:
    answer(learner, make_versions(1)[0], at=datetime.fromisoformat(moment).replace(tzinfo=UTC))
    settle(learner)
    found = calendar(learner, day, "nb")
    (practised,) = [each for _s, _f, days in found.rows for each in days if each.answers]
    assert (practised.is_today, practised.answers, found.practised) == (True, 1, 1)


@pytest.mark.parametrize(
    ("language", "weekdays"), [("nb", ("mandag", "søndag")), ("sv", ("måndag", "söndag"))]
)
def test_calendar_is_whole_weeks_from_monday(language: str, weekdays: tuple[str, str]) -> None:
    found = calendar_of({date(2026, 11, 25): 16, date(2026, 11, 24): 4, date(2020, 1, 1): 9}, TODAY, language)
    assert (found.rows[0][1], found.rows[-1][1]) == weekdays
    assert found.weeks == tuple(range(37, 49))
    assert sum(weeks for _name, weeks in found.months) == WEEKS == len(found.rows[0][2])
    assert [row[2][-1].shade for row in found.rows] == [0, 1, 3, 0, 0, 0, 0]
    assert (found.practised, found.days) == (2, 84)


def test_days_to_come_are_empty() -> None:
    found = calendar_of({}, date(2026, 11, 25), "nb")
    assert [row[2][-1].answers for row in found.rows] == [0, 0, 0, None, None, None, None]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "nb",
            ("Rating over tid", "Repeter i dag", "Dager du har øvd", "Mestring", "Her har du mest å hente"),
        ),
        (
            "sv",
            (
                "Rating över tid",
                "Repetera i dag",
                "Dagar du har övat",
                "Färdighet",
                "Här har du mest att vinna",
            ),
        ),
    ],
)
@time_machine.travel(NOON, tick=False)
def test_page_has_every_panel(
    signed_in: Client, learner: Learner, language: str, words: tuple[str, ...]
) -> None:
    random_work(learner, 40)
    html = page(signed_in, language)
    assert all(word in html for word in words)
    shown = re.search(r'<b class="num">(\d+)</b>', html)
    assert shown
    assert 900 < int(shown[1]) < 2100


@time_machine.travel(NOON, tick=False)
def test_missed_drill_is_due_and_leads_to_its_theme(signed_in: Client, learner: Learner) -> None:
    answer(learner, make_versions(1, "ending", theme="discard")[0], "wrong", NOON - timedelta(days=20))
    html = page(signed_in)
    assert "Du har 1 øvelse å repetere i dag." in html
    assert "sist for 20 dager siden" in html


@time_machine.travel(NOON, tick=False)
def test_kind_without_answers_invites(signed_in: Client, learner: Learner) -> None:
    answer(learner, make_versions(1, "ending")[0], at=NOON)
    html = page(signed_in, query="?kind=rules")
    assert "Ingen svar av dette slaget ennå" in html
    assert f'{reverse("drills:next")}?kind=rules"' in html


@pytest.mark.parametrize("count", [1, 100, pytest.param(10_000, marks=pytest.mark.long)])
@time_machine.travel(NOON + timedelta(days=1), tick=False)
def test_queries_do_not_grow(
    signed_in: Client, learner: Learner, count: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    many_attempts(learner, count)
    settle(learner)
    with django_assert_max_num_queries(MOST_QUERIES):
        page(signed_in)


MOST_QUERIES = 17
