"""The grid of an assignment: a row a pupil, a column a drill, in each cell the card that was played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from trainer.classes.models import Assignment, AssignmentAnswer, AssignmentItem, Membership
from trainer.classes.queries import items_of, pupils_of
from trainer.drills.models import KINDS_WITHOUT_COST, Attempt


@dataclass(frozen=True, slots=True)
class Cell:
    """One answer; `late` after the due time, `earlier` before the assignment was given."""

    position: int
    attempt: Attempt
    late: bool
    earlier: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """Answers, right ones, and what the ones with a cost lost on average (None without any)."""

    answered: int
    right: int
    cost: float | None

    @property
    def accuracy(self) -> int:
        """Right answers in whole per cent of those given."""
        return round(100 * self.right / self.answered) if self.answered else 0


@dataclass(frozen=True, slots=True)
class Row:
    """A pupil's cells in the order of the drills; None where there is no answer yet."""

    pupil: Membership
    cells: tuple[Cell | None, ...]
    summary: Summary


@dataclass(frozen=True, slots=True)
class Column:
    """One drill and how the class did with it."""

    item: AssignmentItem
    summary: Summary


@dataclass(frozen=True, slots=True)
class Grid:
    """Everything on the teacher's page of an assignment."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    summary: Summary

    @property
    def has_late(self) -> bool:
        return any(cell and cell.late for row in self.rows for cell in row.cells)

    @property
    def has_earlier(self) -> bool:
        return any(cell and cell.earlier for row in self.rows for cell in row.cells)

    @property
    def finished(self) -> int:
        """Pupils who have answered every drill."""
        return sum(all(row.cells) for row in self.rows)


def grid_of(assignment: Assignment, language: str) -> Grid:
    """Three queries, whatever the size of the class."""
    items = list(items_of(assignment))
    answers = AssignmentAnswer.objects.filter(item__assignment=assignment).select_related("attempt")
    placed = {(answer.membership_id, answer.item_id): answer for answer in answers}
    kinds = {item.version_id: item.version.drill.kind for item in items}
    rows = [
        _row(pupil, items, placed, assignment.due_at, kinds)
        for pupil in pupils_of(assignment.classroom, language)
    ]
    columns = [
        Column(item, summary_of((row.cells[place] for row in rows), kinds))
        for place, item in enumerate(items)
    ]
    everything = (cell for row in rows for cell in row.cells)
    return Grid(tuple(columns), tuple(rows), summary_of(everything, kinds))


def _row(
    pupil: Membership,
    items: Sequence[AssignmentItem],
    placed: dict[tuple[int, int], AssignmentAnswer],
    due_at: datetime | None,
    kinds: dict[int, str],
) -> Row:
    answers = [(item, placed.get((pupil.pk, item.pk))) for item in items]
    cells = tuple(cell_of(item, answer, due_at) if answer else None for item, answer in answers)
    return Row(pupil, cells, summary_of(cells, kinds))


def cell_of(item: AssignmentItem, answer: AssignmentAnswer, due_at: datetime | None) -> Cell:
    """The cell of an answer whose attempt is loaded."""
    late = due_at is not None and answer.attempt.answered_at > due_at
    return Cell(item.position, answer.attempt, late, answer.earlier)


def summary_of(cells: Iterable[Cell | None], kinds: dict[int, str]) -> Summary:
    """Add cells up; `kinds` gives the kind of drill by version, for some cost no tricks."""
    attempts = [cell.attempt for cell in cells if cell]
    losses = [attempt.loss for attempt in attempts if kinds[attempt.version_id] not in KINDS_WITHOUT_COST]
    return Summary(
        answered=len(attempts),
        right=sum(attempt.verdict == Attempt.Verdict.RIGHT for attempt in attempts),
        cost=sum(losses) / len(losses) if losses else None,
    )
