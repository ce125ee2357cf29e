"""What is to be repeated today, by theme, as the dashboard lists it: never more than a day's measure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from trainer.drills.models import OFFERED_KINDS
from trainer.progress.models import Review

THEMES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class DueTheme:
    """So many drills of a theme are due; `days` since one of them was last seen."""

    kind: str
    theme: str
    drills: int
    days: int


def due_themes(reviews: Iterable[Review], today: date) -> list[DueTheme]:
    """Reviews by kind and theme, most first; their drills are loaded."""
    found: dict[tuple[str, str], list[Review]] = {}
    for review in reviews:
        if review.drill.kind in OFFERED_KINDS:
            found.setdefault((review.drill.kind, review.drill.theme), []).append(review)
    rows = [
        DueTheme(kind, theme, len(same), (today - max(review.last_on for review in same)).days)
        for (kind, theme), same in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.drills, row.kind, row.theme))
