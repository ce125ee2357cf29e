"""How far each pupil has come in each theme, by the answers to what the class was given.

The rule is the learner's own (`trainer.drills.mastery`). Other practice is nobody's business here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from trainer.classes.grid import BY_NAME, Sorting
from trainer.classes.models import Assignment, AssignmentAnswer, AssignmentItem, Membership
from trainer.drills.mastery import Mastery, Theme, mastery_by_theme
from trainer.drills.models import Drill


@dataclass(frozen=True, slots=True)
class MasteryRow:
    """A pupil and the mastery in the themes of the grid, in their order."""

    pupil: Membership
    cells: tuple[Mastery, ...]


@dataclass(frozen=True, slots=True)
class ThemeColumn:
    """A theme that the class was given."""

    kind: str
    theme: str

    @property
    def name(self) -> str:
        """By what the column is sorted."""
        return f"{self.kind}.{self.theme}"


@dataclass(frozen=True, slots=True)
class MasteryGrid:
    """The themes of what the class was given, by kind, and a row a pupil."""

    columns: tuple[ThemeColumn, ...]
    rows: tuple[MasteryRow, ...]
    sorting: Sorting


def mastery_grid(
    given: Sequence[Assignment], kind: str, pupils: Sequence[Membership], sorting: Sorting
) -> MasteryGrid:
    """How the pupils, who stand by name, know the themes of some assignments, of a kind or of all.

    Two queries, whatever the size of the class.
    """
    themes = [theme for theme in _given_themes(given) if kind in {"", theme[0]}]
    answers = _answers(given)
    rows = []
    for pupil in pupils:
        known = mastery_by_theme(answers.get(pupil.pk, {}).values())
        rows.append(MasteryRow(pupil, tuple(known.get(theme, Mastery()) for theme in themes)))
    columns = tuple(ThemeColumn(*theme) for theme in themes)
    return _sorted(MasteryGrid(columns, tuple(rows), BY_NAME), sorting)


def said(mastery: Mastery) -> str:
    """«Nesten · 4 av 5», as on the screen."""
    if not mastery.answered:
        return mastery.name
    counted = _("%(right)s of %(n)s") % {"right": mastery.right, "n": mastery.answered}
    return f"{mastery.name} · {counted}"


def _sorted(grid: MasteryGrid, sorting: Sorting) -> MasteryGrid:
    """The pupils by a theme, the weakest first; equal ones by name, and those without answers last."""
    if sorting.by == "name":
        return replace(grid, rows=grid.rows[::-1] if sorting.descending else grid.rows, sorting=sorting)
    place = next((at for at, column in enumerate(grid.columns) if column.name == sorting.by), None)
    if place is None:
        return grid
    there = [row for row in grid.rows if row.cells[place].answered]
    there.sort(key=lambda row: _rank(row.cells[place]), reverse=sorting.descending)
    rest = [row for row in grid.rows if not row.cells[place].answered]
    return replace(grid, rows=(*there, *rest), sorting=sorting)


def _rank(mastery: Mastery) -> tuple[int, int]:
    return mastery.right, -mastery.answered


def _given_themes(given: Sequence[Assignment]) -> list[Theme]:
    items = AssignmentItem.objects.filter(assignment__in=[one.pk for one in given]).order_by()
    themes = items.values_list("version__drill__kind", "version__drill__theme").distinct()
    order = {kind: place for place, kind in enumerate(Drill.Kind.values)}
    return sorted(themes, key=lambda theme: (order[theme[0]], theme[1]))


def _answers(given: Sequence[Assignment]) -> dict[int, dict[int, tuple[str, str, str]]]:
    """By pupil and version (kind, theme, verdict), oldest first; what was given twice counts once."""
    rows = (
        AssignmentAnswer.objects.filter(item__assignment__in=[one.pk for one in given])
        .order_by("attempt__answered_at", "attempt")
        .values_list(
            "membership",
            "item__version",
            "item__version__drill__kind",
            "item__version__drill__theme",
            "attempt__verdict",
        )
    )
    found: dict[int, dict[int, tuple[str, str, str]]] = {}
    for member, version, kind, theme, verdict in rows:
        found.setdefault(member, {}).setdefault(version, (kind, theme, verdict))
    return found
