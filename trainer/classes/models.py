"""Classes: who teaches, who learns, what was assigned and which answer filled each cell.

A pupil's name stands in one class only and is seen by its teachers and the pupil. Assignments point
at drill versions, so that old results keep old cards and verdicts. `request_key` is the form's own
number: sent twice, it makes one row.
"""

from __future__ import annotations

import uuid
from datetime import datetime

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
    """One of the teachers of a class. All may do the same with pupils and assignments; the one who owns the
    class decides who teaches it, and leaves only after handing it over."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="teachers")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="teaches")
    added_at = models.DateTimeField(default=timezone.now)
    is_owner = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "user"], name="once_a_teacher"),
            models.UniqueConstraint(
                fields=["classroom"], condition=models.Q(is_owner=True), name="one_owner_a_class"
            ),
        ]

    def __str__(self) -> str:
        return f"teacher {self.user_id} of {self.classroom_id}"


class TeacherInvitation(models.Model):
    """A way into the teachers of a class, good once: by a link, of which only the digest is stored, or for
    whoever has the user name or the confirmed address, known or not. Accepting takes the row."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="invitations")
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    digest = models.CharField(max_length=64, blank=True)
    addressee = models.CharField(max_length=254, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["classroom", "addressee"],
                condition=~models.Q(addressee=""),
                name="one_invitation_a_name",
            )
        ]

    def __str__(self) -> str:
        return f"invitation to {self.classroom_id}"


class CodeBatch(models.Model):
    """Word codes given in one go. The codes follow from a secret that only the teacher's browser holds.

    `request_key` is a digest of that secret: the form sent twice makes one batch.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="code_batches")
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    request_key = models.UUIDField()
    language = models.CharField(max_length=5)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "request_key"], name="one_code_batch_a_form")
        ]

    def __str__(self) -> str:
        return f"codes of {self.classroom_id}, {self.made_at:%Y-%m-%d}"


class Membership(models.Model):
    """A pupil of one class, under the name used there.

    Leaving takes the row; the work stays the learner's. Teachers may give a new sign-in code only to
    accounts that a class has made and not yet handed to the pupil, never to one that somebody brought along.
    `word_mark` narrows a word code typed without a user name down to a pupil or two; it tells eight of the
    code's 32 bits to whoever knows the site's secret key, and nothing to others.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="pupils")
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="memberships")
    display_name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * NAME_LENGTH)
    joined_at = models.DateTimeField(default=timezone.now)
    account_made_here = models.BooleanField(default=False)
    request_key = models.UUIDField(default=uuid.uuid4)
    code_batch = models.ForeignKey(CodeBatch, null=True, on_delete=models.SET_NULL, related_name="members")
    word_mark = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "learner"], name="once_a_pupil"),
            models.UniqueConstraint(fields=["classroom", "name_key"], name="one_name_a_class"),
        ]

    def __str__(self) -> str:
        return f"pupil {self.public_id}"


class TakenOut(models.Model):
    """A pupil taken out of a class whose account no other class holds: the teachers can take the pupil back,
    so that nobody is left without someone to ask for a new word code."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="taken_out")
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="taken_out")
    display_name = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["classroom", "learner"], name="once_taken_out")]

    def __str__(self) -> str:
        return f"taken out of {self.classroom_id}"


class Release(models.Model):
    """The teachers have offered a pupil the account; it is the pupil's own once the code has been used."""

    learner = models.OneToOneField(Learner, on_delete=models.CASCADE, related_name="release")
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"release of {self.learner_id}"


class PupilMove(models.Model):
    """Pupils moved by one form; the form sent twice moves them once."""

    made_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    request_key = models.UUIDField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["made_by", "request_key"], name="one_move_a_form")]

    def __str__(self) -> str:
        return f"move of {self.made_at:%Y-%m-%d}"


class Assignment(models.Model):
    """Drills given to a class. Written in no language: the title is the teacher's.

    All pupils meet the drills in the order given, or each in one of the own (`shuffled`). Pupils see the
    drills from `opens_at` on. With feedback after the due date nobody is told a verdict before it.
    `goal_value` is a number of drills or per cent of them, `goal_theme` a kind and theme (`follow.middle`).
    """

    class Feedback(models.TextChoices):
        AT_ONCE = "at-once"
        AFTER_DUE = "after-due"

    class Goal(models.TextChoices):
        ALL = "all"  # every drill answered
        NUMBER = "number"  # so many answered
        ACCURACY = "accuracy"  # so many per cent of the drills answered right
        MASTERY = "mastery"  # a theme known, by the learner's own rule of mastery

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="assignments")
    title = models.CharField(max_length=TITLE_LENGTH)
    created_at = models.DateTimeField(default=timezone.now)
    opens_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    shuffled = models.BooleanField(default=False)
    feedback = models.CharField(max_length=9, choices=Feedback, default=Feedback.AT_ONCE)
    goal = models.CharField(max_length=8, choices=Goal, default=Goal.ALL)
    goal_value = models.PositiveSmallIntegerField(default=0)
    goal_theme = models.CharField(max_length=40, blank=True, default="")
    request_key = models.UUIDField(default=uuid.uuid4)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["classroom", "request_key"], name="one_assignment_a_form")
        ]

    def __str__(self) -> str:
        return f"assignment {self.public_id}"

    @property
    def given_from(self) -> datetime:
        """When the pupils could begin."""
        return max(self.created_at, self.opens_at or self.created_at)

    @property
    def is_open(self) -> bool:
        """Whether pupils may begin by now."""
        return self.given_from <= timezone.now()

    @property
    def withholds(self) -> bool:
        """Whether pupils are told no verdict as yet."""
        return (
            self.feedback == self.Feedback.AFTER_DUE
            and self.due_at is not None
            and timezone.now() < self.due_at
        )


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
