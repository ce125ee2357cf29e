"""Matches against the machine and their deals, card by card.

A deal is its seed, who dealt and the cards played: everything else follows from them (F3-F11). The
learner has seat 0 in all of them. The seed stays on the server until the deal is over. `version` counts
what has been done to a deal; a card is written only over the version that its page showed, so of two
tabs one wins and the other is told.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from trainer.accounts.models import Learner
from trainer.accounts.symbols import random_symbols
from trainer.engine.deals import fresh_seed
from trainer.engine.rule_sets import ALL_TRICKS

_ID_LENGTH = 12
LONGEST_LINE = 4 * ALL_TRICKS  # two letters a card, two cards a trick


def new_public_id() -> str:
    """An address that cannot be counted through (60 bits)."""
    return random_symbols(_ID_LENGTH).lower()


def new_seed() -> str:
    """128 secret bits."""
    return f"{fresh_seed():032x}"


class PlayedMatch(models.Model):
    """Deals against one opponent by one set of rules; a single deal is a match of one.

    `request_key` is the form's own number: sent twice, it makes one match. `threshold` is in tenths of a
    trick.
    """

    class Opponent(models.TextChoices):
        BEGINNER = "beginner"
        CLUB = "club"
        STRONG = "strong"

    class Coach(models.TextChoices):
        OFF = "off"
        DEMAND = "demand"
        WARN = "warn"

    class Pace(models.TextChoices):
        STEP = "step"
        CALM = "calm"
        QUICK = "quick"

    class Known(models.TextChoices):
        SHOWN = "shown"
        ASKED = "asked"
        HIDDEN = "hidden"

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="matches")
    opponent = models.CharField(max_length=12, choices=Opponent)
    rule_set = models.CharField(max_length=12)
    scoring = models.CharField(max_length=12)
    target = models.PositiveSmallIntegerField(null=True, blank=True)
    deals_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    first_dealer = models.PositiveSmallIntegerField()
    coach = models.CharField(max_length=8, choices=Coach, default=Coach.OFF)
    threshold = models.PositiveSmallIntegerField(default=5)
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.CALM)
    known = models.CharField(max_length=8, choices=Known, default=Known.SHOWN)
    request_key = models.UUIDField(default=uuid.uuid4)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["learner", "request_key"], name="one_match_a_form")]

    def __str__(self) -> str:
        return f"match {self.public_id}"


class PlayedDeal(models.Model):
    """One deal of a match; `plays` are the cards in order, two letters each.

    `unrated` says why it is left out of the learner's results. `hint` is how much of a hint has been given
    at version `hint_at`. `seen_ahead` are the stock cards that the learner had seen when a card was taken
    back: they stay known. `own` and `other` are the
    tricks that count, once it is over.
    """

    class Unrated(models.TextChoices):
        HELP = "help"
        TAKEN_BACK = "taken-back"
        AGAIN = "again"

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    match = models.ForeignKey(PlayedMatch, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=32, default=new_seed, db_index=True)
    dealer = models.PositiveSmallIntegerField()
    plays = models.CharField(max_length=LONGEST_LINE, default="", blank=True)
    version = models.PositiveIntegerField(default=0)
    unrated = models.CharField(max_length=12, choices=Unrated, default="", blank=True)
    hint = models.PositiveSmallIntegerField(default=0)
    hint_at = models.PositiveIntegerField(default=0)
    seen_ahead = models.CharField(max_length=LONGEST_LINE, default="", blank=True)
    own = models.PositiveSmallIntegerField(null=True, blank=True)
    other = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    played_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_deal_a_number")]

    def __str__(self) -> str:
        return f"deal {self.public_id}"

    @property
    def is_over(self) -> bool:
        """Whether all tricks are played."""
        return self.finished_at is not None
