"""Ratings of learners and drills by Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2022).

An answer is a game between a learner and a drill: right scores 1, nearly ½, wrong 0. Every rated answer is
a rating period of its own, and every whole week without one is a period in which the learner did not
play, so that a rating becomes less certain with time. Nothing here reads a clock or a database.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from math import sqrt

from glicko2 import Player

from trainer.drills.models import Attempt

START_DEVIATION = 350.0
START_VOLATILITY = 0.06
REST_PERIOD = timedelta(days=7)
MARGIN_DEVIATIONS = 2  # shown with two deviations to each side, 95 %
SETTLED_DEVIATION = 110.0  # from here on a rating says something

# A drill begins where its measured difficulty (0 to 1) puts it; its answers move it from there.
DRILL_DEVIATION = 250.0
EASIEST_DRILL, HARDEST_DRILL = 1100.0, 2000.0
USUAL_DIFFICULTY = 0.25  # where nothing was measured: questions on the rules

_SCORES = {Attempt.Verdict.RIGHT: 1.0, Attempt.Verdict.NEARLY: 0.5, Attempt.Verdict.WRONG: 0.0}
_SCALE = 173.7178
_CENTRE = 1500.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation (one standard error) and volatility."""

    rating: float = _CENTRE
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def shown(self) -> int:
        """The rating in whole points, as people read it."""
        return round(self.rating)

    @property
    def margin(self) -> int:
        """Half the 95 % interval."""
        return round(MARGIN_DEVIATIONS * self.deviation)

    @property
    def is_rough(self) -> bool:
        """Whether too few answers stand behind it."""
        return self.deviation > SETTLED_DEVIATION


NEW_LEARNER = Rating()


def new_drill(difficulty: float | None) -> Rating:
    """Where a drill begins."""
    level = USUAL_DIFFICULTY if difficulty is None else difficulty
    return Rating(EASIEST_DRILL + level * (HARDEST_DRILL - EASIEST_DRILL), DRILL_DEVIATION)


def score_of(verdict: str) -> float:
    """What an answer scores against its drill."""
    return _SCORES[Attempt.Verdict(verdict)]


def after_game(own: Rating, other: Rating, score: float) -> Rating:
    """A rating after one game that scored 0 to 1.

    >>> after_game(Rating(1500, 200), Rating(1400, 30), 1.0).rating > 1500
    True
    """
    return after_period(own, [(other, score)])


def after_period(own: Rating, games: list[tuple[Rating, float]]) -> Rating:
    """A rating after the games of one period.

    The library computes the new volatility with the square of the rating where Glickman has that of the
    deviation. Only differences of ratings count in everything else, so all of them are moved to
    where the own rating equals the own deviation, and back.
    """
    shift = _CENTRE + own.deviation - own.rating
    player = Player(own.rating + shift, own.deviation, own.volatility)
    player.update_player(
        [other.rating + shift for other, _score in games],
        [other.deviation for other, _score in games],
        [score for _other, score in games],
    )
    return Rating(player.rating - shift, min(player.rd, START_DEVIATION), player.vol)


def after_rest(own: Rating, rest: timedelta) -> Rating:
    """A rating after the whole weeks without a rated answer."""
    weeks = max(0, rest // REST_PERIOD)
    widened = sqrt(own.deviation**2 + weeks * (_SCALE * own.volatility) ** 2)
    return Rating(own.rating, min(widened, START_DEVIATION), own.volatility)
