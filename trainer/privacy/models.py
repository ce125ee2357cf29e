"""Notices that something will be deleted, so that nothing goes before anybody could say no."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from trainer.accounts.models import User
from trainer.classes.models import Classroom


class ExpiryNotice(models.Model):
    """A class or an account that will be deleted: since when that has been said, and whether by mail too."""

    classroom = models.OneToOneField(
        Classroom, null=True, on_delete=models.CASCADE, related_name="expiry_notice"
    )
    user = models.OneToOneField(User, null=True, on_delete=models.CASCADE, related_name="expiry_notice")
    given_at = models.DateTimeField(default=timezone.now)
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(classroom=None) ^ models.Q(user=None), name="notice_of_one_thing"
            )
        ]

    def __str__(self) -> str:
        return f"notice to {f'user {self.user_id}' if self.user_id else f'class {self.classroom_id}'}"
