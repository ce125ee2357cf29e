"""A learner's numbers, added up by the database: one query whatever the number of attempts.

Only first attempts count. Nearly is not right (design: Settled). The cost is in tricks and is
averaged over drills that have one: a rule is kept or broken and costs nothing in tricks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, DateField, F, Q, QuerySet, Sum
from django.db.models.functions import TruncDay, TruncWeek

from trainer.accounts.clock import start_of_day
from trainer.accounts.models import Learner
from trainer.drills.mastery import Mastery, mastery_of
from trainer.drills.models import KINDS_WITHOUT_COST, Attempt, Drill
from trainer.drills.queries import theme_counts
from trainer.drills.withholding import told
from trainer.progress.periods import Span

LATEST = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """So many first attempts, so many of them right, and what those with a cost lost in all."""

    attempts: int = 0
    right: int = 0
    costed: int = 0
    loss: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.attempts + other.attempts,
            self.right + other.right,
            self.costed + other.costed,
            self.loss + other.loss,
        )

    @property
    def accuracy(self) -> int:
        """Right answers in whole per cent."""
        return round(100 * self.right / self.attempts) if self.attempts else 0

    @property
    def cost(self) -> float | None:
        """Tricks lost on average, or None where nothing had a cost."""
        return self.loss / self.costed if self.costed else None


@dataclass(frozen=True, slots=True)
class Cell:
    """The tally of one kind and theme in one day or week."""

    kind: str
    theme: str
    start: date
    tally: Tally


@dataclass(frozen=True, slots=True)
class Numbers:
    """All cells of a span, added up in whatever way a page needs."""

    cells: tuple[Cell, ...] = field(default=())

    @property
    def total(self) -> Tally:
        return _sum(cell.tally for cell in self.cells)

    @property
    def kinds(self) -> list[str]:
        """The kinds with attempts, in the order of the library."""
        met = {cell.kind for cell in self.cells}
        return [kind for kind in Drill.Kind.values if kind in met]

    def by[K](self, key: Callable[[Cell], K]) -> dict[K, Tally]:
        """Tallies under any key of a cell, in the order in which the keys come."""
        tallies: dict[K, Tally] = {}
        for cell in self.cells:
            tallies[key(cell)] = tallies.get(key(cell), Tally()) + cell.tally
        return tallies


def counted_attempts(learner: Learner) -> QuerySet[Attempt]:
    """The first attempt at each drill version, save those whose verdict is not told yet."""
    return told(Attempt.objects.filter(learner=learner, number=0), learner)


def numbers(learner: Learner, span: Span, zone: ZoneInfo, kind: str = "") -> Numbers:
    """The learner's numbers in a span of days or weeks of a time zone. One query."""
    attempts = counted_attempts(learner)
    if span.first is not None:
        attempts = attempts.filter(answered_at__gte=start_of_day(span.first, zone))
    if kind:
        attempts = attempts.filter(version__drill__kind=kind)
    truncate = TruncWeek if span.weekly else TruncDay
    rows = (
        attempts.values(
            kind=F("version__drill__kind"),
            theme=F("version__drill__theme"),
            start=truncate("answered_at", tzinfo=zone, output_field=DateField()),
        )
        .annotate(
            attempts=Count("pk"),
            right=Count("pk", filter=Q(verdict=Attempt.Verdict.RIGHT)),
            loss_sum=Sum("loss"),
        )
        .order_by("start", "kind", "theme")
    )
    return Numbers(tuple(_cell(row) for row in rows))


@dataclass(frozen=True, slots=True)
class ThemeMastery:
    """A theme with drills to practise, and how well the learner knows it."""

    kind: str
    theme: str
    mastery: Mastery


def theme_masteries(learner: Learner, kind: str = "") -> list[ThemeMastery]:
    """Every theme on offer, by kind in the order of the library. Two queries."""
    known = mastery_of(counted_attempts(learner))
    order = {name: place for place, name in enumerate(Drill.Kind.values)}
    themes = sorted(theme_counts(kind), key=lambda theme: (order[theme[0]], theme[1]))
    return [ThemeMastery(*theme, known.get(theme, Mastery())) for theme in themes]


def latest_attempts(learner: Learner, kind: str = "") -> list[Attempt]:
    """The latest attempts, later tries among them. One query."""
    attempts = told(Attempt.objects.filter(learner=learner), learner).select_related("version__drill")
    if kind:
        attempts = attempts.filter(version__drill__kind=kind)
    return list(attempts.order_by("-answered_at", "-pk")[:LATEST])


def _cell(row: Mapping[str, Any]) -> Cell:
    costed = row["kind"] not in KINDS_WITHOUT_COST
    tally = Tally(
        row["attempts"], row["right"], row["attempts"] if costed else 0, row["loss_sum"] if costed else 0.0
    )
    return Cell(row["kind"], row["theme"], row["start"], tally)


def _sum(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, start=Tally())
