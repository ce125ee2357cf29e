"""Answers taken into ratings, reviews and days: once each, the same again from the attempts alone."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.samples import answer, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import adopt_guest, learner_of
from trainer.drills.models import Attempt, DrillVersion
from trainer.progress.models import (
    Area,
    AreaRating,
    DrillRating,
    PracticeDay,
    PracticeSession,
    RatedAttempt,
    Review,
)
from trainer.progress.replaying import Standing
from trainer.progress.settling import computed, rebuild, settle

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)


@pytest.fixture
def learner() -> Learner:
    return learner_of(User.objects.create_user("eira", password="a-long-password"))


def random_answers(learner: Learner, versions: list[DrillVersion], seed: int = 1, first: int = 0) -> None:
    """Seven a day and some retries; `first` days after the others."""
    rng = random.Random(seed)
    for place, version in enumerate(versions, start=first):
        at = NOON + timedelta(days=place // 7, minutes=place)
        answer(learner, version, rng.choice(["right", "nearly", "wrong"]), at)
        if place % 4 == 0:
            again = answer(learner, version, "wrong", at + timedelta(days=2), number=1)
            Attempt.objects.filter(pk=again.pk).update(unrated="retry")


def assert_stored_is_computed(learner: Learner) -> Standing:
    """What is stored equals what the attempts alone add up to."""
    standing = computed(learner)
    ratings = {row.area: row for row in AreaRating.objects.filter(learner=learner)}
    assert set(ratings) == set(standing.ratings)
    for area, held in standing.ratings.items():
        row = ratings[area]
        assert (row.rating, row.deviation) == pytest.approx((held.rating.rating, held.rating.deviation))
        assert (row.answers, row.rated_at) == (held.answers, held.rated_at)
    rated = {row.attempt_id: row for row in RatedAttempt.objects.filter(attempt__learner=learner)}
    assert set(rated) == {each.answer.pk for each in standing.rated}
    for each in standing.rated:
        assert rated[each.answer.pk].rating == pytest.approx(each.own.rating)
    reviews = {row.drill_id: row for row in Review.objects.filter(learner=learner)}
    assert {key: (row.due_on, row.repeats, row.misses) for key, row in reviews.items()} == {
        key: (known.plan.due_on, known.repeats, known.misses) for key, known in standing.reviews.items()
    }
    days = PracticeDay.objects.filter(learner=learner).values_list("day", "answers", "right")
    assert {row[0]: row[1:] for row in days} == {
        day: (count, standing.right[day]) for day, count in standing.days.items()
    }
    return standing


def test_first_answers_are_rated_by_area_and_retries_are_not(learner: Learner) -> None:
    follow, rules = make_versions(1, "follow")[0], make_versions(1, "rules")[0]
    answer(learner, follow, "wrong", NOON)
    answer(learner, follow, "right", NOON, number=1)
    answer(learner, rules, "right", NOON)

    settle(learner)

    ratings = {row.area: row for row in AreaRating.objects.filter(learner=learner)}
    assert set(ratings) == {Area.PHASE_ONE, Area.RULES}
    assert ratings[Area.PHASE_ONE].rating < 1500 < ratings[Area.RULES].rating
    assert ratings[Area.PHASE_ONE].answers == 1
    kept = RatedAttempt.objects.get(area=Area.PHASE_ONE)
    assert kept.attempt.number == 0
    drill = DrillRating.objects.get(drill=follow.drill)
    assert drill.rating > kept.drill_rating  # it was too hard for this learner
    assert drill.answers == 1


def test_settling_twice_changes_nothing(learner: Learner) -> None:
    random_answers(learner, make_versions(12))
    settle(learner)
    before = list(AreaRating.objects.values_list()), list(DrillRating.objects.values_list())
    settle(learner)
    assert (list(AreaRating.objects.values_list()), list(DrillRating.objects.values_list())) == before
    assert PracticeDay.objects.get(day=date(2026, 11, 2)).answers == 7


@pytest.mark.parametrize("settled_after", [1, 7, 40])
def test_numbers_recompute_from_own_attempts(learner: Learner, settled_after: int) -> None:
    other = Learner.objects.create()
    versions = make_versions(40)
    random_answers(other, versions, seed=9)
    settle(other)
    for first in range(0, 40, settled_after):
        random_answers(learner, versions[first : first + settled_after], first, first)
        settle(learner)
    random_answers(other, make_versions(3), seed=3, first=90)
    settle(other)

    standing = assert_stored_is_computed(learner)

    assert len(standing.rated) == 40
    rebuild(learner)
    assert_stored_is_computed(learner)
    assert set(DrillRating.objects.filter(drill__in=[v.drill for v in versions]).values_list("answers")) == {
        (2,)
    }


def test_an_answer_in_a_review_is_not_rated(learner: Learner) -> None:
    version = make_versions(1, "follow")[0]
    attempt = answer(learner, version, "right", NOON)
    Attempt.objects.filter(pk=attempt.pk).update(unrated=Attempt.Unrated.REVIEW)
    settle(learner)
    assert not AreaRating.objects.exists()
    assert PracticeDay.objects.get().answers == 1


def test_drill_ratings_survive_the_deletion_of_learners(learner: Learner) -> None:
    version = make_versions(1, "follow")[0]
    answer(learner, version, "wrong", NOON)
    settle(learner)
    kept = DrillRating.objects.get(drill=version.drill).rating
    assert learner.user is not None
    learner.user.delete()
    row = DrillRating.objects.get(drill=version.drill)
    assert (row.rating, row.answers) == (kept, 1)
    assert not RatedAttempt.objects.exists()


def test_guest_merges_earliest_first_and_nothing_doubles(learner: Learner) -> None:
    both, only_guest, only_user = make_versions(3, "follow")
    guest = Learner.objects.create()
    answer(guest, both, "right", NOON)
    answer(guest, only_guest, "wrong", NOON + timedelta(hours=1))
    settle(guest)
    answer(learner, both, "wrong", NOON + timedelta(days=1))
    answer(learner, only_user, "right", NOON + timedelta(days=1, hours=1))
    settle(learner)
    PracticeSession.objects.create(
        learner=guest, mix="", request_key="00000000-0000-0000-0000-000000000001", started_at=NOON
    )
    drills = list(DrillRating.objects.order_by("pk").values_list("rating", "answers"))
    assert learner.user is not None

    adopt_guest(guest.pk, learner.user)

    standing = assert_stored_is_computed(learner)
    assert [rated.answer.version for rated in standing.rated] == [v.pk for v in (both, only_guest, only_user)]
    assert AreaRating.objects.get().answers == 3
    first = Attempt.objects.get(learner=learner, version=both, number=0)
    assert first.verdict == "right"
    assert set(PracticeDay.objects.values_list("day", "answers")) == {
        (date(2026, 11, 2), 2),
        (date(2026, 11, 3), 2),
    }
    assert list(DrillRating.objects.order_by("pk").values_list("rating", "answers")) == drills
    assert PracticeSession.objects.get().learner == learner
    # A miss on the second day, when the first answer was right, comes back as any other does.
    assert set(Review.objects.values_list("drill", flat=True)) == {both.drill_id, only_guest.drill_id}


def test_queries_do_not_grow_with_answers(learner: Learner) -> None:
    counts = []
    for versions in (make_versions(1), make_versions(100)):
        random_answers(learner, versions)
        with CaptureQueriesContext(connection) as captured:
            settle(learner)
        counts.append(len(captured))
    # Bulk writes in parts; and since some answers are older than settled ones, all is computed anew.
    assert counts[1] <= counts[0] + 8
    with CaptureQueriesContext(connection) as captured:
        settle(learner)
    assert len(captured) == 1


def test_ten_thousand_answers_are_taken_in_at_once_by_the_queries_of_a_hundred(learner: Learner) -> None:
    versions = make_versions(50)
    other = Learner.objects.create()
    queries = []
    for who, tries in ((other, 2), (learner, 200)):
        many_answers(who, versions, tries)
        with CaptureQueriesContext(connection) as captured:
            settle(who)
        queries.append(len(captured))
    assert queries[1] <= queries[0]
    assert not Attempt.objects.filter(settled=False).exists()
    standing = assert_stored_is_computed(learner)
    assert sum(standing.days.values()) == 10_000
    assert len(standing.rated) == 50


def many_answers(learner: Learner, versions: list[DrillVersion], tries: int) -> None:
    """Each version answered so often, four answers an hour; only the first ones count."""
    verdicts = ("right", "wrong", "nearly")
    Attempt.objects.bulk_create(
        [
            Attempt(
                learner=learner,
                version=version,
                number=number,
                choice="SA",
                verdict=verdicts[(place + number) % 3],
                loss=0.0,
                unrated=Attempt.Unrated.RETRY if number else "",
                answered_at=NOON + timedelta(minutes=15 * (number * len(versions) + place)),
            )
            for number in range(tries)
            for place, version in enumerate(versions)
        ],
        500,
    )
