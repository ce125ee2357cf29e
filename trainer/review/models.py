"""Finished deals gone through card by card: what was decided, and what each choice cost.

A review holds the deal itself in notation, so it needs nothing of where it was played: at the site's
table, or with real cards and typed in. `decisions` grow one by one while it is worked out; whoever goes
on with it goes on from there.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from trainer.accounts.models import Learner
from trainer.accounts.symbols import random_symbols

_ID_LENGTH = 12


def new_public_id() -> str:
    """An address that cannot be counted through (60 bits)."""
    return random_symbols(_ID_LENGTH).lower()


class Review(models.Model):
    """A deal seen from one seat. Costs are sums in tricks over the decisions of a phase, once it is done.

    `deal_id` is the address of the deal it was played as, empty for one that was typed in.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="deal_reviews")
    digest = models.CharField(max_length=64)
    record = models.CharField(max_length=320)
    seat = models.PositiveSmallIntegerField()
    deal_id = models.CharField(max_length=16, blank=True, default="")
    decisions = models.JSONField(default=list)
    lines = models.JSONField(default=dict)
    summary = models.JSONField(default=dict)
    judged = models.PositiveSmallIntegerField(default=0)
    phase_one_cost = models.FloatField(default=0.0)
    phase_one_choices = models.PositiveSmallIntegerField(default=0)
    phase_two_cost = models.FloatField(default=0.0)
    phase_two_choices = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["learner", "digest"], name="one_review_a_deal")]

    def __str__(self) -> str:
        return f"review {self.public_id}"

    @property
    def is_done(self) -> bool:
        """Whether every decision has been judged."""
        return self.done_at is not None
