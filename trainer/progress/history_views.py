"""The learner's history: all answers as a list, and each of them opened as it was."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from trainer.accounts.clock import long_moment, short_moment, zone_of
from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner
from trainer.drills.drill_page import answer_page
from trainer.drills.models import OFFERED_KINDS, Attempt
from trainer.progress.history import HistoryFilter, history_page, own_attempts, themes_met, untold_count


@require_safe
def history(request: SiteRequest) -> HttpResponse:
    """All answers, latest first, twenty a page."""
    chosen, zone = HistoryFilter.of(request.GET), zone_of(request.user)
    language = get_language() or "nb"
    learner = current_learner(request)
    page = history_page(learner, chosen, request.GET.get("page", "1")) if learner else None
    themes = themes_met(learner, chosen.kind) if learner and chosen.kind else []
    context = {
        "chosen": chosen,
        "page": page,
        "total": page.paginator.count if page else 0,
        "untold": untold_count(learner) if learner else 0,
        "rows": [(attempt, short_moment(attempt.answered_at, zone, language)) for attempt in page or ()],
        "kinds": [(kind, chosen.query(kind=kind, theme="")) for kind in ("", *OFFERED_KINDS)],
        "themes": [(theme, chosen.query(theme=theme)) for theme in ("", *themes)] if themes else [],
        "verdicts": [(verdict, name, chosen.query(verdict=verdict)) for verdict, name in _verdict_names()],
    }
    return render(request, "progress/history.html", context)


@require_safe
def past_attempt(request: SiteRequest, public_id: str, version: int, number: int) -> HttpResponse:
    """One answer with the cards and the verdict of that day, whatever has become of the drill."""
    learner = current_learner(request)
    if learner is None:
        raise Http404
    attempt = get_object_or_404(
        own_attempts(learner),
        version__drill__public_id=public_id,
        version__number=version,
        number=number,
    )
    zone, language = zone_of(request.user), get_language() or "nb"
    drill = attempt.version.drill
    context = {
        "page": answer_page(attempt),
        "attempt": attempt,
        "answered_at": long_moment(attempt.answered_at, zone, language),
        "drill": drill,
        "is_withdrawn": drill.current_id is None,
        "is_changed": drill.current_id not in {None, attempt.version_id},
    }
    return render(request, "progress/past_attempt.html", context)


def _verdict_names() -> list[tuple[str, str]]:
    return [
        ("", _("All verdicts")),
        (Attempt.Verdict.RIGHT, _("Right")),
        (Attempt.Verdict.NEARLY, _("Nearly")),
        (Attempt.Verdict.WRONG, _("Wrong")),
    ]
