"""My progress: the learner's own numbers, for guests as for users."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from trainer.accounts.clock import short_moment, zone_of
from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner
from trainer.drills.mastery import mastery_rule
from trainer.drills.models import OFFERED_KINDS
from trainer.progress.dashboard import dashboard
from trainer.progress.panels import panels_of
from trainer.progress.periods import Period
from trainer.progress.queries import latest_attempts


@dataclass(frozen=True, slots=True)
class Filter:
    """What the address asks for; what it can't mean counts as not said."""

    kind: str
    period: Period

    @classmethod
    def of(cls, request: SiteRequest) -> Filter:
        kind, period = request.GET.get("kind", ""), request.GET.get("period", "")
        return cls(
            kind if kind in OFFERED_KINDS else "",
            Period(period) if period in set(Period) else Period.TWELVE_WEEKS,
        )

    def query(self, **changes: str) -> str:
        """The query string of this choice with a change."""
        return "?" + urlencode({"kind": self.kind, "period": self.period} | changes)


@require_safe
def mine(request: SiteRequest) -> HttpResponse:
    """Ratings, what is due, days, themes, attempts over time, and the latest answers."""
    chosen, zone = Filter.of(request), zone_of(request.user)
    language = get_language() or "nb"
    learner = current_learner(request)
    latest = latest_attempts(learner, chosen.kind) if learner else []
    found = dashboard(learner, chosen.period, chosen.kind, zone, language) if learner and latest else None
    context = {
        "chosen": chosen,
        "kinds": [("", chosen.query(kind=""))] + [(k, chosen.query(kind=k)) for k in OFFERED_KINDS],
        "periods": [(p, name, chosen.query(period=p)) for p, name in _period_names()],
        "dashboard": found,
        "report": found.report if found else None,
        "mastery_rule": mastery_rule(),
        "panels": panels_of(learner),
        "latest": [(attempt, short_moment(attempt.answered_at, zone, language)) for attempt in latest],
    }
    return render(request, "progress/mine.html", context)


def _period_names() -> list[tuple[Period, str]]:
    return [
        (Period.FOUR_WEEKS, _("4 weeks")),
        (Period.TWELVE_WEEKS, _("12 weeks")),
        (Period.YEAR, _("One year")),
        (Period.ALL, _("From the start")),
    ]
