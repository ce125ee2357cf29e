"""Reads of reviews, and their part of My progress."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Sum

from trainer.accounts.models import Learner
from trainer.progress.panels import Panel
from trainer.review.models import Review


@dataclass(frozen=True, slots=True)
class PhaseCosts:
    """What a choice has cost on average in each phase, over the deals reviewed; None without choices."""

    deals: int
    phase_one: float | None
    phase_two: float | None


def costs_of(learner: Learner) -> PhaseCosts:
    """One query, however many reviews."""
    found = Review.objects.filter(learner=learner, done_at__isnull=False).aggregate(
        deals=Count("pk"),
        one=Sum("phase_one_cost"),
        one_choices=Sum("phase_one_choices"),
        two=Sum("phase_two_cost"),
        two_choices=Sum("phase_two_choices"),
    )
    return PhaseCosts(
        found["deals"],
        found["one"] / found["one_choices"] if found["one_choices"] else None,
        found["two"] / found["two_choices"] if found["two_choices"] else None,
    )


def costs_panel(learner: Learner) -> Panel | None:
    """The panel of My progress; none before the first review."""
    costs = costs_of(learner)
    return Panel("review/_costs.html", {"costs": costs}) if costs.deals else None
