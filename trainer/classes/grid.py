"""The grid of answers: a row a pupil, a column a drill, in each cell the card that was played.

Screen and files (`grid_files`) show the same rows: every number is a `Figure`, whose text is written from
its value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from trainer.classes.goals import goal_of, mastery_by_pupil
from trainer.classes.models import Assignment, AssignmentAnswer, AssignmentItem, Membership
from trainer.classes.queries import items_of, pupils_of
from trainer.drills.models import KINDS_WITHOUT_COST, Attempt
from trainer.table import formats

HARDEST_SHOWN = 5
_RANKS = {Attempt.Verdict.RIGHT: 0, Attempt.Verdict.NEARLY: 1, Attempt.Verdict.WRONG: 2}


@dataclass(frozen=True, slots=True)
class Cell:
    """One answer; `late` after the due time, `earlier` before the assignment was open."""

    position: int
    attempt: Attempt
    late: bool
    earlier: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the grid: by which name it is sorted, what files hold, and what the screen shows."""

    name: str
    value: int | float | None
    text: str


@dataclass(frozen=True, slots=True)
class Summary:
    """Answers, right ones, late ones, and what those with a cost lost on average (None without any)."""

    answered: int
    right: int
    cost: float | None
    late: int = 0

    @property
    def accuracy(self) -> int:
        """Right answers in whole per cent of those given."""
        return round(100 * self.right / self.answered) if self.answered else 0

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The columns behind the drills, in the order of `figure_names`."""
        share = self.accuracy if self.answered else None
        cost = None if self.cost is None else round(self.cost, 1)
        return (
            Figure("answered", self.answered, formats.count(self.answered)),
            Figure("right", self.right, formats.count(self.right)),
            Figure("accuracy", share, "–" if share is None else formats.percent(share / 100)),
            Figure("cost", cost, "–" if cost is None else formats.tricks(cost)),
            Figure("late", self.late, formats.count(self.late)),
        )


def figure_names() -> dict[str, str]:
    """What the columns behind the drills are called."""
    return {
        "answered": _("Answered"),
        "right": _("Right"),
        "accuracy": _("Right in per cent"),
        "cost": _("Cost in tricks"),
        "late": _("Late"),
    }


@dataclass(frozen=True, slots=True)
class Row:
    """A pupil's cells in the order of the drills; None where there is no answer yet."""

    pupil: Membership
    cells: tuple[Cell | None, ...]
    summary: Summary
    reached: bool | None = None  # the goal; None where the drills are of several assignments


@dataclass(frozen=True, slots=True)
class Column:
    """One drill, how the class did with it, and the answer that went wrong most often."""

    item: AssignmentItem
    summary: Summary
    slip: Attempt | None = None
    slips: int = 0

    @property
    def name(self) -> str:
        """By what the column is sorted."""
        return f"{self.item.assignment.public_id}.{self.item.position}"


@dataclass(frozen=True, slots=True)
class Sorting:
    """By which column the pupils stand; the name unless it is said."""

    by: str = "name"
    descending: bool = False

    def flipped(self, by: str) -> Sorting:
        """What a second click on the head of a column asks for."""
        return Sorting(by, by == self.by and not self.descending)


BY_NAME = Sorting()


@dataclass(frozen=True, slots=True)
class Grid:
    """Everything about the answers of a class to some drills."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    summary: Summary
    sorting: Sorting = BY_NAME

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

    @property
    def reached(self) -> int:
        """Pupils who have reached the goal."""
        return sum(row.reached is True for row in self.rows)

    @property
    def hardest(self) -> list[Column]:
        """The drills that went worst, of those that somebody did not get right."""
        missed = [column for column in self.columns if column.summary.right < column.summary.answered]
        missed.sort(key=lambda column: (column.summary.right / column.summary.answered, column.name))
        return missed[:HARDEST_SHOWN]

    @property
    def groups(self) -> list[tuple[Assignment, int]]:
        """Each assignment with how many columns it has, in their order."""
        count: dict[int, tuple[Assignment, int]] = {}
        for column in self.columns:
            given, known = count.get(column.item.assignment_id, (column.item.assignment, 0))
            count[column.item.assignment_id] = (given, known + 1)
        return list(count.values())


def grid_of(assignment: Assignment, language: str, sorting: Sorting | None = None) -> Grid:
    """Three queries whatever the size of the class, and one more for a goal of mastery."""
    items = list(items_of(assignment))
    for item in items:
        item.assignment = assignment
    pupils = pupils_of(assignment.classroom, language)
    grid = grid_from(items, pupils)
    goal, known = goal_of(assignment, len(items)), mastery_by_pupil(assignment, pupils)
    rows = tuple(
        replace(
            row,
            reached=goal.is_reached(row.summary.answered, row.summary.right, known.get(row.pupil.pk)),
        )
        for row in grid.rows
    )
    return sorted_grid(replace(grid, rows=rows), sorting or Sorting())


def grid_from(items: Sequence[AssignmentItem], pupils: Sequence[Membership]) -> Grid:
    """The answers of the pupils, who stand by name, to drills that have their assignments. One query."""
    answers = AssignmentAnswer.objects.filter(item__in=[item.pk for item in items]).select_related("attempt")
    placed = {(answer.membership_id, answer.item_id): answer for answer in answers}
    kinds = {item.version_id: item.version.drill.kind for item in items}
    rows = tuple(_row(pupil, items, placed, kinds) for pupil in pupils)
    columns = tuple(
        _column(item, [row.cells[place] for row in rows], kinds) for place, item in enumerate(items)
    )
    everything = (cell for row in rows for cell in row.cells)
    return Grid(columns, rows, summary_of(everything, kinds))


def _row(
    pupil: Membership,
    items: Sequence[AssignmentItem],
    placed: dict[tuple[int, int], AssignmentAnswer],
    kinds: dict[int, str],
) -> Row:
    answers = [(item, placed.get((pupil.pk, item.pk))) for item in items]
    cells = tuple(
        cell_of(item, answer, item.assignment.due_at) if answer else None for item, answer in answers
    )
    return Row(pupil, cells, summary_of(cells, kinds))


def _column(item: AssignmentItem, cells: Sequence[Cell | None], kinds: dict[int, str]) -> Column:
    missed = [cell.attempt for cell in cells if cell and cell.attempt.verdict != Attempt.Verdict.RIGHT]
    choices = Counter(attempt.choice for attempt in missed)
    most, times = max(choices.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    slip = next((attempt for attempt in missed if attempt.choice == most), None)
    return Column(item, summary_of(cells, kinds), slip, times)


def cell_of(item: AssignmentItem, answer: AssignmentAnswer, due_at: datetime | None) -> Cell:
    """The cell of an answer whose attempt is loaded."""
    late = due_at is not None and answer.attempt.answered_at > due_at
    return Cell(item.position, answer.attempt, late, answer.earlier)


def summary_of(cells: Iterable[Cell | None], kinds: dict[int, str]) -> Summary:
    """Add cells up; `kinds` gives the kind of drill by version, for some cost no tricks."""
    there = [cell for cell in cells if cell]
    attempts = [cell.attempt for cell in there]
    losses = [attempt.loss for attempt in attempts if kinds[attempt.version_id] not in KINDS_WITHOUT_COST]
    return Summary(
        answered=len(attempts),
        right=sum(attempt.verdict == Attempt.Verdict.RIGHT for attempt in attempts),
        cost=sum(losses) / len(losses) if losses else None,
        late=sum(cell.late for cell in there),
    )


def sorted_grid(grid: Grid, sorting: Sorting) -> Grid:
    """The pupils by a column; equal ones by name, and those without a value last in either direction."""
    if sorting.by == "name":
        rows = grid.rows[::-1] if sorting.descending else grid.rows
        return replace(grid, rows=rows, sorting=sorting)
    value = _value_of(grid, sorting.by)
    if value is None:
        return grid
    there = [row for row in grid.rows if value(row) is not None]
    there.sort(key=lambda row: value(row) or 0, reverse=sorting.descending)
    rest = [row for row in grid.rows if value(row) is None]
    return replace(grid, rows=(*there, *rest), sorting=sorting)


def _value_of(grid: Grid, by: str) -> Callable[[Row], int | float | None] | None:
    if by in figure_names():
        return lambda row: next(figure.value for figure in row.summary.figures if figure.name == by)
    if by == "goal":
        return lambda row: None if row.reached is None else int(not row.reached)
    place = next((place for place, column in enumerate(grid.columns) if column.name == by), None)
    if place is None:
        return None

    def rank(row: Row) -> int | None:
        cell = row.cells[place]
        return _RANKS[Attempt.Verdict(cell.attempt.verdict)] if cell else None

    return rank


def read_sorting(by: str, down: str) -> Sorting:
    """What an address says about the order."""
    return Sorting(by[:40] or "name", down == "1")


def given_items(assignments: Sequence[Assignment], kind: str, most: int) -> list[AssignmentItem]:
    """The drills of some assignments of a class, latest assignment first, of a kind or of all. One query."""
    found = AssignmentItem.objects.filter(assignment__in=[given.pk for given in assignments])
    if kind:
        found = found.filter(version__drill__kind=kind)
    by_key = {given.pk: given for given in assignments}
    rows = found.select_related("version__drill").defer(
        "version__position", "version__choices", "version__facts"
    )
    items = list(rows.order_by("-assignment__created_at", "-assignment", "position")[:most])
    for item in items:
        item.assignment = by_key[item.assignment_id]
    return items
