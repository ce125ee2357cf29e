"""Live lessons: one drill at a time for a whole class, and which answer each pupil voted for.

A lesson stands at a place among its drills and at a stage of that drill; `step` counts what its
teachers have done, so that an action from a page that is older than the lesson is told apart from one
that is meant. Votes are the class's, not the learner's: they are no attempts, move no rating, and go
with the pupil, the lesson or the class.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from trainer.accounts.models import User
from trainer.classes.codes import new_public_id
from trainer.classes.models import TITLE_LENGTH, Classroom, Membership
from trainer.drills.models import Attempt, DrillVersion


class Lesson(models.Model):
    """One lesson of a class. There is one running at a time, or none."""

    class Stage(models.TextChoices):
        OPEN = "open"  # pupils answer, and may change their minds
        CLOSED = "closed"  # the votes are shown on the big screen
        SHOWN = "shown"  # the answer too, everywhere

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="lessons")
    title = models.CharField(max_length=TITLE_LENGTH)
    by_side = models.BooleanField(default=False, help_text="win or let go is answered in two buttons")
    started_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(default=1)
    stage = models.CharField(max_length=6, choices=Stage, default=Stage.OPEN)
    paused = models.BooleanField(default=False)
    step = models.PositiveIntegerField(default=0)
    request_key = models.UUIDField(default=uuid.uuid4)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "request_key"], name="one_lesson_a_form"),
            models.UniqueConstraint(
                fields=["classroom"], condition=models.Q(ended_at=None), name="one_running_lesson"
            ),
        ]
        indexes = [models.Index(fields=["classroom", "-started_at"])]

    def __str__(self) -> str:
        return f"lesson {self.public_id}"

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def is_asking(self) -> bool:
        """Whether pupils may vote now."""
        return self.stage == self.Stage.OPEN and not self.paused and not self.is_over


class LessonItem(models.Model):
    """One drill of a lesson, in the version it had when the lesson began.

    `round` is 1 until the class votes again on the same drill, after having talked about it.
    """

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveSmallIntegerField()
    version = models.ForeignKey(DrillVersion, on_delete=models.PROTECT, related_name="+")
    round = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["lesson", "position"], name="one_lesson_item_a_position")
        ]

    def __str__(self) -> str:
        return f"drill {self.position} of {self.lesson_id}"


class LessonVote(models.Model):
    """What a pupil answered in one round; changed in place until the vote is closed."""

    item = models.ForeignKey(LessonItem, on_delete=models.CASCADE, related_name="votes")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="lesson_votes")
    round = models.PositiveSmallIntegerField(default=1)
    choice = models.CharField(max_length=26)
    verdict = models.CharField(max_length=6, choices=Attempt.Verdict)
    voted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "membership", "round"], name="one_vote_a_round")
        ]

    def __str__(self) -> str:
        return f"vote {self.pk} on {self.item_id}"


class LessonPresence(models.Model):
    """When a pupil's device last asked for news: how many are present is counted, nothing else."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="presences")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["lesson", "membership"], name="one_presence_a_pupil")]

    def __str__(self) -> str:
        return f"presence {self.pk} in {self.lesson_id}"
