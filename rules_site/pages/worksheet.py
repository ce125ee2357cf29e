"""A worksheet of drills for paper, and its key on a page of its own.

A sheet is a theme, a number of drills and a seed: the same three give the same drills as long as the
library is the same, so a teacher can print the key to a sheet that is already on the desks. The
sheet holds nothing of the answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from trainer.drills.labels import kind_name, theme_name
from trainer.drills.models import DrillVersion
from trainer.drills.on_paper import KINDS_ON_PAPER as KINDS
from trainer.drills.queries import offered_drills, versions_for
from trainer.engine.rule_sets import BASE

LEAST, USUAL, MOST = 1, 6, 12
LAST_SEED = 9999
BETWEEN = "."


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a worksheet is made of; an empty theme takes drills of the kind, an empty kind of all kinds."""

    kind: str = ""
    theme: str = ""
    number: int = USUAL
    seed: int = 1

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> Sheet:
        """The sheet that an address asks for; what is missing or impossible takes its usual value."""
        kind, _, theme = query.get("theme", "").partition(BETWEEN)
        known = kind in KINDS
        number = _whole(query.get("number", ""), USUAL, MOST)
        return cls(
            kind if known else "", theme if known else "", number, _whole(query.get("seed", ""), 1, LAST_SEED)
        )

    @property
    def value(self) -> str:
        """Kind and theme as the form sends them."""
        return f"{self.kind}{BETWEEN}{self.theme}" if self.theme else self.kind

    def query(self, **changed: int) -> str:
        """The sheet as the query of an address."""
        pairs = {"theme": self.value, "number": self.number, "seed": self.seed} | changed
        return urlencode({name: value for name, value in pairs.items() if value})

    @property
    def name(self) -> str:
        """What the drills are about; nothing for a mixed sheet."""
        return theme_name(self.theme) if self.theme else kind_name(self.kind) if self.kind else ""


def _whole(text: str, usual: int, most: int) -> int:
    return (
        min(max(int(text), LEAST), most) if text.isascii() and text.isdecimal() and len(text) < 9 else usual
    )


def drills_of(sheet: Sheet) -> list[DrillVersion]:
    """The drills of a sheet in their order; fewer where there are not so many."""
    offered = offered_drills().filter(current__rule_set=BASE.id, kind__in=KINDS)
    if sheet.kind:
        offered = offered.filter(kind=sheet.kind)
    if sheet.theme:
        offered = offered.filter(theme=sheet.theme)
    ids = sorted(offered.values_list("public_id", flat=True))
    drawn = random.Random(sheet.query(number=MOST)).sample(ids, min(MOST, len(ids)))[: sheet.number]
    versions = versions_for(drawn)
    return [versions[public_id] for public_id in drawn if public_id in versions]


def themes() -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Kinds with their themes, for the form: (value, name, [(value, name of the theme)])."""
    rows = offered_drills().filter(current__rule_set=BASE.id, kind__in=KINDS)
    pairs = sorted(set(rows.values_list("kind", "theme")))
    for kind in KINDS:
        found = [(f"{kind}{BETWEEN}{theme}", theme_name(theme)) for one, theme in pairs if one == kind]
        if found:
            yield kind, kind_name(kind), found
