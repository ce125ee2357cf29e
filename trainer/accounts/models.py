"""Who uses the site: users with a sign-in, and learners, to whom attempts belong."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone

from trainer.accounts.passwords import plain_password, spellings


class User(AbstractUser):
    """A person who can sign in. Names are not asked for; a user name or an address is enough.

    `awaiting_confirmation` is set by a sign-up with an e-mail address and lasts until the address is
    confirmed; until then nobody can sign in to the account. `is_teacher` is the owner's approval (`roles`).
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    language = models.CharField(max_length=5, default="nb")
    theme = models.CharField(max_length=6, default="system")
    suits = models.CharField(max_length=1, default="2")
    card_letters = models.CharField(max_length=7, default="default")
    card_taps = models.CharField(max_length=1, default="1")
    seen_cards = models.CharField(max_length=7, default="request")
    table_keys = models.CharField(max_length=3, default="on")
    time_zone = models.CharField(max_length=40, default="Europe/Oslo")
    is_teacher = models.BooleanField(default=False)
    awaiting_confirmation = models.BooleanField(default=False)

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username

    def set_password(self, raw_password: str | None) -> None:
        """Store one form of the password, whatever the keyboard made of it."""
        super().set_password(None if raw_password is None else plain_password(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        """Whether this is the password; one made of words may be typed in any case and separator."""
        typed = raw_password or ""
        return any(super(User, self).check_password(spelling) for spelling in spellings(typed))


class RecoveryCode(models.Model):
    """The digest of the code that lets a user without an address choose a new password."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="recovery_code")
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"recovery code of user {self.user_id}"


class TeacherRequest(models.Model):
    """A teacher who asks for larger classes and for tools across classes; the owner answers in the admin.

    One row a user: who is declined may ask again, and then the row waits once more.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        APPROVED = "approved"
        DECLINED = "declined"

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="teacher_request")
    school = models.CharField(max_length=120)
    reason = models.CharField(max_length=600, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True, blank=True)
    reply = models.CharField(max_length=600, blank=True)

    def __str__(self) -> str:
        return f"request of user {self.user_id}"


class Learner(models.Model):
    """The owner of attempts: a user, or a guest known by a cookie alone.

    A stand-in is neither. It holds what its learner has cleared away and someone else may still keep, and
    goes when the learner goes.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.CASCADE)
    stands_in_for = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="stand_ins"
    )
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        if self.stands_in_for_id:
            return f"stand-in {self.id}"
        return f"user {self.user_id}" if self.user_id else f"guest {self.id}"
