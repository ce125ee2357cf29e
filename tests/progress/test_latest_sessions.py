"""The latest sessions on the dashboard, and what is to be repeated today."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.samples import answer, make_versions
from trainer.accounts.models import Learner
from trainer.drills.models import DrillVersion
from trainer.progress.latest_sessions import SHOWN, latest_sessions
from trainer.progress.models import PracticeSession, SessionItem
from trainer.progress.reviewing import REVIEWS_A_DAY, todays_queue
from trainer.progress.reviews_due import due_themes
from trainer.progress.settling import settle

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
def learner() -> Learner:
    return Learner.objects.create()


def session_of(learner: Learner, versions: list[DrillVersion], at: datetime) -> PracticeSession:
    session = PracticeSession.objects.create(learner=learner, mix="", started_at=at, request_key=uuid.uuid4())
    for place, version in enumerate(versions, start=1):
        SessionItem.objects.create(session=session, place=place, version=version)
    return session


def test_session_counts_the_first_answers_since_it_began(learner: Learner) -> None:
    versions = make_versions(3, "ending")
    answer(learner, versions[0], "right", NOON - timedelta(hours=1))
    session_of(learner, versions, NOON)
    answer(learner, versions[0], "wrong", NOON + timedelta(minutes=1), number=1)
    answer(learner, versions[0], "right", NOON + timedelta(minutes=2), number=2)
    answer(learner, versions[1], "right", NOON + timedelta(minutes=3))

    (found,) = latest_sessions(learner)

    assert (found.drills, found.answered, found.right) == (3, 2, 1)


def test_sessions_of_others_and_untouched_ones_are_not_listed(learner: Learner) -> None:
    session_of(learner, make_versions(2), NOON)
    other = Learner.objects.create()
    versions = make_versions(2)
    session_of(other, versions, NOON)
    answer(other, versions[0], at=NOON + timedelta(minutes=1))
    assert latest_sessions(learner) == []


def test_latest_come_first_in_two_queries(
    learner: Learner, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(SHOWN + 2):
        versions = make_versions(2)
        session_of(learner, versions, NOON + timedelta(days=day))
        answer(learner, versions[0], at=NOON + timedelta(days=day, minutes=1))
    with django_assert_num_queries(2):
        found = latest_sessions(learner)
    starts = [session.started_at for session in found]
    assert starts == sorted(starts, reverse=True)
    assert len(starts) == SHOWN


def test_a_long_break_makes_no_avalanche(learner: Learner) -> None:
    for version in make_versions(REVIEWS_A_DAY + 15, "ending", theme="discard"):
        answer(learner, version, "wrong", NOON - timedelta(days=30))
    settle(learner)
    queue = todays_queue(learner, NOON.date())
    (row,) = due_themes(queue.reviews, NOON.date())
    assert (row.kind, row.theme, row.drills, row.days) == ("ending", "discard", REVIEWS_A_DAY, 30)
    assert queue.waiting == 15
