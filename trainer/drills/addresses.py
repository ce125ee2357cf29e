"""What a drill's address carries along: kind and theme to go on in, the assignment, the rules chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.http import urlencode

from trainer.accounts.http import SiteRequest
from trainer.drills.models import OFFERED_KINDS, Drill
from trainer.table.chosen_rules import USUAL_RULES, ChosenRules

MIXED = "mixed"
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Way:
    """Kind (empty: drills of all kinds), theme and assignment of an address; `chosen` as it was written.

    `rules` are those the learner has chosen elsewhere. They go along to every drill and back to the
    rules, and only drills are offered whose answer stands by them.
    """

    chosen: str = ""
    theme: str = ""
    assignment: str = ""
    rules: ChosenRules = USUAL_RULES

    @classmethod
    def of(cls, request: SiteRequest) -> Way:
        """Read the query of a request; whatever is too long is no id of ours."""
        read = {name: request.GET.get(name, "") for name in ("kind", "theme", "assignment")}
        kept = {name: value if len(value) <= _LONGEST else "" for name, value in read.items()}
        rules = ChosenRules.from_query(request.GET)
        return cls(kept["kind"], kept["theme"], kept["assignment"], rules)

    @property
    def kind(self) -> str:
        """The kind to choose from, empty for all."""
        return "" if self.chosen == MIXED else self.chosen

    def to_drill(self, public_id: str, retry: bool = False) -> str:
        """The address of a drill on the same way."""
        query = self._query() | ({"retry": "1"} if retry else {})
        return _with_query(reverse("drills:drill", args=[public_id]), query)

    def to_next(self, drill: Drill) -> str:
        """The address that leads on from a drill: without a chosen kind, in its own."""
        known = self.chosen in {MIXED, *OFFERED_KINDS}
        query = self._query() | {"kind": self.chosen if known else drill.kind, "after": drill.public_id}
        return _with_query(reverse("drills:next"), query)

    def to_base_game(self) -> str:
        """The address of the next drill of the same kind and theme by the usual rules."""
        return _with_query(reverse("drills:next"), replace(self, rules=USUAL_RULES)._query())

    def _query(self) -> dict[str, str]:
        pairs = {"kind": self.chosen, "theme": self.theme, "assignment": self.assignment}
        return {name: value for name, value in pairs.items() if value} | self.rules.query()


def _with_query(path: str, query: dict[str, str]) -> str:
    return f"{path}?{urlencode(query)}" if query else path
