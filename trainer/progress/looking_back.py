"""What a session came to: when its drills come back, and where the ratings stand now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from babel.dates import format_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.accounts.models import Learner
from trainer.progress.models import AREAS_OF_KINDS, Area, AreaRating, Review
from trainer.progress.ratings import Rating
from trainer.progress.sessions import Course
from trainer.progress.settling import settle
from trainer.progress.storing import rating_of
from trainer.table.neighbours import in_language

_WEEKDAY = {"nb": "EEEE d. MMMM", "sv": "EEEE d MMMM"}


@dataclass(frozen=True, slots=True)
class Standing:
    """The rating of an area."""

    area: str
    now: Rating


@dataclass(frozen=True, slots=True)
class LookingBack:
    """Days on which missed drills come back, with how many, soonest first; ratings of the areas practised."""

    returns: list[tuple[str, int]]
    ratings: list[Standing]


def looking_back(learner: Learner, course: Course, today: date, language: str) -> LookingBack:
    """Takes new answers in first. Two more queries."""
    settle(learner)
    drills = {step.item.review_of_id or step.item.version.drill_id for step in course.steps if step.attempt}
    days: dict[date, int] = {}
    for due in Review.objects.filter(learner=learner, drill__in=drills).values_list("due_on", flat=True):
        days[due] = days.get(due, 0) + 1
    areas = {AREAS_OF_KINDS[attempt.version.drill.kind] for attempt in course.answered}
    return LookingBack(
        [(day_in_words(day, today, language), days[day]) for day in sorted(days)],
        area_standings(learner, areas),
    )


def area_standings(learner: Learner, areas: Collection[str] | None = None) -> list[Standing]:
    """The ratings of the areas named, or of all with rated answers. One query."""
    rows = AreaRating.objects.filter(learner=learner)
    found = [row for row in rows if areas is None or row.area in areas]
    found.sort(key=lambda row: Area.values.index(row.area))
    return [Standing(row.area, rating_of(row)) for row in found]


def day_in_words(day: date, today: date, language: str) -> str:
    """«i dag», «i morgen», «torsdag 3. desember»."""
    ahead = (day - today).days
    if ahead <= 0:
        return _("today")
    if ahead == 1:
        return _("tomorrow")
    if ahead <= 13:
        return str(format_date(day, in_language(_WEEKDAY, language), locale=language))
    return ngettext("in %(n)s day", "in %(n)s days", ahead) % {"n": ahead}
