"""The first deal: a lesson of small tasks, one on the screen at a time.

The page of content has a section a step: what stands before the figure `step` leads up to the task, what
stands after it is told when the answer is right. Step and answer are in the address, `?step=3&answer=you`,
so that reload, Back and old tabs work, and nothing is stored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rules_site.pages import lesson_voices, voices
from rules_site.pages.deal_viewer import laid_card
from rules_site.pages.kept import kept_for_guests
from rules_site.pages.lesson_steps import WITH_CARD, PlacedStep, Step
from rules_site.pages.lesson_voices import Judged
from rules_site.pages.load import page_path
from rules_site.pages.moments import Moment, Stage, knowledge
from rules_site.pages.render import RenderedPage, rendered
from rules_site.pages.views import reader_of
from trainer.accounts.http import SiteRequest
from trainer.engine.cards import Card
from trainer.engine.state import play

STEP, ANSWER = "step", "answer"
_SECTION = re.compile(r'<section class="chap" id="([a-z0-9-]+)"><h2>(.*?)</h2>\n(.*?)</section>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page cut at its task; the last one has no task and says where to go on."""

    id: str
    title: SafeString
    before: SafeString
    placed: PlacedStep | None
    after: SafeString


@require_safe
@kept_for_guests
def first_deal(request: SiteRequest) -> HttpResponse:
    """One step, with the verdict on an answer; 404 for a step and 422 for an answer that don't exist."""
    reader = reader_of(request)
    shown = rendered(page_path(reader.language, "first-deal"), reader)
    parts = parts_of(shown)
    number = _number(request.GET.get(STEP, "1"), len(parts))
    part, answer = parts[number - 1], request.GET.get(ANSWER)
    judged = lesson_voices.judge(part.placed.step, answer) if part.placed and answer is not None else None
    unknown = answer is not None and judged is None
    context = {
        "page": shown.page,
        "number": number,
        "tasks": len(parts) - 1,
        "part": part,
        "judged": judged,
        "unknown": unknown,
        "address": reverse("pages:first-deal"),
    }
    if part.placed:
        context |= _task(part.placed.step, judged)
    template = "pages/first_deal.html#lesson" if request.htmx.target == "lesson" else "pages/first_deal.html"
    return render(request, template, context, status=422 if unknown else 200)


def parts_of(shown: RenderedPage) -> list[Part]:
    """The sections of the rendered page, each cut where its task stands."""
    found = []
    for section_id, title, body in _SECTION.findall(shown.html):
        placed = next((one for one in shown.steps if one.slot in body), None)
        before, _slot, after = body.partition(placed.slot) if placed else (body, "", "")
        found.append(Part(section_id, mark_safe(title), mark_safe(before), placed, mark_safe(after)))
    return found


def _number(text: str, last: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= last):
        raise Http404(gettext("There is no such step."))
    return int(text)


def _task(step: Step, judged: Judged | None) -> dict[str, object]:
    """The table and the answers of a step; what the question asks for lies hidden until it is answered."""
    solved = judged is not None and judged.is_right
    moment = _with_answer(step, judged.key) if judged and solved else step.moment
    known = () if step.ask == "known" and not solved else knowledge(moment, 0).cards
    laid = [laid_card(moment, player, all_shown=False) for player in (0, 1)]
    if step.ask == "winner" and not solved:
        laid = [replace(one, won=False, label="") if one else None for one in laid]
    with_card = step.ask in WITH_CARD
    return {
        "trump": moment.table.trump if step.ask != "trump" or solved else None,
        "moment": moment,
        "trick": step.number,
        "tally": moment.table.phase_two_tricks if moment.phase == 2 else None,
        "upcard": moment.table.upcard,
        "known": known,
        "backs": range(len(moment.hands[1]) - len(known)),
        "mine": laid[0],
        "theirs": laid[1],
        "hand": [(card, lesson_voices.button(step, card)) for card in moment.hands[0]],
        "asks_card": with_card,
        "options": [] if with_card else [(key, lesson_voices.label(step, key)) for key in step.answers],
        "voice": _position(step, moment, solved),
    }


def _with_answer(step: Step, key: str) -> Moment:
    """The table with the reader's card on it; with the opponent's as well where the deal has it."""
    if step.ask not in WITH_CARD:
        return step.moment
    card, state = Card.parse(key), step.state
    if state.led:
        return Moment(Stage.REPLY, step.before, state.led, play(state, card))
    if card == step.trick.lead:
        return Moment(Stage.REPLY, step.before, card, step.deal.states[step.number])
    return Moment(Stage.LEAD, step.before, card)


def _position(step: Step, moment: Moment, solved: bool) -> str:
    """The table read aloud."""
    said = [] if step.ask == "trump" and not solved else [voices.trump_is(moment.before.trump)]
    if moment.table.upcard:
        said.append(voices.upcard_is(moment.table.upcard))
    if moment.played:
        said.append(voices.led(moment.before.leader, moment.played[0]))
    if len(moment.played) == 2 and moment.trick:
        trick = moment.trick
        said.append(voices.replied(1 - trick.leader, trick.lead, trick.reply, moment.before.trump))
    if moment.phase == 2 and moment.hands[1]:
        said.append(voices.opponents_hand_in_words(moment.hands[1]))
    if moment.hands[0]:
        said.append(voices.hand_in_words(moment.hands[0]))
    return " ".join(said)
