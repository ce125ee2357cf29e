"""Ratings by Glicko-2: Glickman's published example, and what an answer may never do to a rating (W25)."""

from __future__ import annotations

import math
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.drills.models import Attempt
from trainer.progress.ratings import (
    NEW_LEARNER,
    START_DEVIATION,
    Rating,
    after_game,
    after_period,
    after_rest,
    new_drill,
    score_of,
)

SCALE = 173.7178
RATINGS = st.builds(Rating, st.floats(800, 2300), st.floats(30, 350), st.floats(0.03, 0.1))


def test_glickmans_example() -> None:
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]

    after = after_period(Rating(1500, 200, 0.06), games)

    assert round(after.rating, 2) == 1464.05  # 1464.06 in the paper, which rounds on the way
    assert round(after.deviation, 2) == 151.52
    assert math.floor(after.volatility * 1e5) / 1e5 == 0.05999


@given(RATINGS, RATINGS, st.sampled_from([0.0, 0.5, 1.0]))
def test_a_game_equals_the_published_formulas(own: Rating, other: Rating, score: float) -> None:
    after = after_game(own, other, score)
    expected = by_the_paper(own, other, score)
    assert after.rating == pytest.approx(expected[0], abs=1e-3)
    assert after.deviation == pytest.approx(min(expected[1], START_DEVIATION), abs=1e-3)
    assert after.volatility == pytest.approx(expected[2], abs=1e-6)


@given(RATINGS, RATINGS, st.integers(0, 400))
def test_right_never_lowers_a_rating_and_wrong_never_raises_it(own: Rating, drill: Rating, days: int) -> None:
    own = after_rest(own, timedelta(days=days))
    assert after_game(own, drill, score_of(Attempt.Verdict.RIGHT)).rating >= own.rating
    assert after_game(own, drill, score_of(Attempt.Verdict.WRONG)).rating <= own.rating
    assert abs(after_game(own, drill, score_of(Attempt.Verdict.RIGHT)).rating - own.rating) < 700
    assert after_game(drill, own, 1 - score_of(Attempt.Verdict.RIGHT)).rating <= drill.rating


def test_nearly_scores_half() -> None:
    assert [score_of(verdict) for verdict in ("right", "nearly", "wrong")] == [1.0, 0.5, 0.0]
    even = after_game(Rating(1500, 80), Rating(1500, 80), score_of("nearly"))
    assert even.rating == pytest.approx(1500)


def test_rest_makes_a_rating_less_certain_and_moves_it_nowhere() -> None:
    known = Rating(1620, 60)
    assert after_rest(known, timedelta(days=6)) == known
    month, year = (after_rest(known, timedelta(days=days)) for days in (30, 365))
    assert month.rating == year.rating == 1620
    assert 60 < month.deviation < year.deviation < START_DEVIATION
    assert after_rest(known, timedelta(days=36_500)).deviation == START_DEVIATION


def test_drills_begin_where_their_difficulty_puts_them() -> None:
    easy, hard, unmeasured = new_drill(0.1), new_drill(0.9), new_drill(None)
    assert easy.rating < NEW_LEARNER.rating < hard.rating
    assert unmeasured.rating < NEW_LEARNER.rating
    assert {drill.deviation for drill in (easy, hard, unmeasured)} == {250.0}


def by_the_paper(own: Rating, other: Rating, score: float) -> tuple[float, float, float]:
    """Steps 2 to 8 for one game, written from the paper; the volatility by halving."""
    mu, phi = (own.rating - 1500) / SCALE, own.deviation / SCALE
    mu_j, phi_j = (other.rating - 1500) / SCALE, other.deviation / SCALE
    g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (mu - mu_j)))
    v = 1 / (g**2 * expected * (1 - expected))
    delta = v * g * (score - expected)
    a = math.log(own.volatility**2)

    def f(x: float) -> float:
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / 0.25

    low, high = a - 4, a + 4  # the root by the old volatility; a wild upset has others far away
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    star = math.sqrt(phi**2 + sigma**2)
    after = 1 / math.sqrt(1 / star**2 + 1 / v)
    return (mu + after**2 * g * (score - expected)) * SCALE + 1500, after * SCALE, sigma
