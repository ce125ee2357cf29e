"""Every answer of a learner, one page at a time, chosen by what the address says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from trainer.accounts.models import Learner
from trainer.drills.models import Attempt, Drill
from trainer.drills.withholding import told, withheld

ATTEMPTS_A_PAGE = 20
_LONGEST = 24


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Kind, theme and verdict of an address; empty means all, and so does what does not exist."""

    kind: str = ""
    theme: str = ""
    verdict: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Self:
        """Read the query of an address; a theme stands under a kind."""
        kind, verdict = query.get("kind", ""), query.get("verdict", "")
        kind = kind if kind in Drill.Kind.values else ""
        theme = query.get("theme", "")[:_LONGEST] if kind else ""
        return cls(kind, theme, verdict if verdict in Attempt.Verdict.values else "")

    def query(self, **changes: str) -> str:
        """The query string of this choice with a change; empty choices are left out."""
        changed = replace(self, **changes)
        pairs = {"kind": changed.kind, "theme": changed.theme, "verdict": changed.verdict}
        return "?" + urlencode({name: value for name, value in pairs.items() if value})

    @property
    def is_empty(self) -> bool:
        return self == HistoryFilter()

    def among(self, attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
        """The attempts that are meant."""
        chosen = {
            "version__drill__kind": self.kind,
            "version__drill__theme": self.theme,
            "verdict": self.verdict,
        }
        return attempts.filter(**{field: value for field, value in chosen.items() if value})


def history_page(learner: Learner, chosen: HistoryFilter, number: str) -> Page[Attempt]:
    """One page of the answers, latest first, with version and drill. Two queries."""
    attempts = chosen.among(own_attempts(learner)).order_by("-answered_at", "-pk")
    return Paginator(attempts, ATTEMPTS_A_PAGE).get_page(number)


def themes_met(learner: Learner, kind: str) -> list[str]:
    """The themes of a kind that the learner has answered drills of. One query."""
    met = own_attempts(learner).filter(version__drill__kind=kind).order_by()
    return sorted(set(met.values_list("version__drill__theme", flat=True).distinct()))


def own_attempts(learner: Learner) -> QuerySet[Attempt]:
    """All answers of a learner with version and drill, save those whose verdict is not told yet."""
    return told(Attempt.objects.filter(learner=learner), learner).select_related("version__drill")


def untold_count(learner: Learner) -> int:
    """Answers that are not listed before their verdict may be told. One query, none for a guest."""
    if not learner.user_id:
        return 0
    return Attempt.objects.filter(withheld(learner, "version"), learner=learner).count()
