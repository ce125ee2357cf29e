"""Drills, their immutable versions, what learners answered, and drills being built on several machines."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone

from trainer.accounts.models import Learner

REPORT_LENGTH = 400


class Drill(models.Model):
    """One exercise with a permanent opaque address; what it asks stands in its versions.

    `holds_under` names the rule sets under which the current answer stands, as `holding.written` does;
    `difficulty` is the one measured when the drill was made, 0 to 1, where there was anything to measure.
    """

    class Kind(models.TextChoices):
        FOLLOW = "follow"
        LEAD = "lead"
        ENDING = "ending"
        MEMORY = "memory"
        RULES = "rules"

    public_id = models.CharField(max_length=12, unique=True)
    kind = models.CharField(max_length=12, choices=Kind)
    theme = models.CharField(max_length=24)
    holds_under = models.CharField(max_length=60, blank=True, default="")
    difficulty = models.FloatField(null=True, blank=True)
    current = models.OneToOneField(
        "DrillVersion", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        indexes = [models.Index(fields=["kind", "theme"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"


# Kinds with a page to answer them on; drills of any other are stored and not offered.
OFFERED_KINDS: tuple[str, ...] = tuple(Drill.Kind.values)

# Kinds whose answers cost no tricks: a rule is kept or broken, a card remembered or not.
KINDS_WITHOUT_COST: tuple[str, ...] = (Drill.Kind.RULES, Drill.Kind.MEMORY)


class DrillVersion(models.Model):
    """What a drill asked at one time. Never changed: old results keep old cards and verdicts.

    `position` is the engine's notation; `choices` maps each choice (a card such as `D4`, or a word
    such as `opponent`) to its numbers; `facts` holds how they were found (design: Drills). `side`
    says where the best card stands, so that a mixed set is fair: a set of "win" answers alone would
    answer itself.
    """

    class Side(models.TextChoices):
        WIN = "win"
        DUCK = "duck"

    drill = models.ForeignKey(Drill, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    rule_set = models.CharField(max_length=12)
    question = models.CharField(max_length=24)
    position = models.TextField()
    choices = models.JSONField()
    facts = models.JSONField()
    side = models.CharField(max_length=4, choices=Side, blank=True, default="")
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["drill", "number"], name="one_version_a_number")]

    def __str__(self) -> str:
        return f"{self.drill} version {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new version; a stored one stays as it is."""
        if not self._state.adding:
            raise TypeError(f"{self} cannot be changed: publish a new version instead")
        super().save(*args, **kwargs)


class AfterAnswer(models.Model):
    """What was worked out beforehand for after the answer to a version (see `building_after`).

    `deal` is a typical deal as `Deal.fields` writes it, `lines` the cards that are played in it after
    each choice, `splits` the differences between two choices in parts. Older versions have none.
    """

    version = models.OneToOneField(DrillVersion, on_delete=models.CASCADE, related_name="after")
    deal = models.CharField(max_length=120)
    lines = models.JSONField()
    splits = models.JSONField()

    def __str__(self) -> str:
        return f"after the answer to {self.version_id}"


class Attempt(models.Model):
    """One answer. Number 0 is the first and the only one that counts; later ones are retries.

    `unrated` says why the answer moves no rating, as the page said before it was given; a later try never
    does. `settled` is set once progress has taken the answer into ratings, reviews and days.
    """

    class Verdict(models.TextChoices):
        RIGHT = "right"
        NEARLY = "nearly"
        WRONG = "wrong"

    class Unrated(models.TextChoices):
        RETRY = "retry"
        REVIEW = "review"
        QUICK = "quick"  # a side named instead of a card: one of two is right by chance

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="attempts")
    version = models.ForeignKey(DrillVersion, on_delete=models.PROTECT, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    choice = models.CharField(max_length=26, help_text="a card, a word, or the thirteen cards named")
    verdict = models.CharField(max_length=6, choices=Verdict)
    loss = models.FloatField(help_text="tricks lost against the best choice; 0 where there is no such cost")
    cards_right = models.PositiveSmallIntegerField(
        null=True, help_text="of thirteen cards named from memory, those that the opponent holds"
    )
    answered_at = models.DateTimeField(default=timezone.now)
    unrated = models.CharField(max_length=8, choices=Unrated, blank=True, default="")
    settled = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["learner", "version", "number"], name="one_attempt_a_number")
        ]
        indexes = [
            models.Index(fields=["learner", "answered_at"]),
            models.Index(fields=["learner"], condition=models.Q(settled=False), name="unsettled_attempts"),
        ]

    def __str__(self) -> str:
        return f"{self.choice} ({self.verdict})"


class OpenNaming(models.Model):
    """A learner who has begun to name cards from memory and has not answered yet.

    As long as the row is there, the tricks of that version are closed to the learner, in every tab and
    browser. It goes with the answer (`naming`).
    """

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="open_namings")
    version = models.ForeignKey(DrillVersion, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField(help_text="of the attempt that the answer will be")
    begun_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["learner", "version", "number"], name="one_open_naming_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.version}, attempt {self.number}"


class DrillReport(models.Model):
    """What a learner found wrong with a drill, and what came of solving its version again.

    `rule_set` is the one that the learner had chosen, `choice` the answer given; cards and rules of the
    drill stand in the version. `request_key` names the form, so that sending it twice makes one row.
    `found` is for the owner, in the engine's words; `reply` is what the owner lets the reporter know.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        HOLDS = "holds"  # solved again: the same answer
        DIFFERS = "differs"  # solved again: something else came out
        FAILED = "failed"  # it could not be solved

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="drill_reports")
    version = models.ForeignKey(DrillVersion, on_delete=models.PROTECT, related_name="reports")
    rule_set = models.CharField(max_length=12)
    choice = models.CharField(max_length=26)
    text = models.CharField(max_length=REPORT_LENGTH)
    request_key = models.UUIDField(unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    found = models.JSONField(default=list)
    solved_at = models.DateTimeField(null=True)
    reply = models.CharField(max_length=REPORT_LENGTH, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(fields=["learner", "created_at"]),
            models.Index(fields=["state", "created_at"]),
        ]

    def __str__(self) -> str:
        return f"report on {self.version}"


class BuiltPiece(models.Model):
    """A piece of the library that workers build: who is at it, and its lines when it is finished.

    `recipe` says with which engine and weights; pieces of different recipes never mix. `claim` names
    the worker at it, `claimed_at` when that worker last gave a sign of life.
    """

    kind = models.CharField(max_length=12)
    recipe = models.CharField(max_length=12)
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    queued_at = models.DateTimeField(null=True)
    claim = models.CharField(max_length=200, blank=True, default="")
    claimed_at = models.DateTimeField(null=True)
    built_at = models.DateTimeField(null=True)
    lines = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "recipe", "first", "count"], name="one_row_a_piece")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.first}+{self.count} ({self.recipe})"
