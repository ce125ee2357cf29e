"""Clearing a learner's attempts, save those that another feature must keep."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Q, QuerySet

from trainer.accounts.models import Learner
from trainer.drills.models import Attempt

type Keeper = Callable[[], Q]

_keepers: list[Keeper] = []


def register_keeper(keeper: Keeper) -> None:
    """Let a feature say which attempts it needs, whatever is cleared. Call it in `AppConfig.ready`."""
    if keeper not in _keepers:
        _keepers.append(keeper)


def attempts_in(learner: Learner, kinds: Collection[str]) -> QuerySet[Attempt]:
    """A learner's attempts at drills of some kinds."""
    return Attempt.objects.filter(learner=learner, version__drill__kind__in=kinds)


def kept_among(attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
    """Those of some attempts that a feature keeps."""
    return attempts.filter(reduce(or_, (keeper() for keeper in _keepers), Q(pk=None)))


@transaction.atomic
def clear_attempts(learner: Learner, kinds: Collection[str]) -> None:
    """Take the attempts at drills of some kinds from a learner, who may then answer them anew.

    What another feature keeps goes to a stand-in, whom nobody can sign in as; the rest is deleted.
    """
    attempts = attempts_in(learner, kinds)
    kept = kept_among(attempts)
    if kept.exists():
        kept.update(learner=Learner.objects.create(stands_in_for=learner))
    attempts.delete()
