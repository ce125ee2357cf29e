"""Picking drills by hand: what the address asks for, and one page of the drills that fit.

The choice so far stands in the address too, so that reload, Back and a page without scripts keep it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import QueryDict

from trainer.classes.assign_forms import MOST_DRILLS
from trainer.classes.choosing import PreviewedDrill, picked_versions, preview
from trainer.classes.models import Classroom
from trainer.classes.queries import assigned_drill_ids
from trainer.drills.labels import kind_name, theme_name
from trainer.drills.models import OFFERED_KINDS, Drill
from trainer.drills.picking import Level, Pick
from trainer.drills.queries import drills_for, theme_counts

DRILLS_A_PAGE = 12
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class PickerChoice:
    """What is looked for, and the drills chosen so far."""

    theme: str = ""  # a kind, or a kind and theme: follow.middle
    level: str = ""
    words: str = ""
    only_new: bool = False
    chosen: tuple[str, ...] = ()

    @classmethod
    def of(cls, query: QueryDict) -> Self:
        """Read an address; what does not exist counts as not said."""
        level = query.get("level", "")
        return cls(
            query.get("theme", "")[:_LONGEST],
            level if level in set(Level) else "",
            " ".join(query.get("q", "")[:_LONGEST].split()),
            "new" in query,
            tuple(dict.fromkeys(query.getlist("drills")))[:MOST_DRILLS],
        )


@dataclass(frozen=True, slots=True)
class PickerPage:
    """A page of drills that fit, and the chosen ones that are not on it."""

    page: Page[str]
    drills: list[PreviewedDrill]
    others: list[PreviewedDrill]
    chosen: tuple[str, ...]


def picker_page(classroom: Classroom, choice: PickerChoice, number: str) -> PickerPage:
    """Five queries at most, whatever the number of drills."""
    ids = _found(classroom, choice).order_by("kind", "theme", "public_id").values_list("public_id", flat=True)
    page = Paginator(ids, DRILLS_A_PAGE).get_page(number)
    here = list(page.object_list)
    versions = picked_versions([*here, *(each for each in choice.chosen if each not in here)])
    shown = {drill.public_id: drill for drill in preview(versions)}
    others = [each for each in choice.chosen if each not in here]
    return PickerPage(
        page,
        [shown[each] for each in here if each in shown],
        [shown[each] for each in others if each in shown],
        tuple(each for each in choice.chosen if each in shown),
    )


def _found(classroom: Classroom, choice: PickerChoice) -> QuerySet[Drill]:
    kind, dot, _theme = choice.theme.partition(".")
    pick = Pick.read("" if dot else kind, choice.theme if dot else "", choice.level)
    drills = drills_for(pick)
    if choice.words:
        drills = drills.filter(_of_words(choice.words))
    return drills.exclude(public_id__in=assigned_drill_ids(classroom)) if choice.only_new else drills


def _of_words(words: str) -> Q:
    """Drills of which kind or theme is called so, or whose number it is."""
    sought = words.casefold()
    found = Q(public_id=words)
    for kind in OFFERED_KINDS:
        if sought in kind_name(kind).casefold():
            found |= Q(kind=kind)
    for kind, theme in theme_counts():
        if sought in theme_name(theme).casefold():
            found |= Q(kind=kind, theme=theme)
    return found
