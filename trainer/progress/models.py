"""What is remembered of a learner beside the attempts: ratings, reviews, days and sessions.

All of it but the sessions can be computed again from the attempts (`replaying`). An answer itself only
stores an attempt; `settling.settle` takes new ones in before any of these rows are read.
"""

from __future__ import annotations

import secrets

from django.db import models
from django.utils import timezone

from trainer.accounts.models import Learner
from trainer.drills.models import Attempt, Drill, DrillVersion

_ID_SYMBOLS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 12


def new_public_id() -> str:
    """An opaque id for an address."""
    return "".join(secrets.choice(_ID_SYMBOLS) for _ in range(ID_LENGTH))


class Area(models.TextChoices):
    """What has a rating of its own."""

    RULES = "rules"
    PHASE_ONE = "phase-one"
    ENDINGS = "endings"
    MEMORY = "memory"


AREAS_OF_KINDS: dict[str, Area] = {
    Drill.Kind.RULES: Area.RULES,
    Drill.Kind.FOLLOW: Area.PHASE_ONE,
    Drill.Kind.LEAD: Area.PHASE_ONE,
    Drill.Kind.ENDING: Area.ENDINGS,
    Drill.Kind.MEMORY: Area.MEMORY,
}


class DrillRating(models.Model):
    """How hard a drill has proved, on the same scale as learners (Glicko-2).

    Its changes are summed up here as answers are settled, and stay when the learners who gave the
    answers are deleted or merged: the row knows no learner.
    """

    drill = models.OneToOneField(Drill, on_delete=models.CASCADE, related_name="rating")
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    answers = models.PositiveIntegerField(default=0, help_text="rated answers summed up so far")

    class Meta:
        indexes = [models.Index(fields=["rating"])]

    def __str__(self) -> str:
        return f"{self.drill}: {self.rating:.0f}"


class AreaRating(models.Model):
    """A learner's rating in an area after the latest rated answer; the last `RatedAttempt` says the same."""

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="area_ratings")
    area = models.CharField(max_length=12, choices=Area)
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    answers = models.PositiveIntegerField()
    rated_at = models.DateTimeField(help_text="when the latest rated answer was given")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["learner", "area"], name="one_rating_an_area")]

    def __str__(self) -> str:
        return f"{self.area}: {self.rating:.0f}"


class RatedAttempt(models.Model):
    """An attempt that counts in a rating: the drill's rating before it, the learner's after it.

    With the drill's rating kept, a learner's ratings can be computed again from own attempts alone.
    """

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="rated")
    area = models.CharField(max_length=12, choices=Area)
    drill_rating = models.FloatField()
    drill_deviation = models.FloatField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()

    class Meta:
        indexes = [models.Index(fields=["area"])]

    def __str__(self) -> str:
        return f"{self.attempt_id} in {self.area}: {self.rating:.0f}"


class Review(models.Model):
    """A missed drill that comes back (FSRS): first as the same idea with other cards, then itself.

    Days are the learner's own; the drill may be asked again from `due_on`. `repeats` counts the
    reviews answered so far, `misses` the wrong ones among them and the first miss.
    """

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="reviews")
    drill = models.ForeignKey(Drill, on_delete=models.CASCADE, related_name="+")
    stability = models.FloatField()
    difficulty = models.FloatField()
    repeats = models.PositiveIntegerField(default=0)
    misses = models.PositiveIntegerField(default=0)
    last_on = models.DateField()
    due_on = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["learner", "drill"], name="one_review_a_drill")]
        indexes = [models.Index(fields=["learner", "due_on"])]

    def __str__(self) -> str:
        return f"{self.drill_id} due {self.due_on}"


class PracticeDay(models.Model):
    """A day of the learner's own with answers, retries and reviews among them."""

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="practice_days")
    day = models.DateField()
    answers = models.PositiveIntegerField()
    right = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["learner", "day"], name="one_row_a_day")]

    def __str__(self) -> str:
        return f"{self.day}: {self.answers}"


class PracticeSession(models.Model):
    """Some drills in a row that a learner has begun: which, and by what choice (`mixes.Mix`).

    What has been answered is not kept here: it is the attempts since `started_at`. `request_key` makes
    a form sent twice begin one session.
    """

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="practice_sessions")
    mix = models.CharField(max_length=400, help_text="the choice as it stands in an address")
    started_at = models.DateTimeField(default=timezone.now)
    request_key = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["learner", "request_key"], name="one_session_a_form")]
        indexes = [models.Index(fields=["learner", "-started_at"])]

    def __str__(self) -> str:
        return f"session {self.public_id}"


class SessionItem(models.Model):
    """One drill of a session, in the version it had when the session began.

    `review_of` is the missed drill that this one reviews: itself, or another of the same idea.
    """

    session = models.ForeignKey(PracticeSession, on_delete=models.CASCADE, related_name="items")
    place = models.PositiveSmallIntegerField()
    version = models.ForeignKey(DrillVersion, on_delete=models.PROTECT, related_name="+")
    review_of = models.ForeignKey(Drill, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["session", "place"], name="one_drill_a_place"),
            models.UniqueConstraint(fields=["session", "version"], name="once_a_session"),
        ]

    def __str__(self) -> str:
        return f"drill {self.place} of {self.session_id}"
