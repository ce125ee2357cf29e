"""Which drills a learner wants: kinds, themes and a level, as they stand in an address.

A theme is written with its kind, `follow.high-prize`, or alone, and then means that theme of every kind.
Levels go by the difficulty that was measured when the drill was made: they are the same for everyone, so
that a link gives another learner drills of the same sort.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet

from trainer.drills.models import OFFERED_KINDS, Drill


class Level(StrEnum):
    """How hard drills are; `ANY` stands in an address as nothing."""

    ANY = ""
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


EASY_BELOW, HARD_FROM = 0.3, 0.5

_OF_LEVEL = {
    Level.ANY: Q(),
    Level.EASY: Q(difficulty__lt=EASY_BELOW) | Q(difficulty=None),
    Level.MEDIUM: Q(difficulty__gte=EASY_BELOW, difficulty__lt=HARD_FROM),
    Level.HARD: Q(difficulty__gte=HARD_FROM),
}


@dataclass(frozen=True, slots=True)
class Pick:
    """Kinds and themes (none: all of them) and a level.

    >>> Pick.read("follow,lead", "follow.high-prize", "hard").kinds
    ('follow', 'lead')
    """

    kinds: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    level: Level = Level.ANY

    @classmethod
    def read(cls, kinds: str = "", themes: str = "", level: str = "") -> Pick:
        """Read what an address says; a level that does not exist counts as not said."""
        known = Level(level) if level in set(Level) else Level.ANY
        return cls(_parts(kinds), _parts(themes), known)

    @property
    def is_known(self) -> bool:
        """Whether all its kinds exist."""
        return set(self.kinds) <= set(OFFERED_KINDS)

    def of(self, drills: QuerySet[Drill]) -> QuerySet[Drill]:
        """Those of the drills that are meant."""
        if self.kinds:
            drills = drills.filter(kind__in=self.kinds)
        if self.themes:
            drills = drills.filter(self._of_themes())
        return drills.filter(_OF_LEVEL[self.level]) if self.level else drills

    def _of_themes(self) -> Q:
        found = Q(pk__in=())
        for text in self.themes:
            kind, dot, theme = text.rpartition(".")
            found |= Q(kind=kind, theme=theme) if dot else Q(theme=theme)
        return found


EVERYTHING = Pick()


def _parts(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, text.split(","))))
