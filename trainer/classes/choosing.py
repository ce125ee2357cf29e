"""Choosing drills for an assignment: by kind or theme, in an order of the class's own.

Drills the class has had come last, so that a second assignment of a theme brings new ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from trainer.classes.models import Classroom
from trainer.classes.queries import assigned_drill_ids
from trainer.drills.drill_page import question_page
from trainer.drills.labels import kind_name, theme_name
from trainer.drills.models import DrillVersion
from trainer.drills.queries import drill_order, theme_counts, versions_for
from trainer.drills.voice import Sentence

ALL = "all"

type Options = list[tuple[str, str | list[tuple[str, str]]]]


@dataclass(frozen=True, slots=True)
class PreviewedDrill:
    """A drill before it is given: its address, what it is about, and what it asks, without the answer."""

    public_id: str
    kind: str
    theme: str
    situation: tuple[Sentence, ...]
    question: Sentence


def theme_options() -> Options:
    """What the form offers: everything mixed, and under each kind all of it or one theme."""
    kinds: dict[str, list[tuple[str, str]]] = {}
    totals: dict[str, int] = {}
    for (kind, theme), count in theme_counts().items():
        kinds.setdefault(kind, []).append((f"{kind}.{theme}", f"{theme_name(theme)} ({count})"))
        totals[kind] = totals.get(kind, 0) + count
    options: Options = [(ALL, _("All kinds, mixed"))]
    for kind, themes in kinds.items():
        whole = (
            kind,
            _("%(kind)s, all themes (%(count)s)")
            % {
                "kind": kind_name(kind),
                "count": totals[kind],
            },
        )
        options.append((kind_name(kind), [whole, *sorted(themes, key=lambda option: option[1])]))
    return options


def choose_versions(classroom: Classroom, chosen: str, number: int) -> list[DrillVersion]:
    """The current versions of so many drills, those new to the class first."""
    kind, theme = _parts(chosen)
    order = drill_order(f"class:{classroom.public_id}", kind, theme)
    known = assigned_drill_ids(classroom)
    order.sort(key=lambda public_id: public_id in known)
    found = versions_for(order[:number])
    return [found[public_id] for public_id in order[:number] if public_id in found]


def default_title(chosen: str) -> str:
    """What an assignment without a title is called: by its kind, since a theme may give answers away."""
    kind, _theme = _parts(chosen)
    return kind_name(kind) if kind else _("Mixed drills")


def preview(versions: Iterable[DrillVersion]) -> list[PreviewedDrill]:
    """The drills as a teacher looks through them."""
    return [_previewed(version) for version in versions]


def _previewed(version: DrillVersion) -> PreviewedDrill:
    drill, page = version.drill, question_page(version, 0)
    return PreviewedDrill(drill.public_id, drill.kind, drill.theme, page.position, page.prompt)


def _parts(chosen: str) -> tuple[str, str]:
    kind, _dot, theme = chosen.partition(".")
    return ("", "") if kind == ALL else (kind, theme)
