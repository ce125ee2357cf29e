"""Answering with a drill page: the question, the answer with its verdict, or a screen of a memory drill.

htmx gets the fragment, anyone else the page. What is the same for all who ask is drawn once (`kept_pages`).
"""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner, learner_key
from trainer.drills import memory_screens, sentences
from trainer.drills.addresses import Way
from trainer.drills.choices import card_of
from trainer.drills.drill_page import AnswerPage, QuestionPage
from trainer.drills.ideas import idea_of
from trainer.drills.kept_pages import TICKET, kept_fragment, kept_page, may_be_kept
from trainer.drills.models import Drill, DrillReport, DrillVersion
from trainer.drills.play_lines import first_line
from trainer.drills.received import told_from
from trainer.drills.reporting import reports_of
from trainer.drills.services import DrillSet, unrated_reason
from trainer.drills.situations import read_situation
from trainer.drills.standing import standing
from trainer.drills.tokens import Ticket, write_ticket
from trainer.drills.withholding import withheld_until
from trainer.engine.ending_positions import Ending

type Context = dict[str, object]


def show_question(
    request: SiteRequest,
    version: DrillVersion,
    page: QuestionPage,
    known_set: DrillSet | None,
    status: int = 200,
) -> HttpResponse:
    """The question of a version with a form for this visitor's answer."""
    way = Way.of(request)
    quick = way.quick and version.drill.kind == Drill.Kind.FOLLOW
    unrated = unrated_reason(page.number, known_set, quick)
    ticket = write_ticket(Ticket(learner_key(request), version.pk, page.number, unrated))
    told = told_from(request, _withheld(request, version))

    def context(ticket: str = TICKET) -> Context:
        return {
            "page": page,
            "ticket": ticket,
            "action": way.to_drill(version.drill.public_id),
            "unrated": unrated,
            "quick": quick,
            "other_mode": _other_mode(way, version.drill, page.number),
            "stays": False,
            "set": known_set,
            "standing": standing(version, way.rules),
            "told_from": told,
        }

    if version.drill.kind == Drill.Kind.MEMORY:
        screen = memory_screens.memory_screen(request, version, page)
        return show_screen(request, screen, context(ticket), status)
    plain = not (request.htmx or told or page.problem or page.picked) and _is_shared(way, known_set)
    if plain and may_be_kept(request):
        key = page.key, page.number > 0, unrated, standing(version, way.rules), _shown_of(known_set)
        return HttpResponse(kept_page(request, "question", key, context, ticket), status=status)
    return _render(request, "question", context(ticket), status)


def show_answer(
    request: SiteRequest,
    page: AnswerPage,
    known_set: DrillSet | None,
    fresh: bool = False,
    before: bool = False,
) -> HttpResponse:
    """`fresh` right after the answer, when focus and live message follow it; `before` with another answer."""
    way, attempt = Way.of(request), page.attempt
    # Right after the answer nothing has been reported; what an earlier try had comes when it is opened.
    reports = [] if fresh else reports_of(attempt.learner, attempt.version)
    stays = bool(fresh and request.htmx)  # what the question showed already need not be sent again

    def context() -> Context:
        told = {
            "fresh": fresh,
            "autofocus": fresh and not request.htmx,
            "stays": stays,
            "note": sentences.answered_before() if before else "",
        }
        return told | _of_answer(way, page, known_set, reports)

    status = 409 if before else 200
    if reports or not _is_shared(way, known_set):
        return _render(request, "answer", context(), status)
    said = attempt.number > 0, attempt.unrated, before, fresh, standing(attempt.version, way.rules)
    drill = attempt.version.drill
    key = page.key, page.theme, way, *said, _shown_of(known_set), drill.current_id is None
    if stays:
        return kept_fragment(request, "answer", key, context, status)
    if request.htmx or not may_be_kept(request):
        return _render(request, "answer", context(), status)
    return HttpResponse(kept_page(request, "answer", key, context), status=status)


def show_screen(
    request: SiteRequest, screen: memory_screens.Screen, context: Context, status: int = 200
) -> HttpResponse:
    """A page that Back must ask for again: what may be seen of the tricks changes while it is away."""
    response = _render(request, screen.name, context | screen.context, max(status, screen.status))
    response["Cache-Control"] = "no-store, private"
    return response


def _of_answer(way: Way, page: AnswerPage, known_set: DrillSet | None, reports: list[DrillReport]) -> Context:
    """What stands in an answer's page besides the way it came about."""
    version = page.attempt.version
    drill = version.drill
    bare_address = reverse("drills:drill", args=[drill.public_id])
    return {
        "page": page,
        "chosen": way.rules,
        "set": known_set,
        "standing": standing(version, way.rules),
        "watch_url": _way_to_tricks(way, drill),
        "next_url": (known_set.next_url or known_set.url) if known_set else way.to_next(drill),
        "idea": idea_of(drill.kind, drill.theme),
        "same_idea_url": "" if known_set else way.to_same_idea(drill),
        "lines_url": way.to_lines(version, page.attempt.choice),
        "report_url": way.to_report(version),
        "reports": reports,
        "numbers_url": way.to_drill(drill.public_id) if known_set else bare_address,
        "retry_url": way.to_drill(drill.public_id, retry=True) if drill.current_id else "",
        **_ways_to_play(way, page),
    }


def _withheld(request: SiteRequest, version: DrillVersion) -> datetime | None:
    """When the visitor may be told a verdict on the version; guests always may, so nobody looks for them."""
    return withheld_until(current_learner(request), version) if request.user.is_authenticated else None


def _is_shared(way: Way, known_set: DrillSet | None) -> bool:
    """Whether others see the same: a session is one learner's, an assignment a whole class's."""
    return known_set is None or bool(way.assignment)


def _shown_of(known_set: DrillSet | None) -> Hashable:
    """What a page shows of a set."""
    if known_set is None:
        return None
    places = known_set.next_url, known_set.place, known_set.total
    return known_set.title, known_set.url, *places, known_set.done_label, known_set.is_review


def _ways_to_play(way: Way, page: AnswerPage) -> dict[str, str]:
    """An ending is played on from the card chosen, or from the start where that card cost tricks."""
    attempt = page.attempt
    if attempt.version.drill.kind != Drill.Kind.ENDING:
        return {}
    start, card = read_situation(attempt.version.position), card_of(attempt.choice)
    if not isinstance(start, Ending) or card is None:
        return {}
    public_id, wrong = attempt.version.drill.public_id, attempt.verdict != attempt.Verdict.RIGHT
    return {
        "play_url": way.to_play(public_id, first_line(start, card)),
        "take_back_url": way.to_play(public_id, "") if wrong else "",
    }


def _other_mode(way: Way, drill: Drill, number: int) -> str:
    """Where the same drill asks for a card instead of a side or the other way round; empty if nowhere."""
    offered = drill.kind == Drill.Kind.FOLLOW and not way.assignment
    return way.to_other_mode(drill.public_id, retry=number > 0) if offered else ""


def _way_to_tricks(way: Way, drill: Drill) -> str:
    """Where the tricks of a memory drill can be seen again, empty for other kinds."""
    return way.to_step(drill.public_id, 1) if drill.kind == Drill.Kind.MEMORY else ""


def _render(request: SiteRequest, name: str, context: dict[str, object], status: int) -> HttpResponse:
    """The page, or for htmx its fragment; a page restored from history is whole."""
    part = "#fragment" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"drills/{name}.html{part}", context, status=status)
