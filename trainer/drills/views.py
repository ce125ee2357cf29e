"""Drill pages: the list of kinds, the next drill, and one drill with its answer.

Every answer is a POST to the drill's own address. htmx gets the fragment, anyone else the page.
"""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.clock import today_in, zone_of
from trainer.accounts.http import SiteRequest
from trainer.accounts.models import Learner
from trainer.accounts.services import (
    current_learner,
    ensure_guest,
    learner_for_writing,
    learner_key,
    remember_guest,
)
from trainer.drills import memory_screens, queries, sentences
from trainer.drills.addresses import Way
from trainer.drills.choices import card_of
from trainer.drills.confirming import only_picked
from trainer.drills.drill_page import AnswerPage, QuestionPage, answer_page, question_page
from trainer.drills.ideas import idea_of
from trainer.drills.judging import UnknownChoice
from trainer.drills.known_versions import known_version
from trainer.drills.labels import kind_cards, kind_description, kind_name
from trainer.drills.models import OFFERED_KINDS, Attempt, Drill, DrillVersion
from trainer.drills.naming import NotBegun, begin_naming, naming_has_begun
from trainer.drills.play_lines import first_line
from trainer.drills.received import received_page, told_from
from trainer.drills.refusals import refusal
from trainer.drills.reporting import reports_of
from trainer.drills.services import (
    DrillSet,
    Outcome,
    Recorded,
    drill_set,
    overviews,
    record_attempt,
    unrated_reason,
)
from trainer.drills.sides import is_side
from trainer.drills.situations import read_situation
from trainer.drills.standing import standing
from trainer.drills.tokens import BadTicket, Ticket, read_ticket, write_ticket
from trainer.drills.withholding import withheld_until
from trainer.engine.ending_positions import Ending
from trainer.engine.rule_sets import BASE
from trainer.table.chosen_rules import refused

MISSED_SHOWN = 12


@require_safe
def index(request: SiteRequest) -> HttpResponse:
    """The kinds of drills, what they train, and how many this learner has left by the rules chosen."""
    way = Way.of(request)
    learner = current_learner(request)
    counts = queries.kind_counts(learner, way.rules.rule_set)
    known = {kind for kind, _theme in queries.theme_counts()}
    kinds = [
        (kind_name(count.kind), kind_description(count.kind), kind_cards(count.kind), count)
        for count in counts
        if count.kind in known
    ]
    wrong = refused(request.GET)
    status = 422 if wrong else 200
    quick = Way(Drill.Kind.FOLLOW, rules=way.rules, quick=True).to_first()
    page = {"kinds": kinds, "refused": wrong, "quick_url": quick, "overviews": overviews(request)}
    return remember_guest(request, render(request, "drills/index.html", page, status=status))


@require_safe
def next_drill(request: SiteRequest) -> HttpResponse:
    """Lead to a drill that this learner has not answered; when none is left, offer the missed ones."""
    way = Way.of(request)
    if not way.pick.is_known:
        raise Http404(f"no kind of drill is called {way.kind!r}")
    if refused(request.GET):
        return index(request)
    rule_set = way.rules.rule_set
    ensure_guest(request)
    learner = current_learner(request)
    order = queries.drill_order(learner_key(request), way.kind, way.theme, rule_set, way.level)
    public_id = queries.next_public_id(order, queries.answered_ids(learner), request.GET.get("after", ""))
    if public_id is not None:
        return remember_guest(request, redirect(way.to_drill(public_id)))
    missed = queries.missed_drills(learner, way.kind, way.theme, rule_set)[:MISSED_SHOWN]
    page = {
        "kind": kind_name(way.kind) if way.kind in OFFERED_KINDS else "",
        "total": len(order),
        "retries": [(drill, way.to_drill(drill.public_id, retry=True)) for drill in missed],
        "base_game": way.to_base_game(),
        "in_base_game": rule_set != BASE and queries.drill_order("", way.kind, way.theme, level=way.level),
    }
    return remember_guest(request, render(request, "drills/all_done.html", page))


@require_safe
def table_help(request: SiteRequest) -> HttpResponse:
    """How to play at the table, for whoever has no script to open the dialog with."""
    return render(request, "drills/help.html")


@require_safe
def today(request: SiteRequest) -> HttpResponse:
    """Lead to the drill of the day: the same for everyone, new at midnight of the visitor's own zone."""
    way = Way.of(request)
    found = queries.drill_of_the_day(today_in(zone_of(request.user)), way.rules.rule_set)
    if found is None or refused(request.GET):
        return index(request)
    return redirect(way.to_drill(found.public_id))


@require_http_methods(["GET", "HEAD", "POST"])
def drill(request: SiteRequest, public_id: str) -> HttpResponse:
    """One drill: the question, or the learner's answer with the verdict."""
    if request.method == "POST":
        return _answer(request, public_id)
    if refused(request.GET):
        return index(request)
    found = _drill(public_id)
    ensure_guest(request)
    return remember_guest(request, _show(request, found))


def _drill(public_id: str) -> Drill:
    drills = Drill.objects.filter(kind__in=OFFERED_KINDS).select_related("current")
    return get_object_or_404(drills, public_id=public_id)


def _show(request: SiteRequest, drill: Drill) -> HttpResponse:
    known_set = drill_set(request, Way.of(request).set_id, drill)
    version = known_set.version if known_set else drill.current
    version = version or queries.answered_version(current_learner(request), drill)
    if version is None:
        return _notice(request, drill, _("This drill is no longer in use."), 404)
    version.drill = drill
    attempts = queries.attempts_on(current_learner(request), version)
    asked_from = known_set.asked_from if known_set else None
    answered = [each for each in attempts if not asked_from or each.answered_at >= asked_from]
    until = withheld_until(current_learner(request), version) if answered else None
    if answered and until:
        answered[0].version = version
        return received_page(request, answered[0], known_set, until)
    if answered and ("retry" not in request.GET or drill.current is None):
        if drill.kind == Drill.Kind.MEMORY and memory_screens.STEP in request.GET:
            return _look_back(request, version, attempts[-1].number + 1, known_set)
        answered[0].version = version
        return _render_answer(request, answer_page(answered[0]), known_set)
    number = attempts[-1].number + 1 if attempts else 0
    return _render_question(request, version, question_page(version, number), known_set)


def _answer(request: SiteRequest, public_id: str) -> HttpResponse:
    try:
        ticket = read_ticket(request.POST.get("ticket", ""))
        version = known_version(ticket.version_id, public_id)
    except (BadTicket, DrillVersion.DoesNotExist):
        said = _("The form was too old or incomplete. Answer once more.")
        return _start_over(request, _drill(public_id), said, 400)
    drill = version.drill
    if ticket.learner_key != learner_key(request):
        return _someone_else(request, drill, ticket)
    learner = learner_for_writing(request)
    if learner is None:
        return _start_over(request, drill, _no_cookie(), 400)
    if drill.kind == Drill.Kind.MEMORY and "begin" in request.POST:
        return _begin_naming(request, learner, version, ticket.number)
    return _take(request, learner, version, ticket)


def _take(request: SiteRequest, learner: Learner, version: DrillVersion, ticket: Ticket) -> HttpResponse:
    """Store the answer of the form, or say why it is none; `version.drill` is loaded."""
    drill = version.drill
    key = memory_screens.named_in(request.POST) or request.POST.get("choice", "")
    if only_picked(request, key, lambda: question_page(version, 0).hand):
        picked = replace(question_page(version, ticket.number), picked=key)
        known_set = drill_set(request, Way.of(request).set_id, drill)
        return _render_question(request, version, picked, known_set)
    try:
        recorded = _record(request, learner, version, ticket, key)
    except NotBegun:
        said = _("The tricks were still open, so nothing was stored. Watch them, and then name the cards.")
        return _start_over(request, drill, said, 409)
    except UnknownChoice:
        again = question_page(version, ticket.number, refusal(version, key))
        known_set = drill_set(request, Way.of(request).set_id, drill)
        return _render_question(request, version, again, known_set, status=422)
    recorded.attempt.version = version
    before = recorded.outcome is Outcome.ANSWERED_BEFORE
    known_set = drill_set(request, Way.of(request).set_id, drill)
    if recorded.told_from:
        return received_page(request, recorded.attempt, known_set, recorded.told_from, before)
    response = _render_answer(request, answer_page(recorded.attempt), known_set, fresh=True, before=before)
    return remember_guest(request, response)


def _record(
    request: SiteRequest, learner: Learner, version: DrillVersion, ticket: Ticket, key: str
) -> Recorded:
    """Store an answer; cards from memory only when the tricks are closed, a side only where it is asked."""
    if is_side(key) and not Way.of(request).quick:
        raise UnknownChoice(key)
    assignment = Way.of(request).assignment or None
    unrated = ticket.unrated or (Attempt.Unrated.QUICK if is_side(key) else "")
    return record_attempt(learner, version, ticket.number, key, assignment, unrated)


def _begin_naming(request: SiteRequest, learner: Learner, version: DrillVersion, number: int) -> HttpResponse:
    """Close the tricks of a memory drill and lead to the cards to name; after the answer, to that."""
    if not begin_naming(learner, version, number):
        return _start_over(request, version.drill, sentences.answered_before(), 409)
    way, drill = Way.of(request), version.drill
    here = way.to_drill(drill.public_id, retry=number > 0)
    if not request.htmx:
        return remember_guest(request, redirect(here))
    known_set = drill_set(request, way.set_id, drill)
    response = _render_question(request, version, question_page(version, number), known_set)
    response["HX-Replace-Url"] = here
    return remember_guest(request, response)


def _look_back(
    request: SiteRequest, version: DrillVersion, number: int, known_set: DrillSet | None
) -> HttpResponse:
    """A trick of an answered memory drill, unless the next try at it has begun."""
    page = question_page(version, number)
    if naming_has_begun(current_learner(request), version, number):
        return _render_question(request, version, page, known_set)
    screen = memory_screens.looking_back(request, version, page)
    context: dict[str, object] = {
        "set": known_set,
        "standing": standing(version, Way.of(request).rules),
        "unrated": Attempt.Unrated.RETRY,
    }
    return _render_screen(request, screen, context)


def _someone_else(request: SiteRequest, drill: Drill, ticket: Ticket) -> HttpResponse:
    """The form was made for another learner than the one who sends it; nothing is stored."""
    if ticket.is_users and not request.user.is_authenticated:
        messages.info(request, sentences.session_expired())
        return redirect_to_login(Way.of(request).to_drill(drill.public_id))
    if learner_key(request) == "nobody":
        return _start_over(request, drill, _no_cookie(), 400)
    said = _("This form belonged to another visitor of this browser. Nothing was stored. Answer once more.")
    return _start_over(request, drill, said, 409)


def _no_cookie() -> str:
    return _(
        "The browser did not send the cookie that keeps your answers together. "
        "Nothing was stored. Allow cookies for this site and answer once more."
    )


def _start_over(request: SiteRequest, drill: Drill, said: str, status: int) -> HttpResponse:
    """Say why nothing was stored; the way back is the drill with a fresh form."""
    if request.htmx:
        messages.warning(request, said)
        response = HttpResponse(status=status)
        response["HX-Redirect"] = Way.of(request).to_drill(drill.public_id)
        return response
    return _notice(request, drill, said, status)


def _notice(request: SiteRequest, drill: Drill, said: str, status: int) -> HttpResponse:
    way = Way.of(request)
    again = way.to_drill(drill.public_id) if drill.current_id else reverse("drills:index")
    page = {"said": said, "again": again, "withdrawn": drill.current_id is None}
    return render(request, "drills/notice.html", page, status=status)


def _render_question(
    request: SiteRequest,
    version: DrillVersion,
    page: QuestionPage,
    known_set: DrillSet | None,
    status: int = 200,
) -> HttpResponse:
    way = Way.of(request)
    quick = way.quick and version.drill.kind == Drill.Kind.FOLLOW
    unrated = unrated_reason(page.number, known_set, quick)
    ticket = Ticket(learner_key(request), version.pk, page.number, unrated)
    context = {
        "page": page,
        "ticket": write_ticket(ticket),
        "action": way.to_drill(version.drill.public_id),
        "unrated": unrated,
        "quick": quick,
        "other_mode": _other_mode(way, version.drill, page.number),
        "stays": False,
        "set": known_set,
        "standing": standing(version, way.rules),
        "told_from": told_from(request, withheld_until(current_learner(request), version)),
    }
    if version.drill.kind == Drill.Kind.MEMORY:
        return _render_screen(request, memory_screens.memory_screen(request, version, page), context, status)
    return _render(request, "question", context, status)


def _render_answer(
    request: SiteRequest,
    page: AnswerPage,
    known_set: DrillSet | None,
    fresh: bool = False,
    before: bool = False,
) -> HttpResponse:
    """`fresh` right after the answer, when focus and live message follow it; `before` with another answer."""
    way = Way.of(request)
    drill = page.attempt.version.drill
    context: dict[str, object] = {
        "page": page,
        "fresh": fresh,
        "autofocus": fresh and not request.htmx,
        "stays": bool(fresh and request.htmx),  # what the question showed already need not be sent again
        "note": sentences.answered_before() if before else "",
        "set": known_set,
        "standing": standing(page.attempt.version, way.rules),
        "watch_url": _way_to_tricks(way, drill),
        "next_url": (known_set.next_url or known_set.url) if known_set else way.to_next(drill),
        "idea": idea_of(drill.kind, drill.theme),
        "same_idea_url": "" if known_set else way.to_same_idea(drill),
        "lines_url": way.to_lines(page.attempt.version, page.attempt.choice),
        "report_url": way.to_report(page.attempt.version),
        # Right after the answer nothing has been reported; what an earlier try had comes when it is opened.
        "reports": [] if fresh else reports_of(page.attempt.learner, page.attempt.version),
        "retry_url": way.to_drill(drill.public_id, retry=True) if drill.current_id else "",
        **_ways_to_play(way, page),
    }
    return _render(request, "answer", context, 409 if before else 200)


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


def _render_screen(
    request: SiteRequest, screen: memory_screens.Screen, context: dict[str, object], status: int = 200
) -> HttpResponse:
    """A page that Back must ask for again: what may be seen of the tricks changes while it is away."""
    response = _render(request, screen.name, context | screen.context, max(status, screen.status))
    response["Cache-Control"] = "no-store, private"
    return response


def _render(request: SiteRequest, name: str, context: dict[str, object], status: int) -> HttpResponse:
    """The page, or for htmx its fragment; a page restored from history is whole."""
    part = "#fragment" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"drills/{name}.html{part}", context, status=status)
