"""When a missed drill comes back (FSRS through its own library), in whole days of the learner's.

Right is *good*, nearly *hard*, wrong *again*. An answer before the day is no review: whoever has just
seen the answer can't show that it is remembered. FSRS counts full days between moments, so it is given
noon of each day: an hour earlier or later, or a night when the clocks change, moves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from fsrs import Card, Rating, Scheduler, State

from trainer.drills.models import Attempt

LONGEST_INTERVAL = 180  # days

_GRADES = {
    Attempt.Verdict.RIGHT: Rating.Good,
    Attempt.Verdict.NEARLY: Rating.Hard,
    Attempt.Verdict.WRONG: Rating.Again,
}
# No steps of minutes: the shortest way back is a night's sleep. No fuzz: same answers, same days.
_SCHEDULER = Scheduler(
    learning_steps=(), relearning_steps=(), maximum_interval=LONGEST_INTERVAL, enable_fuzzing=False
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How well a drill is remembered, and on which day it is due."""

    stability: float
    difficulty: float
    last_on: date
    due_on: date


def first_plan(verdict: str, day: date) -> Plan:
    """The plan after a first answer that was not right."""
    return _answered(Card(card_id=0), verdict, day)


def next_plan(plan: Plan, verdict: str, day: date) -> Plan:
    """The plan after a review."""
    card = Card(
        card_id=0,
        state=State.Review,
        stability=plan.stability,
        difficulty=plan.difficulty,
        due=_noon(plan.due_on),
        last_review=_noon(plan.last_on),
    )
    return _answered(card, verdict, day)


def _answered(card: Card, verdict: str, day: date) -> Plan:
    card, _log = _SCHEDULER.review_card(card, _GRADES[Attempt.Verdict(verdict)], _noon(day))
    assert card.stability is not None and card.difficulty is not None
    return Plan(card.stability, card.difficulty, day, card.due.date())


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)
