"""Matches played with real cards: a pad, its deals, and the steps that made them.

A pad keeps what was agreed and what was entered, never a score: points are counted anew from the
tricks (`counting`). `revision` counts the steps, so that a phone which has not seen the latest can be
told. The ids of steps and deals are made where they are entered; sent twice, they count once.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from trainer.accounts.models import Learner
from trainer.accounts.symbols import random_symbols

NAME_LENGTH = 24
_ID_LENGTH = 12


def new_public_id() -> str:
    """An address that cannot be counted through (60 bits)."""
    return random_symbols(_ID_LENGTH).lower()


class Pad(models.Model):
    """One match between two players, or two sides of four-handed whist.

    A name left empty is a colour: red for the first, blue for the second. `rule_set`, `scoring`, `target`
    and `deals` mean what they do in the engine; a rubber is three games to `target` at most.
    """

    class Game(models.TextChoices):
        GERMAN = "german"
        PLOCKWHIST = "plockwhist"
        WHIST = "whist"

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="score_pads")
    request_key = models.UUIDField(default=uuid.uuid4)
    first_called = models.CharField(max_length=NAME_LENGTH, blank=True)
    second_called = models.CharField(max_length=NAME_LENGTH, blank=True)
    game = models.CharField(max_length=10, choices=Game)
    rule_set = models.CharField(max_length=12, default="base")
    scoring = models.CharField(max_length=10, default="difference")
    target = models.PositiveSmallIntegerField(null=True, blank=True)
    deals = models.PositiveSmallIntegerField(null=True, blank=True)
    is_rubber = models.BooleanField(default=False)
    with_honours = models.BooleanField(default=False)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["learner", "request_key"], name="one_pad_a_form")]

    def __str__(self) -> str:
        return f"pad {self.public_id}"


class Entry(models.Model):
    """A deal that was played: the tricks of both; deals count by `number`.

    In whist also the honours, and what the other side chose where a side revoked.
    """

    class Penalty(models.TextChoices):
        TRICKS = "t"
        POINTS = "p"
        DEDUCTED = "d"

    pad = models.ForeignKey(Pad, on_delete=models.CASCADE, related_name="entries")
    entry_id = models.UUIDField()
    number = models.PositiveIntegerField()
    first_tricks = models.PositiveSmallIntegerField()
    second_tricks = models.PositiveSmallIntegerField()
    first_honours = models.PositiveSmallIntegerField(default=0)
    second_honours = models.PositiveSmallIntegerField(default=0)
    first_penalty = models.CharField(max_length=1, choices=Penalty, default="", blank=True)
    second_penalty = models.CharField(max_length=1, choices=Penalty, default="", blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["pad", "entry_id"], name="one_entry_an_id"),
            models.UniqueConstraint(fields=["pad", "number"], name="one_entry_a_number"),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} of pad {self.pad_id}"


class Step(models.Model):
    """A step that has been taken: deal entered, changed or removed. Kept so that it is taken once."""

    pad = models.ForeignKey(Pad, on_delete=models.CASCADE, related_name="steps")
    step_id = models.UUIDField()
    taken_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pad", "step_id"], name="one_step_an_id")]

    def __str__(self) -> str:
        return f"step of pad {self.pad_id}"
