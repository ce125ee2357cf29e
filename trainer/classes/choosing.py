"""Choosing drills for an assignment: by kind or theme, in an order of the class's own.

Drills the class has had come last, so that a second assignment of a theme brings new ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from trainer.classes.mixes import MixedDrills
from trainer.classes.models import Classroom
from trainer.classes.queries import assigned_drill_ids
from trainer.drills.drill_page import question_page
from trainer.drills.labels import kind_name, theme_name
from trainer.drills.models import DrillVersion
from trainer.drills.queries import drill_order, drills_for, spread, theme_counts, versions_for
from trainer.drills.table_view import TableView
from trainer.drills.voice import Sentence
from trainer.engine.cards import Card, Suit

ALL = "all"

type Options = list[tuple[str, str | list[tuple[str, str]]]]


@dataclass(frozen=True, slots=True)
class Picture:
    """The cards of a position as they lie: what is seen of the opponent's, the two on the table, the hand."""

    opponent: tuple[Card, ...]
    hidden: int
    upcard: Card | None
    led: Card | None
    hand: tuple[Card, ...]
    trump: Suit


@dataclass(frozen=True, slots=True)
class PreviewedDrill:
    """A drill before it is given: its address, what it is about, and what it asks, without the answer."""

    public_id: str
    kind: str
    theme: str
    situation: tuple[Sentence, ...]
    question: Sentence
    picture: Picture | None = None


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
    return _new_first(classroom, drill_order(f"class:{classroom.public_id}", kind, theme), number)


def choose_from_mix(classroom: Classroom, mixed: MixedDrills, number: int) -> list[DrillVersion]:
    """So many drills of a shared mix, in the same way."""
    drills = drills_for(mixed.pick, mixed.rule_set)
    rows = drills.values_list("public_id", "kind", "current__side")
    return _new_first(classroom, spread(f"class:{classroom.public_id}", rows), number)


def picked_versions(ids: Sequence[str]) -> list[DrillVersion]:
    """The current versions of drills picked by hand, in their order; those that are gone are left out."""
    found = versions_for(ids)
    return [found[public_id] for public_id in ids if public_id in found]


def _new_first(classroom: Classroom, order: list[str], number: int) -> list[DrillVersion]:
    known = assigned_drill_ids(classroom)
    order.sort(key=lambda public_id: public_id in known)
    return picked_versions(order[:number])


def default_title(versions: Iterable[DrillVersion]) -> str:
    """What an assignment without a title is called: by its kind, since a theme may give answers away."""
    kinds = {version.drill.kind for version in versions}
    return kind_name(kinds.pop()) if len(kinds) == 1 else _("Mixed drills")


def preview(versions: Iterable[DrillVersion]) -> list[PreviewedDrill]:
    """The drills as a teacher looks through them."""
    return [_previewed(version) for version in versions]


def _previewed(version: DrillVersion) -> PreviewedDrill:
    drill, page = version.drill, question_page(version, 0)
    return PreviewedDrill(
        drill.public_id, drill.kind, drill.theme, page.position, page.prompt, _picture(page.table)
    )


def _picture(table: TableView | None) -> Picture | None:
    if table is None:
        return None
    hand = tuple(held.card for held in table.hand)
    return Picture(table.opponent_cards, table.opponent_hidden, table.upcard, table.led, hand, table.trump)


def _parts(chosen: str) -> tuple[str, str]:
    kind, _dot, theme = chosen.partition(".")
    return ("", "") if kind == ALL else (kind, theme)
