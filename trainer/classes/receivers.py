"""What classes do when something happens elsewhere."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q

from trainer.accounts.models import Learner, User
from trainer.classes.assigning import fill_cells_of_learner, record_for_classes
from trainer.classes.models import AssignmentAnswer
from trainer.classes.releasing import complete_release
from trainer.drills.models import Attempt


def fill_cells(sender: object, attempt: Attempt, **_signal: Any) -> datetime | None:
    """An answer counts for every assignment it belongs to, whichever way the pupil came to the drill."""
    return record_for_classes(attempt)


def fill_after_adoption(sender: object, learner: Learner, **_signal: Any) -> None:
    """Work done before signing in counts as well."""
    fill_cells_of_learner(learner)


def end_holding(sender: object, user: User, **_signal: Any) -> None:
    """A pupil who was offered the account has taken it."""
    complete_release(user)


def kept_for_classes() -> Q:
    """The attempts in the teachers' tables stay when their learner clears the own ones."""
    return Q(pk__in=AssignmentAnswer.objects.values("attempt"))
