"""Drills tried without a trace: a teacher's preview and the like store nothing and count nowhere."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from trainer.drills.drill_page import QuestionPage
from trainer.drills.judging import judged
from trainer.drills.memory_page import (
    LAST_STEP,
    asked_step,
    own_hand,
    suits_to_name,
    ticked_cards,
    watched,
)
from trainer.drills.models import Attempt, DrillVersion


def attempt_without_trace(version: DrillVersion, key: str) -> Attempt:
    """What an answer would be stored as. Raises `UnknownChoice`."""
    answer = judged(version, key)
    return Attempt(
        version=version,
        number=0,
        choice=answer.choice,
        verdict=answer.verdict,
        loss=answer.loss,
        cards_right=answer.cards_right,
    )


def memory_try(
    request: HttpRequest, version: DrillVersion, page: QuestionPage, address: str
) -> dict[str, Any]:
    """What the pages of a memory drill need: a trick to watch, or after a POST the cards to name."""
    if request.method == "POST":
        ticked = ticked_cards(request.POST.getlist("card"))
        return {"naming": True, "suits": suits_to_name(version, ticked), "own_hand": own_hand(version)}
    shown = watched(version, asked_step(request.GET.get("step", "")))

    def to(step: int) -> str:
        return f"{address}?step={step}" if 1 <= step <= LAST_STEP else ""

    return {
        "watched": shown,
        "table": shown.table,
        "previous": to(shown.step - 1),
        "later": to(shown.step + 1),
    }
