"""The page after an answer whose verdict is told later: what was answered, and from when it says more."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from trainer.accounts.clock import long_moment, zone_of
from trainer.accounts.http import SiteRequest
from trainer.drills import sentences
from trainer.drills.addresses import Way
from trainer.drills.drill_page import question_page
from trainer.drills.models import Attempt
from trainer.drills.services import DrillSet


def received_page(
    request: SiteRequest, attempt: Attempt, known_set: DrillSet | None, until: datetime, before: bool = False
) -> HttpResponse:
    """Holds nothing of the verdict; `before` where another answer stood already. The version is loaded."""
    drill = attempt.version.drill
    context = {
        "page": question_page(attempt.version, attempt.number),
        "attempt": attempt,
        "told_from": told_from(request, until),
        "note": sentences.answered_before() if before else "",
        "set": known_set,
        "next_url": (known_set.next_url or known_set.url) if known_set else Way.of(request).to_next(drill),
    }
    part = "#fragment" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"drills/received.html{part}", context, status=409 if before else 200)


def told_from(request: SiteRequest, until: datetime | None) -> str:
    """The moment from which a verdict is told, by the reader's clock; empty where it is told at once."""
    return long_moment(until, zone_of(request.user), get_language() or "nb") if until else ""
