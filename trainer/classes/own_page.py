"""An assignment as a pupil sees it: what is asked for, until when, and what has been done."""

from __future__ import annotations

from dataclasses import dataclass

from trainer.classes.goals import Goal, goal_of, goal_text, mastery_by_pupil
from trainer.classes.grid import Cell, cell_of
from trainer.classes.models import Assignment, AssignmentItem, Membership
from trainer.classes.ordering import in_order
from trainer.classes.queries import answers_of, due_text, items_of, moment_text
from trainer.classes.sets import drill_address
from trainer.drills.mastery import Mastery
from trainer.drills.models import Attempt


@dataclass(frozen=True, slots=True)
class OwnDrill:
    """A drill at its place, with the pupil's answer if there is one."""

    place: int
    item: AssignmentItem
    cell: Cell | None
    address: str


@dataclass(frozen=True, slots=True)
class OwnPage:
    """Everything on the page; before the assignment opens it has no drills."""

    assignment: Assignment
    drills: tuple[OwnDrill, ...]
    opens: str
    due: str
    goal: str
    asked: Goal
    known: Mastery | None

    @property
    def total(self) -> int:
        return len(self.drills)

    @property
    def done(self) -> int:
        return sum(drill.cell is not None for drill in self.drills)

    @property
    def left(self) -> int:
        """Answers that are still asked for."""
        return max(0, self.asked.answers(self.total) - self.done)

    @property
    def right(self) -> int:
        cells = (drill.cell for drill in self.drills)
        return sum(cell.attempt.verdict == Attempt.Verdict.RIGHT for cell in cells if cell)

    @property
    def is_reached(self) -> bool:
        """Whether the goal is reached, as far as the pupil may know."""
        hidden = self.asked.counts_right and self.assignment.withholds
        return not hidden and self.asked.is_reached(self.done, self.right, self.known)

    @property
    def next(self) -> OwnDrill | None:
        return next((drill for drill in self.drills if drill.cell is None), None)

    @property
    def has_late(self) -> bool:
        return any(drill.cell and drill.cell.late for drill in self.drills)


def own_page(assignment: Assignment, pupil: Membership, language: str) -> OwnPage:
    """The page of one pupil. Three queries at most."""
    items = list(items_of(assignment))
    answers = answers_of(pupil, items)
    placed = in_order(assignment, pupil, items) if assignment.is_open else ()
    drills = []
    for each in placed:
        answer = answers.get(each.item.pk)
        cell = cell_of(each.item, answer, assignment.due_at) if answer else None
        drills.append(OwnDrill(each.place, each.item, cell, drill_address(each.item, assignment)))
    known = mastery_by_pupil(assignment, [pupil]).get(pupil.pk)
    return _page(assignment, tuple(drills), len(items), language, known)


def preview_page(assignment: Assignment, language: str, addresses: list[str]) -> OwnPage:
    """The same as a pupil sees it who has done nothing yet; an address for each drill by position."""
    placed = in_order(assignment, None, list(items_of(assignment)))
    drills = tuple(
        OwnDrill(each.place, each.item, None, addresses[each.item.position - 1]) for each in placed
    )
    return _page(assignment, drills, len(drills), language, None)


def _page(
    assignment: Assignment, drills: tuple[OwnDrill, ...], total: int, language: str, known: Mastery | None
) -> OwnPage:
    opens = assignment.given_from if not assignment.is_open else None
    return OwnPage(
        assignment,
        drills,
        moment_text(opens, assignment.classroom, language) if opens else "",
        due_text(assignment, assignment.classroom, language),
        goal_text(assignment, total),
        goal_of(assignment, total),
        known,
    )
