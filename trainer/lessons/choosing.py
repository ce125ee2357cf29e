"""Choosing drills for a lesson: an assignment of the class, a kind or theme, all kinds mixed,
or a shared mix.

Naming thirteen cards from memory takes a screen and some minutes of one's own, so memory drills are
left out. Drills that the class has had, in assignments or lessons, come last.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from trainer.classes.choosing import ALL, Options, default_title, picked_versions, theme_options
from trainer.classes.mixes import MixedDrills
from trainer.classes.models import Assignment, AssignmentItem, Classroom
from trainer.classes.queries import assigned_drill_ids
from trainer.drills.models import OFFERED_KINDS, Drill, DrillVersion
from trainer.drills.queries import drill_order, drills_for, spread
from trainer.lessons.queries import used_drill_ids

GIVEN = "given:"
LIVE_KINDS = tuple(kind for kind in OFFERED_KINDS if kind != Drill.Kind.MEMORY)
_LATEST_ASSIGNMENTS = 20


def source_options(classroom: Classroom) -> Options:
    """What the form offers: everything mixed, the latest assignments, and kinds with their themes."""
    mixed, *kinds = theme_options()
    live = [group for group in kinds if not _is_memory(group)]
    given = [
        (f"{GIVEN}{assignment.public_id}", assignment.title)
        for assignment in Assignment.objects.filter(classroom=classroom).order_by("-created_at")[
            :_LATEST_ASSIGNMENTS
        ]
    ]
    return [mixed, *([(_("Assignments of the class"), given)] if given else []), *live]


def _is_memory(group: tuple[str, str | list[tuple[str, str]]]) -> bool:
    options = group[1]
    return isinstance(options, list) and options[0][0].partition(".")[0] == Drill.Kind.MEMORY


def chosen_versions(
    classroom: Classroom, source: str, number: int, mixed: MixedDrills | None = None
) -> list[DrillVersion]:
    """The drills of an assignment in its order and versions, or so many of a kind, a theme or a mix."""
    if mixed is not None:
        drills = drills_for(mixed.pick, mixed.rule_set).filter(kind__in=LIVE_KINDS)
        rows = drills.values_list("public_id", "kind", "current__side")
        return _new_first(classroom, spread(f"lesson:{classroom.public_id}", rows), number)
    if source.startswith(GIVEN):
        return _given_versions(classroom, source.removeprefix(GIVEN))
    kind, _dot, theme = source.partition(".")
    kinds = ",".join(LIVE_KINDS) if source == ALL else kind
    order = drill_order(f"lesson:{classroom.public_id}", kinds, theme)
    return _new_first(classroom, order, number)


def _new_first(classroom: Classroom, order: list[str], number: int) -> list[DrillVersion]:
    known = assigned_drill_ids(classroom) | used_drill_ids(classroom)
    order.sort(key=lambda public_id: public_id in known)
    return picked_versions(order[:number])


def ticked_versions(classroom: Classroom, source: str, ticked: Sequence[str]) -> list[DrillVersion]:
    """The drills ticked in the preview, in their order; of an assignment in its versions."""
    if source.startswith(GIVEN):
        given = {v.drill.public_id: v for v in _given_versions(classroom, source.removeprefix(GIVEN))}
        return [given[public_id] for public_id in ticked if public_id in given]
    return [version for version in picked_versions(ticked) if version.drill.kind in LIVE_KINDS]


def title_of(
    classroom: Classroom, source: str, versions: Sequence[DrillVersion], mixed: MixedDrills | None = None
) -> str:
    """What a lesson is called: as the assignment, or by its kind, since a theme may give answers away."""
    if source.startswith(GIVEN) and mixed is None:
        given = Assignment.objects.filter(classroom=classroom, public_id=source.removeprefix(GIVEN)).first()
        return given.title if given else ""
    return default_title(versions)


def _given_versions(classroom: Classroom, public_id: str) -> list[DrillVersion]:
    rows = AssignmentItem.objects.filter(assignment__classroom=classroom, assignment__public_id=public_id)
    rows = rows.select_related("version__drill").order_by("position")
    return [row.version for row in rows if row.version.drill.kind in LIVE_KINDS]
