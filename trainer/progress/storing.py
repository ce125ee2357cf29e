"""A learner's standing in the database: read as `replaying` understands it, and written in bulk."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from trainer.accounts.models import Learner
from trainer.drills.models import Drill
from trainer.progress.models import Area, AreaRating, DrillRating, PracticeDay, RatedAttempt, Review
from trainer.progress.ratings import Rating, new_drill
from trainer.progress.replaying import Held, Remembered, Standing
from trainer.progress.scheduling import Plan

_BATCH = 500


def stored_standing(learner: Learner) -> Standing:
    """Ratings and reviews as they are stored; days begin at nothing and are added when stored."""
    ratings = AreaRating.objects.filter(learner=learner)
    reviews = Review.objects.filter(learner=learner)
    return Standing(
        ratings={Area(row.area): Held(rating_of(row), row.answers, row.rated_at) for row in ratings},
        reviews={
            row.drill_id: Remembered(
                Plan(row.stability, row.difficulty, row.last_on, row.due_on), row.repeats, row.misses
            )
            for row in reviews
        },
    )


def rating_of(row: AreaRating | DrillRating | RatedAttempt) -> Rating:
    """The rating that a row holds."""
    return Rating(row.rating, row.deviation, row.volatility)


def drill_ratings(drills: Collection[int]) -> dict[int, Rating]:
    """The ratings of drills, held for this transaction; made where there are none yet."""
    rate_new_drills(Drill.objects.filter(pk__in=drills))
    return {row.drill_id: rating_of(row) for row in _held_rows(drills)}


def rate_new_drills(drills: QuerySet[Drill]) -> None:
    """Give those of some drills a rating that have none, by their measured difficulty."""
    missing = drills.filter(rating=None).values_list("pk", "difficulty")
    rows = []
    for drill, difficulty in missing:
        start = new_drill(difficulty)
        rows.append(
            DrillRating(
                drill_id=drill, rating=start.rating, deviation=start.deviation, volatility=start.volatility
            )
        )
    DrillRating.objects.bulk_create(rows, _BATCH, ignore_conflicts=True)


def forget_standing(learner: Learner) -> None:
    """Take away what can be computed again."""
    for model in (AreaRating, Review, PracticeDay):
        model.objects.filter(learner=learner).delete()
    RatedAttempt.objects.filter(attempt__learner=learner).delete()


def store_standing(learner: Learner, standing: Standing) -> None:
    """Write a standing; what a row of the same name held gives way, and days are added to."""
    _store_rated(standing)
    _store_area_ratings(learner, standing)
    _store_drill_ratings(standing)
    _store_reviews(learner, standing)
    _store_days(learner, standing)


def _store_rated(standing: Standing) -> None:
    RatedAttempt.objects.bulk_create(
        [
            RatedAttempt(
                attempt_id=rated.answer.pk,
                area=rated.area,
                drill_rating=rated.drill.rating,
                drill_deviation=rated.drill.deviation,
                rating=rated.own.rating,
                deviation=rated.own.deviation,
                volatility=rated.own.volatility,
            )
            for rated in standing.rated
        ],
        _BATCH,
    )


def _store_area_ratings(learner: Learner, standing: Standing) -> None:
    rows = [
        AreaRating(
            learner=learner,
            area=area,
            rating=held.rating.rating,
            deviation=held.rating.deviation,
            volatility=held.rating.volatility,
            answers=held.answers,
            rated_at=held.rated_at,
        )
        for area, held in standing.ratings.items()
    ]
    AreaRating.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["learner", "area"],
        update_fields=["rating", "deviation", "volatility", "answers", "rated_at"],
    )


def _held_rows(drills: Collection[int]) -> QuerySet[DrillRating]:
    """Locked in one order, so that two learners never wait for each other."""
    return DrillRating.objects.select_for_update().filter(drill__in=drills).order_by("pk")


def _store_drill_ratings(standing: Standing) -> None:
    rows = list(_held_rows(standing.drill_answers.keys()))
    for row in rows:
        rating = standing.drills[row.drill_id]
        row.rating, row.deviation, row.volatility = rating.rating, rating.deviation, rating.volatility
        row.answers += standing.drill_answers[row.drill_id]
    # Writing whole rows over is a fraction of the work of `bulk_update`, which has a case for each row.
    DrillRating.objects.bulk_create(
        rows,
        _BATCH,
        update_conflicts=True,
        unique_fields=["drill"],
        update_fields=["rating", "deviation", "volatility", "answers"],
    )


def _store_reviews(learner: Learner, standing: Standing) -> None:
    rows = [
        Review(
            learner=learner,
            drill_id=drill,
            stability=known.plan.stability,
            difficulty=known.plan.difficulty,
            repeats=known.repeats,
            misses=known.misses,
            last_on=known.plan.last_on,
            due_on=known.plan.due_on,
        )
        for drill, known in standing.reviews.items()
        if drill in standing.reviews_changed
    ]
    Review.objects.bulk_create(
        rows,
        _BATCH,
        update_conflicts=True,
        unique_fields=["learner", "drill"],
        update_fields=["stability", "difficulty", "repeats", "misses", "last_on", "due_on"],
    )


def _store_days(learner: Learner, standing: Standing) -> None:
    before = {row.day: row for row in PracticeDay.objects.filter(learner=learner, day__in=standing.days)}
    rows = []
    for day, answers in standing.days.items():
        row = before.get(day, PracticeDay(learner=learner, day=day, answers=0, right=0))
        row.answers += answers
        row.right += standing.right[day]
        rows.append(row)
    PracticeDay.objects.bulk_create(
        [PracticeDay(learner=learner, day=row.day, answers=row.answers, right=row.right) for row in rows],
        _BATCH,
        update_conflicts=True,
        unique_fields=["learner", "day"],
        update_fields=["answers", "right"],
    )
