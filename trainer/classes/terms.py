"""How drills are given to a class: title, times, order, feedback and goal, as `Assignment` stores them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from trainer.classes.models import Assignment


@dataclass(frozen=True, slots=True)
class Terms:
    """How drills are given to a class."""

    title: str
    opens_at: datetime | None = None
    due_at: datetime | None = None
    shuffled: bool = False
    feedback: str = Assignment.Feedback.AT_ONCE.value
    goal: str = Assignment.Goal.ALL.value
    goal_value: int = 0
    goal_theme: str = ""
