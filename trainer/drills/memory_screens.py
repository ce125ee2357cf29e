"""Which page a memory drill shows before the answer: a trick to watch, or the cards to name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner
from trainer.drills.addresses import Way
from trainer.drills.drill_page import QuestionPage
from trainer.drills.memory_page import (
    LAST_STEP,
    Watched,
    asked_step,
    own_hand,
    suits_to_name,
    ticked_cards,
    watched,
)
from trainer.drills.models import DrillVersion
from trainer.drills.naming import naming_has_begun
from trainer.drills.voice import say

STEP = "step"


@dataclass(frozen=True, slots=True)
class Screen:
    """Name of the template, what it needs beside the question's own context, and the status."""

    name: str
    context: dict[str, Any]
    status: int = 200


def named_in(form: QueryDict) -> str:
    """The cards that a form named, as an answer spells them."""
    return "".join(form.getlist("card"))


def memory_screen(request: SiteRequest, version: DrillVersion, page: QuestionPage) -> Screen:
    """The trick that the address names until the naming has begun; from then on the cards to name."""
    retry = page.number > 0
    if request.method == "POST" or naming_has_begun(current_learner(request), version, page.number):
        closed = request.method != "POST" and STEP in request.GET
        return naming_screen(request, version, page, closed=closed)
    step = asked_step(request.GET.get(STEP, ""))
    shown = watched(version, step)
    return Screen("watch", _watching(Way.of(request), version, page, shown, retry))


def naming_screen(
    request: SiteRequest, version: DrillVersion, page: QuestionPage, closed: bool = False
) -> Screen:
    """The cards to name, with those ticked that the form had; `closed` where a trick was asked for."""
    ticked = ticked_cards(request.POST.getlist("card"))
    said = (say(_("The tricks are closed. They open again when you have answered.")),) if closed else ()
    shown = replace(page, problem=said) if closed else page
    context = {"page": shown, "suits": suits_to_name(version, ticked), "own": own_hand(version)}
    return Screen("name", context | {"ticked": len(ticked)}, 409 if closed else 200)


def looking_back(request: SiteRequest, version: DrillVersion, page: QuestionPage) -> Screen:
    """A trick once more after the answer; the way leads back to the verdict."""
    step = asked_step(request.GET.get(STEP, ""))
    way = Way.of(request)
    context = _watching(way, version, page, watched(version, step), retry=False)
    return Screen("watch", context | {"verdict_url": way.to_drill(version.drill.public_id)})


def _watching(
    way: Way, version: DrillVersion, page: QuestionPage, shown: Watched, retry: bool
) -> dict[str, Any]:
    public_id = version.drill.public_id

    def to(step: int) -> str:
        return way.to_step(public_id, step, retry) if 1 <= step <= LAST_STEP else ""

    return {
        "page": replace(page, table=shown.table, key=(page.key, shown.step)),
        "watched": shown,
        "previous": to(shown.step - 1),
        "following": to(shown.step + 1),
    }
