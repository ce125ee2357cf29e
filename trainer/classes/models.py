"""Classes: who teaches, who learns, what was assigned and which answer filled each cell.

A pupil's name stands in one class only and is seen by its teachers and the pupil. Assignments point
at drill versions, so that old results keep old cards and verdicts. `request_key` is the form's own
number: sent twice, it makes one row.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from trainer.accounts.models import Learner, User
from trainer.classes.codes import new_class_code, new_public_id, shown_code
from trainer.drills.models import Attempt, DrillVersion

NAME_LENGTH = 40
TITLE_LENGTH = 80


class Classroom(models.Model):
    """A class: a name for its teachers, a code for its pupils, and the zone its clock shows."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    name = models.CharField(max_length=NAME_LENGTH)
    code = models.CharField(max_length=8, unique=True, default=new_class_code)
    time_zone = models.CharField(max_length=40)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)
    request_key = models.UUIDField(default=uuid.uuid4)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["created_by", "request_key"], name="one_class_a_form")]

    def __str__(self) -> str:
        return f"class {self.public_id}"

    @property
    def shown_code(self) -> str:
        return shown_code(self.code)

    @property
    def clock_city(self) -> str:
        """Where the clock of the class hangs: Oslo."""
        return self.time_zone.rpartition("/")[2].replace("_", " ")


class ClassTeacher(models.Model):
    """One of the teachers of a class; all of them may do the same things."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="teachers")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="teaches")
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["classroom", "user"], name="once_a_teacher")]

    def __str__(self) -> str:
        return f"teacher {self.user_id} of {self.classroom_id}"


class Membership(models.Model):
    """A pupil of one class, under the name used there.

    Leaving takes the row; the work stays the learner's. Teachers may give a new sign-in code only to
    accounts that joining this class has made, never to one that somebody brought along.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="pupils")
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="memberships")
    display_name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * NAME_LENGTH)
    joined_at = models.DateTimeField(default=timezone.now)
    account_made_here = models.BooleanField(default=False)
    request_key = models.UUIDField(default=uuid.uuid4)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "learner"], name="once_a_pupil"),
            models.UniqueConstraint(fields=["classroom", "name_key"], name="one_name_a_class"),
        ]

    def __str__(self) -> str:
        return f"pupil {self.public_id}"


class Assignment(models.Model):
    """Drills given to a class in a fixed order. Written in no language: the title is the teacher's."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="assignments")
    title = models.CharField(max_length=TITLE_LENGTH)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, blank=True)
    request_key = models.UUIDField(default=uuid.uuid4)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "request_key"], name="one_assignment_a_form")
        ]

    def __str__(self) -> str:
        return f"assignment {self.public_id}"


class AssignmentItem(models.Model):
    """One drill of an assignment, in the version it had when it was given."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveSmallIntegerField()
    version = models.ForeignKey(DrillVersion, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "position"], name="one_item_a_position"),
            models.UniqueConstraint(fields=["assignment", "version"], name="once_an_assignment"),
        ]

    def __str__(self) -> str:
        return f"drill {self.position} of {self.assignment_id}"


class AssignmentAnswer(models.Model):
    """The attempt that fills a pupil's cell: the first one that reached it, and it stays."""

    item = models.ForeignKey(AssignmentItem, on_delete=models.CASCADE, related_name="answers")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="answers")
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="+")
    earlier = models.BooleanField(help_text="answered before the assignment was given")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "membership"], name="one_answer_a_cell")]

    def __str__(self) -> str:
        return f"answer {self.attempt_id} in {self.item_id}"
