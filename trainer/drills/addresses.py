"""What a drill's address carries along: kind and theme to go on in, the assignment, the rules chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from django.urls import reverse

from trainer.accounts.http import SiteRequest
from trainer.drills.models import Drill, DrillVersion
from trainer.drills.picking import Pick
from trainer.table.chosen_rules import USUAL_RULES, ChosenRules

MIXED = "mixed"
QUICK = "quick"
_LONGEST = 40
_MOST_LISTED = 20
_ways: WeakKeyDictionary[SiteRequest, Way] = WeakKeyDictionary()
_LISTS = ("kind", "theme")  # several may be chosen: `theme=follow.high-prize,lead.trump-prize`


@dataclass(frozen=True, slots=True)
class Way:
    """Kinds (empty: drills of all kinds), themes, level and set of an address; `chosen` as it was written.

    Several kinds or themes stand with commas between them (`picking.Pick`). `assignment` and `session`
    name a set of drills that another feature has put together. `rules` are those the learner has chosen
    elsewhere. They go along to every drill and back to the rules, and only drills are offered whose
    answer stands by them. `quick` asks for a side instead of a card, where there are two sides; of an
    assignment the card is always asked.
    """

    chosen: str = ""
    theme: str = ""
    assignment: str = ""
    rules: ChosenRules = USUAL_RULES
    level: str = ""
    session: str = ""
    quick: bool = False

    @classmethod
    def of(cls, request: SiteRequest) -> Way:
        """Read the query of a request, once; whatever is too long is no id of ours."""
        known = _ways.get(request)
        if known is None:
            known = _ways[request] = cls._read(request)
        return known

    @classmethod
    def _read(cls, request: SiteRequest) -> Way:
        read = {name: request.GET.get(name, "") for name in ("assignment", "level", "session")}
        kept = {name: value if len(value) <= _LONGEST else "" for name, value in read.items()}
        kept |= {name: _listed(request.GET.getlist(name)) for name in _LISTS}
        rules = ChosenRules.from_query(request.GET)
        quick = request.GET.get("mode") == QUICK and not kept["assignment"]
        sets = kept["assignment"], kept["session"]
        return cls(kept["kind"], kept["theme"], sets[0], rules, kept["level"], sets[1], quick)

    @property
    def pick(self) -> Pick:
        """Which drills the way leads through."""
        return Pick.read(self.kind, self.theme, self.level)

    @property
    def set_id(self) -> str:
        """The set of drills that the address names, if any."""
        return self.assignment or self.session

    @property
    def kind(self) -> str:
        """The kind to choose from, empty for all."""
        return "" if self.chosen == MIXED else self.chosen

    def to_drill(self, public_id: str, retry: bool = False) -> str:
        """The address of a drill on the same way."""
        query = self._query() | ({"retry": "1"} if retry else {})
        return _with_query(reverse("drills:drill", args=[public_id]), query)

    def to_play(self, public_id: str, line: str | None = None) -> str:
        """The address of an ending played on; without a line it goes on from the learner's answer."""
        query = self._query() | ({} if line is None else {"line": line})
        return _with_query(reverse("drills:play", args=[public_id]), query)

    def to_other_mode(self, public_id: str, retry: bool = False) -> str:
        """The address of the same drill, asking for a card instead of a side or the other way round."""
        return replace(self, quick=not self.quick).to_drill(public_id, retry)

    def to_step(self, public_id: str, step: int, retry: bool = False) -> str:
        """The address of one trick of the phase that a memory drill asks about."""
        query = self._query() | ({"retry": "1"} if retry else {}) | {"step": str(step)}
        return _with_query(reverse("drills:drill", args=[public_id]), query)

    def to_lines(self, version: DrillVersion, card: str, trick: int = 0) -> str:
        """The address of a trick of the lines of play after an answer to a version."""
        asked = {"version": str(version.number), "card": card} | ({"trick": str(trick)} if trick else {})
        path = reverse("drills:lines", args=[version.drill.public_id])
        return _with_query(path, self._query() | asked)

    def to_same_idea(self, drill: Drill) -> str:
        """The address that leads to another drill of the same theme."""
        return _with_query(reverse("drills:same_idea", args=[drill.public_id]), self._query())

    def to_report(self, version: DrillVersion) -> str:
        """The address at which a version is reported."""
        path = reverse("drills:report", args=[version.drill.public_id])
        return _with_query(path, self._query() | {"version": str(version.number)})

    def to_next(self, drill: Drill) -> str:
        """The address that leads on from a drill: without a chosen kind, in its own."""
        known = self.chosen == MIXED or (self.chosen and self.pick.is_known)
        query = self._query() | {"kind": self.chosen if known else drill.kind, "after": drill.public_id}
        return _with_query(reverse("drills:next"), query)

    def to_first(self) -> str:
        """The address that leads to the first drill of the way."""
        return _with_query(reverse("drills:next"), self._query())

    def to_base_game(self) -> str:
        """The address of the next drill of the same kind and theme by the usual rules."""
        return _with_query(reverse("drills:next"), replace(self, rules=USUAL_RULES)._query())

    def _query(self) -> dict[str, str]:
        pairs = {
            "kind": self.chosen,
            "theme": self.theme,
            "level": self.level,
            "assignment": self.assignment,
            "session": self.session,
            "mode": QUICK if self.quick else "",
        }
        return {name: value for name, value in pairs.items() if value} | self.rules.query()


def _listed(values: list[str]) -> str:
    """What a form or an address names, with commas between."""
    named = [value for value in ",".join(values).split(",") if 0 < len(value) <= _LONGEST]
    return ",".join(named[:_MOST_LISTED])


def _with_query(path: str, query: dict[str, str]) -> str:
    return f"{path}?{urlencode(query, safe=',')}" if query else path
