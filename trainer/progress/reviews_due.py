"""Missed drills that are due, by theme, as the dashboard lists them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max

from trainer.accounts.models import Learner
from trainer.drills.models import OFFERED_KINDS
from trainer.progress.models import Review


@dataclass(frozen=True, slots=True)
class DueTheme:
    """So many drills of a theme are due; `days` since one of them was last seen."""

    kind: str
    theme: str
    drills: int
    days: int


def due_themes(learner: Learner, today: date) -> list[DueTheme]:
    """What is due on a day, most first. Withdrawn drills don't come back. One query."""
    due = Review.objects.filter(
        learner=learner, due_on__lte=today, drill__current__isnull=False, drill__kind__in=OFFERED_KINDS
    )
    rows = due.values_list("drill__kind", "drill__theme").annotate(drills=Count("pk"), last=Max("last_on"))
    found = [DueTheme(kind, theme, drills, (today - last).days) for kind, theme, drills, last in rows]
    return sorted(found, key=lambda due: (-due.drills, due.kind, due.theme))
