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
from trainer.drills.confirming import only_picked
from trainer.drills.drill_page import answer_page, question_page
from trainer.drills.judging import UnknownChoice
from trainer.drills.known_versions import current_version, known_version
from trainer.drills.labels import kind_cards, kind_description, kind_name
from trainer.drills.models import OFFERED_KINDS, Attempt, Drill, DrillVersion
from trainer.drills.naming import NotBegun, begin_naming, naming_has_begun
from trainer.drills.received import received_page
from trainer.drills.refusals import refusal
from trainer.drills.services import (
    DrillSet,
    Outcome,
    Recorded,
    drill_set,
    overviews,
    record_attempt,
)
from trainer.drills.showing import show_answer, show_question, show_screen
from trainer.drills.sides import is_side
from trainer.drills.standing import standing
from trainer.drills.tokens import BadTicket, Ticket, read_ticket
from trainer.drills.withholding import withheld_until
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
    found = _asked(public_id)
    ensure_guest(request)
    return remember_guest(request, _show(request, found))


def _asked(public_id: str) -> Drill:
    """The drill at an address with what it asks now, if anything."""
    version = current_version(public_id)
    return version.drill if version and version.drill.kind in OFFERED_KINDS else _drill(public_id)


def _drill(public_id: str) -> Drill:
    drills = Drill.objects.filter(kind__in=OFFERED_KINDS).select_related("current")
    return get_object_or_404(drills, public_id=public_id)


def _show(request: SiteRequest, drill: Drill) -> HttpResponse:
    known_set = drill_set(request, Way.of(request).set_id, drill)
    learner = current_learner(request)
    version = known_set.version if known_set else drill.current
    version = version or queries.answered_version(learner, drill)
    if version is None:
        return _notice(request, drill, _("This drill is no longer in use."), 404)
    version.drill = drill
    attempts = queries.attempts_on(learner, version)
    asked_from = known_set.asked_from if known_set else None
    answered = [each for each in attempts if not asked_from or each.answered_at >= asked_from]
    until = withheld_until(learner, version) if answered else None
    if answered and until:
        answered[0].version = version
        return received_page(request, answered[0], known_set, until)
    if answered and ("retry" not in request.GET or drill.current is None):
        if drill.kind == Drill.Kind.MEMORY and memory_screens.STEP in request.GET:
            return _look_back(request, version, attempts[-1].number + 1, known_set)
        answered[0].version = version
        return show_answer(request, answer_page(answered[0]), known_set)
    number = attempts[-1].number + 1 if attempts else 0
    return show_question(request, version, question_page(version, number), known_set)


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
        return show_question(request, version, picked, known_set)
    try:
        recorded = _record(request, learner, version, ticket, key)
    except NotBegun:
        said = _("The tricks were still open, so nothing was stored. Watch them, and then name the cards.")
        return _start_over(request, drill, said, 409)
    except UnknownChoice:
        again = question_page(version, ticket.number, refusal(version, key))
        known_set = drill_set(request, Way.of(request).set_id, drill)
        return show_question(request, version, again, known_set, status=422)
    recorded.attempt.version = version
    before = recorded.outcome is Outcome.ANSWERED_BEFORE
    known_set = drill_set(request, Way.of(request).set_id, drill)
    if recorded.told_from:
        return received_page(request, recorded.attempt, known_set, recorded.told_from, before)
    response = show_answer(request, answer_page(recorded.attempt), known_set, fresh=True, before=before)
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
    response = show_question(request, version, question_page(version, number), known_set)
    response["HX-Replace-Url"] = here
    return remember_guest(request, response)


def _look_back(
    request: SiteRequest, version: DrillVersion, number: int, known_set: DrillSet | None
) -> HttpResponse:
    """A trick of an answered memory drill, unless the next try at it has begun."""
    page = question_page(version, number)
    if naming_has_begun(current_learner(request), version, number):
        return show_question(request, version, page, known_set)
    screen = memory_screens.looking_back(request, version, page)
    context: dict[str, object] = {
        "set": known_set,
        "standing": standing(version, Way.of(request).rules),
        "unrated": Attempt.Unrated.RETRY,
    }
    return show_screen(request, screen, context)


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
