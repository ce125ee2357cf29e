"""What an assignment asks of a pupil, and whether it has been reached.

A share counts right first answers among all the drills given. A theme is mastered by the learner's own
rule (`trainer.drills.mastery`): by first answers to any drill of the theme, practice of one's own too, for
the drills of an assignment have one first answer each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.classes.models import Assignment, Membership
from trainer.classes.terms import Terms
from trainer.drills.labels import kind_name, theme_name
from trainer.drills.mastery import LATEST, Level, Mastery, mastery
from trainer.drills.models import Attempt
from trainer.table.formats import percent


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked for: so many answers, right ones where `counts_right`, or a theme (kind, theme)."""

    needed: int
    counts_right: bool = False
    theme: tuple[str, str] | None = None

    def answers(self, drills: int) -> int:
        """How many drills the goal wants answered: all of them, unless it is a number."""
        return drills if self.counts_right or self.theme else self.needed

    def is_reached(self, answered: int, right: int, known: Mastery | None = None) -> bool:
        if self.theme:
            return known is not None and known.level is Level.KNOWN
        return (right if self.counts_right else answered) >= self.needed


def goal_of(assignment: Assignment | Terms, drills: int) -> Goal:
    """The goal of an assignment with so many drills."""
    if assignment.goal == Assignment.Goal.MASTERY:
        kind, _dot, theme = assignment.goal_theme.partition(".")
        return Goal(LATEST, theme=(kind, theme))
    if assignment.goal == Assignment.Goal.ACCURACY:
        return Goal(-(-drills * assignment.goal_value // 100), counts_right=True)
    if assignment.goal == Assignment.Goal.NUMBER:
        return Goal(min(assignment.goal_value, drills))
    return Goal(drills)


def goal_text(assignment: Assignment | Terms, drills: int) -> str:
    """The goal in a sentence, the same for teachers and pupils."""
    goal = goal_of(assignment, drills)
    if goal.theme:
        kind, theme = goal.theme
        return _("The goal is to master the theme “%(theme)s” (%(kind)s).") % {
            "theme": theme_name(theme),
            "kind": kind_name(kind),
        }
    if goal.counts_right:
        said = _("The goal is %(percent)s right answers, which is %(needed)s of %(drills)s.")
        share = percent(assignment.goal_value / 100)
        return said % {"percent": share, "needed": goal.needed, "drills": drills}
    if assignment.goal == Assignment.Goal.NUMBER:
        said = ngettext("The goal is %(needed)s answer.", "The goal is %(needed)s answers.", goal.needed)
        return said % {"needed": goal.needed}
    return _("The goal is to answer all the drills.")


def mastery_by_pupil(assignment: Assignment, pupils: Sequence[Membership]) -> dict[int, Mastery]:
    """How far each pupil has come in the theme of the goal, by membership. One query, few rows a pupil."""
    if assignment.goal != Assignment.Goal.MASTERY:
        return {}
    kind, _dot, theme = assignment.goal_theme.partition(".")
    latest_first = Window(
        RowNumber(), partition_by=[F("learner")], order_by=[F("answered_at").desc(), F("pk").desc()]
    )
    learners = {pupil.learner_id: pupil.pk for pupil in pupils}
    ranked = (
        Attempt.objects.filter(
            learner__in=learners, number=0, version__drill__kind=kind, version__drill__theme=theme
        )
        .annotate(place=latest_first)
        .filter(place__lte=LATEST)
        .order_by("-place")
    )
    verdicts: dict[int, list[str]] = {pupil.pk: [] for pupil in pupils}
    for learner, verdict in ranked.values_list("learner", "verdict"):
        verdicts[learners[learner]].append(verdict)
    return {pupil: mastery(given) for pupil, given in verdicts.items()}
