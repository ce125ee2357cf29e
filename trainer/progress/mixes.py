"""What a session is made of, as it stands in an address: a link gives someone else the same sort of session.

A mix holds no drills and nothing of a learner. Which drills it becomes is decided when a session begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from trainer.drills.addresses import Way
from trainer.drills.models import Drill
from trainer.drills.picking import EVERYTHING, Pick
from trainer.table.chosen_rules import USUAL_RULES, ChosenRules

SIZE = 10


class Mode(StrEnum):
    """How the drills of a session are chosen."""

    TEN = "ten"  # reviews that are due, then drills by rating
    WEAK = "weak"  # the same from the learner's weak themes
    ROUND = "round"  # quick questions, known ones too where no new one is left
    REVIEWS = "reviews"  # reviews that are due and nothing else


@dataclass(frozen=True, slots=True)
class Mix:
    """A mode, the drills meant (none named: all of them), and the rules they are to stand by."""

    mode: Mode = Mode.TEN
    pick: Pick = EVERYTHING
    rules: ChosenRules = USUAL_RULES

    @classmethod
    def read(cls, query: QueryDict) -> Mix:
        """The mix of an address or of a stored session; a mode that does not exist counts as not said."""
        mode = query.get("mode", "")
        known = Mode(mode) if mode in set(Mode) else Mode.TEN
        lists = {name: ",".join(query.getlist(name))[:400] for name in ("kind", "theme")}
        pick = Pick.read(lists["kind"], lists["theme"], query.get("level", ""))
        return cls(known, pick, ChosenRules.from_query(query))

    @classmethod
    def parse(cls, text: str) -> Mix:
        """What `str` wrote."""
        return cls.read(QueryDict(text))

    def __str__(self) -> str:
        return urlencode(self.query(), safe=",")

    def query(self) -> Mapping[str, str]:
        """The pairs of an address; what is as usual is left out."""
        pairs = {
            "mode": "" if self.mode is Mode.TEN else self.mode.value,
            "kind": ",".join(self.pick.kinds),
            "theme": ",".join(self.pick.themes),
            "level": self.pick.level.value,
        }
        return {name: value for name, value in pairs.items() if value} | self.rules.query()

    @property
    def address(self) -> str:
        """Where a session of it begins, for whoever opens the address."""
        query = str(self)
        return reverse("sessions:start") + (f"?{query}" if query else "")

    @property
    def endless_address(self) -> str:
        """Where drills of it come one after the other without end."""
        way = Way(",".join(self.pick.kinds), ",".join(self.pick.themes), rules=self.rules)
        return replace(way, level=self.pick.level.value).to_first()

    def by(self, rules: ChosenRules) -> Mix:
        """The same by other rules."""
        return replace(self, rules=rules)


ALL_TEN = Mix()
WEAK_THEMES = Mix(Mode.WEAK)
REVIEWS = Mix(Mode.REVIEWS)
RULES_ROUND = Mix(
    Mode.ROUND,
    Pick(
        themes=tuple(
            f"{Drill.Kind.RULES}.{theme}" for theme in ("follow-suit", "trick-winner", "draw", "next-lead")
        )
    ),
)
SCORE_ROUND = Mix(Mode.ROUND, Pick(themes=(f"{Drill.Kind.RULES}.score",)))
