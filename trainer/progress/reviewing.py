"""Which reviews a learner is asked today: those that are due, up to a day's measure.

After a long break as many may be due as there are, the queue of a day is never longer than
`REVIEWS_A_DAY`. The rest waits and is not lost: what waits longer than planned is planned further ahead
by FSRS when it is remembered all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from trainer.accounts.models import Learner
from trainer.progress.models import Review

REVIEWS_A_DAY = 20


@dataclass(frozen=True, slots=True)
class Queue:
    """Today's reviews, longest due first; `waiting` more are due and wait for another day."""

    reviews: tuple[Review, ...]
    waiting: int

    def __len__(self) -> int:
        return len(self.reviews)


def todays_queue(learner: Learner, today: date) -> Queue:
    """The reviews that are left of a learner's day. Three queries."""
    mine = Review.objects.filter(learner=learner, drill__current__isnull=False)
    done = mine.filter(last_on=today, repeats__gt=0).count()
    due = mine.filter(due_on__lte=today)
    reviews = tuple(due.select_related("drill").order_by("due_on", "pk")[: max(0, REVIEWS_A_DAY - done)])
    return Queue(reviews, due.count() - len(reviews))
