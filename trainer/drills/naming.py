"""When the tricks of a memory drill are closed: from the moment the learner begins to name the cards.

What has begun is a row, not a word in the address or the browser, so that neither Back nor another tab nor
another device opens the tricks again before the answer. The row goes with the answer; for the next try
the tricks are open until it begins.
"""

from __future__ import annotations

from typing import Any

from trainer.accounts.models import Learner
from trainer.drills.models import Attempt, Drill, DrillVersion, OpenNaming


class NotBegun(ValueError):
    """An answer from memory while the tricks can still be looked at."""


def begin_naming(learner: Learner, version: DrillVersion, number: int) -> bool:
    """Close the tricks for an attempt; whether they are closed, which after its answer they are not."""
    if Attempt.objects.filter(learner=learner, version=version, number=number).exists():
        return False
    OpenNaming.objects.get_or_create(learner=learner, version=version, number=number)
    return True


def naming_has_begun(learner: Learner | None, version: DrillVersion, number: int) -> bool:
    """Whether the tricks are closed for this attempt."""
    if learner is None:
        return False
    return OpenNaming.objects.filter(learner=learner, version=version, number=number).exists()


def end_naming(sender: object, attempt: Attempt, **_signal: Any) -> None:
    """With the answer the naming is over; raises `NotBegun`, so that nothing is stored, where none was."""
    if attempt.version.drill.kind != Drill.Kind.MEMORY:
        return
    begun = OpenNaming.objects.filter(
        learner=attempt.learner_id, version=attempt.version_id, number=attempt.number
    )
    if not begun.delete()[0]:
        raise NotBegun(attempt.version)


def move_namings(sender: object, guest: Learner, learner: Learner, **_signal: Any) -> None:
    """What a guest has begun stays begun in the account, where the account has not answered it."""
    known = OpenNaming.objects.filter(learner=learner).values("version")
    answered = Attempt.objects.filter(learner=learner).values("version")
    begun = OpenNaming.objects.filter(learner=guest)
    begun.exclude(version__in=known).exclude(version__in=answered).update(learner=learner)
