"""Feedback after the due date: which drills have no verdict for a pupil as yet."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from trainer.accounts.models import Learner
from trainer.classes.models import Assignment, AssignmentItem


def held_back(learner: Learner) -> QuerySet[AssignmentItem, Any]:
    """Versions that the learner's classes have been given with feedback after a due date to come."""
    return (
        AssignmentItem.objects.filter(
            assignment__feedback=Assignment.Feedback.AFTER_DUE,
            assignment__due_at__gt=timezone.now(),
            assignment__classroom__archived_at=None,
            assignment__classroom__pupils__learner=learner,
        )
        .order_by()
        .annotate(until=F("assignment__due_at"))
        .values("version", "until")
    )
