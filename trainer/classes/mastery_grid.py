"""How far each pupil has come in each theme, by the answers to what the class has been given.

The rule is the learner's own (`trainer.drills.mastery`). Other practice is nobody's business here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.classes.models import AssignmentAnswer, AssignmentItem, Classroom, Membership
from trainer.drills.mastery import Mastery, Theme, mastery_by_theme
from trainer.drills.models import Drill


@dataclass(frozen=True, slots=True)
class MasteryRow:
    """A pupil and the mastery in the themes of the grid, in their order."""

    pupil: Membership
    cells: tuple[Mastery, ...]


@dataclass(frozen=True, slots=True)
class MasteryGrid:
    """The themes that the class has been given, by kind, and a row a pupil."""

    themes: tuple[Theme, ...]
    rows: tuple[MasteryRow, ...]


def mastery_grid(classroom: Classroom, pupils: Sequence[Membership]) -> MasteryGrid:
    """Two queries, whatever the size of the class."""
    themes = _given_themes(classroom)
    answers = _answers(classroom)
    rows = []
    for pupil in pupils:
        known = mastery_by_theme(answers.get(pupil.pk, {}).values())
        rows.append(MasteryRow(pupil, tuple(known.get(theme, Mastery()) for theme in themes)))
    return MasteryGrid(themes, tuple(rows))


def _given_themes(classroom: Classroom) -> tuple[Theme, ...]:
    given = AssignmentItem.objects.filter(assignment__classroom=classroom).order_by()
    themes = given.values_list("version__drill__kind", "version__drill__theme").distinct()
    order = {kind: place for place, kind in enumerate(Drill.Kind.values)}
    return tuple(sorted(themes, key=lambda theme: (order[theme[0]], theme[1])))


def _answers(classroom: Classroom) -> dict[int, dict[int, tuple[str, str, str]]]:
    """By pupil and version (kind, theme, verdict), oldest first; what was given twice counts once."""
    rows = (
        AssignmentAnswer.objects.filter(item__assignment__classroom=classroom)
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
