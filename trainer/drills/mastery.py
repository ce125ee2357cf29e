"""How well a theme is known: one rule, in one text, for the learner and for the teacher.

The rule is a pure function of the first answers to the theme's drills in the order in which they were
given. Only the latest few count, so that a level says how it goes now, and can fall.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from trainer.drills.models import Attempt

LATEST = 5
_NEARLY = LATEST - 1
_STEP = 22.5  # from one box of the picture to the next


class Level(StrEnum):
    """From nothing answered to all of the latest answers right."""

    NEW = "new"
    ON_THE_WAY = "on-the-way"
    NEARLY = "nearly"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Mastery:
    """Of the latest first answers in a theme (at most `LATEST`), how many were right."""

    answered: int = 0
    right: int = 0

    @property
    def level(self) -> Level:
        if self.right >= LATEST:
            return Level.KNOWN
        if self.right >= _NEARLY:
            return Level.NEARLY
        return Level.ON_THE_WAY if self.answered else Level.NEW

    @property
    def is_weak(self) -> bool:
        """Whether there is something to gain from practice: begun, and not almost there."""
        return self.level is Level.ON_THE_WAY

    @property
    def name(self) -> str:
        """The level in words."""
        return {
            Level.NEW: _("New"),
            Level.ON_THE_WAY: _("On the way"),
            Level.NEARLY: _("Almost there"),
            Level.KNOWN: _("This you know"),
        }[self.level]

    @property
    def boxes(self) -> list[tuple[str, bool]]:
        """A box for each answer that counts: its place in the picture, and whether it is filled."""
        return [(f"{1 + _STEP * place:.1f}", place < self.right) for place in range(LATEST)]


type Theme = tuple[str, str]  # kind and theme


def mastery(verdicts: Sequence[str]) -> Mastery:
    """The mastery after these verdicts on first answers, oldest first."""
    latest = verdicts[-LATEST:]
    return Mastery(len(latest), sum(verdict == Attempt.Verdict.RIGHT for verdict in latest))


def mastery_by_theme(answers: Iterable[tuple[str, str, str]]) -> dict[Theme, Mastery]:
    """The mastery of each theme that has answers, from (kind, theme, verdict), oldest first."""
    verdicts: dict[Theme, list[str]] = {}
    for kind, theme, verdict in answers:
        verdicts.setdefault((kind, theme), []).append(verdict)
    return {theme: mastery(given) for theme, given in verdicts.items()}


def mastery_of(attempts: QuerySet[Attempt]) -> dict[Theme, Mastery]:
    """The mastery in these attempts, of which the first ones count. One query with few rows a theme."""
    latest_first = Window(
        RowNumber(),
        partition_by=[F("version__drill__kind"), F("version__drill__theme")],
        order_by=[F("answered_at").desc(), F("pk").desc()],
    )
    ranked = attempts.filter(number=0).annotate(place=latest_first).filter(place__lte=LATEST)
    rows = ranked.order_by("-place").values_list("version__drill__kind", "version__drill__theme", "verdict")
    return mastery_by_theme(rows)


def mastery_rule() -> str:
    """The rule in words, the same on the learner's page and on the teacher's."""
    return _(
        "The level follows the first answer to each of the five latest drills in the theme: "
        "five right is “This you know”, four “Almost there”, fewer “On the way”, and without answers "
        "the theme is “New”. A level can also fall."
    )
