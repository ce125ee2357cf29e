"""A lesson looked back on: the votes of every drill and round, and a row a pupil for the teachers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.classes.models import Membership
from trainer.drills.models import Attempt
from trainer.lessons.models import Lesson, LessonItem, LessonVote
from trainer.lessons.queries import counts_of, items_of, last_votes
from trainer.lessons.screens import Bar, bars_of


@dataclass(frozen=True, slots=True)
class Cell:
    """A pupil's vote that stands."""

    choice: str
    verdict: str
    cards_right: None = None


@dataclass(frozen=True, slots=True)
class Round:
    """The votes of one round."""

    number: int
    bars: tuple[Bar, ...]

    @property
    def votes(self) -> int:
        return sum(bar.votes for bar in self.bars)

    @property
    def right(self) -> int:
        return sum(bar.votes for bar in self.bars if bar.right)


@dataclass(frozen=True, slots=True)
class ItemSummary:
    """One drill: its rounds, and whether anybody was asked it."""

    item: LessonItem
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A pupil with a cell a drill; None where there is no vote."""

    pupil: Membership
    cells: tuple[Cell | None, ...]

    @property
    def answered(self) -> int:
        return sum(cell is not None for cell in self.cells)

    @property
    def right(self) -> int:
        return sum(cell is not None and cell.verdict == Attempt.Verdict.RIGHT for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Summary:
    """The whole lesson."""

    items: tuple[ItemSummary, ...]
    rows: tuple[Row, ...]

    @property
    def voters(self) -> int:
        """Pupils who have answered anything."""
        return sum(row.answered > 0 for row in self.rows)


def summary_of(lesson: Lesson, pupils: Sequence[Membership]) -> Summary:
    """Three queries, whatever the size of the class: drills that were reached, counts, votes."""
    items = reached_items(lesson)
    counts = counts_of(items)
    votes = last_votes(lesson)
    summaries = tuple(
        ItemSummary(
            item,
            tuple(
                Round(number, bars_of(item, counts.get((item.pk, number), {}), show=True))
                for number in range(1, item.round + 1)
            ),
        )
        for item in items
    )
    rows = tuple(
        Row(pupil, tuple(_cell(votes.get((pupil.pk, item.pk))) for item in items)) for pupil in pupils
    )
    return Summary(summaries, rows)


def reached_items(lesson: Lesson) -> list[LessonItem]:
    """The drills up to the one where the lesson ended. One query."""
    items = [item for item in items_of(lesson) if item.position <= lesson.place]
    for item in items:
        item.lesson = lesson
    return items


def own_cells(lesson: Lesson, member: Membership) -> tuple[tuple[LessonItem, Cell | None], ...]:
    """What one pupil voted, drill by drill. Two queries."""
    votes = last_votes(lesson, member)
    return tuple((item, _cell(votes.get((member.pk, item.pk)))) for item in reached_items(lesson))


def _cell(vote: LessonVote | None) -> Cell | None:
    return Cell(vote.choice, vote.verdict) if vote else None
