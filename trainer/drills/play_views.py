"""An ending played on after its answer, card by card, against perfect defence.

Nothing is stored: the address says which cards the learner has played, and the engine answers them the
same way each time. So reload, Back, a second tab and a double click all show what they should. Whoever has
not answered the drill is led to it first.
"""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner, learner_key
from trainer.drills import play_sentences, queries, sentences
from trainer.drills.addresses import Way
from trainer.drills.choices import card_of
from trainer.drills.confirming import only_picked
from trainer.drills.models import Drill, DrillVersion
from trainer.drills.play_lines import BadLine, read_line, with_card, written_line
from trainer.drills.play_page import PlayPage, play_page
from trainer.drills.refusals import refusal_in
from trainer.drills.services import DrillSet, drill_set
from trainer.drills.situations import read_situation
from trainer.drills.standing import standing
from trainer.drills.tokens import BadTicket, Ticket, read_ticket, write_ticket
from trainer.drills.voice import Sentence
from trainer.drills.withholding import withheld_until
from trainer.engine.ending_play import PlayedEnding
from trainer.engine.ending_positions import Ending


@require_http_methods(["GET", "HEAD", "POST"])
def play_on(request: SiteRequest, public_id: str) -> HttpResponse:
    """The ending as the address has it, or with the card that was sent."""
    drills = Drill.objects.filter(kind=Drill.Kind.ENDING).select_related("current")
    drill = get_object_or_404(drills, public_id=public_id)
    if request.method == "POST" and _is_signed_out(request):
        messages.info(request, sentences.session_expired())
        return redirect_to_login(request.get_full_path())
    known_set = drill_set(request, Way.of(request).set_id, drill)
    learner = current_learner(request)
    version = known_set.version if known_set else drill.current or queries.answered_version(learner, drill)
    attempts = queries.attempts_on(learner, version) if version else []
    if version is None or not attempts or withheld_until(learner, version):
        return _to_drill(request, drill)
    version.drill = drill
    start = read_situation(version.position)
    if not isinstance(start, Ending):
        raise Http404(f"{version} is no ending")
    return _played(request, version, start, attempts[0].choice, known_set)


def _is_signed_out(request: SiteRequest) -> bool:
    """Whether the form was made for somebody signed in, and nobody is now."""
    try:
        ticket = read_ticket(request.POST.get("ticket", ""))
    except BadTicket:
        return False
    return ticket.is_users and not request.user.is_authenticated


def _to_drill(request: SiteRequest, drill: Drill) -> HttpResponse:
    """Whoever has not answered the drill does that first."""
    address = Way.of(request).to_drill(drill.public_id)
    if not request.htmx:
        return redirect(address)
    response = HttpResponse(status=409)
    response["HX-Redirect"] = address
    return response


def _played(
    request: SiteRequest, version: DrillVersion, start: Ending, first: str, known_set: DrillSet | None
) -> HttpResponse:
    try:
        so_far = _so_far(request, start, first)
    except BadLine:
        refused = (play_sentences.refused_line(),)
        return _render(request, version, read_line(start, ""), known_set, refused, 409)
    if request.method == "POST":
        return _sent(request, version, so_far, known_set)
    return _render(request, version, so_far, known_set)


def _sent(
    request: SiteRequest, version: DrillVersion, so_far: PlayedEnding, known_set: DrillSet | None
) -> HttpResponse:
    """The card that was sent: refused, picked, or played with the opponent's answer."""
    choice = request.POST.get("choice", "")
    card = card_of(choice)
    if card is None or card not in so_far.ending.hand:
        return _render(request, version, so_far, known_set, (play_sentences.refused_line(),), 409)
    if only_picked(request, choice, lambda: play_page(version, so_far).hand):
        return _render(request, version, so_far, known_set, picked=choice)
    try:
        after = with_card(so_far, card)
    except BadLine:
        return _render(request, version, so_far, known_set, refusal_in(so_far.ending, choice), 422)
    address = Way.of(request).to_play(version.drill.public_id, written_line(after))
    if not request.htmx:
        return HttpResponseRedirect(address, status=303)
    response = _render(request, version, after, known_set)
    response["HX-Push-Url"] = address
    return response


def _so_far(request: SiteRequest, start: Ending, first: str) -> PlayedEnding:
    """What the address has played; an address without a line goes on from the learner's answer."""
    line = request.GET.get("line")
    if line is not None:
        return read_line(start, line)
    card = card_of(first)
    return with_card(read_line(start, ""), card) if card else read_line(start, "")


def _before_first_slip(way: Way, drill: Drill, page: PlayPage) -> str:
    """The address of the position in which the first card was played that cost tricks, once all is over."""
    slip = page.summary.first_slip if page.summary else None
    return way.to_play(drill.public_id, slip.before) if slip else ""


def _render(  # noqa: PLR0913, PLR0917 - what the page is made of
    request: SiteRequest,
    version: DrillVersion,
    so_far: PlayedEnding,
    known_set: DrillSet | None,
    problem: tuple[Sentence, ...] = (),
    status: int = 200,
    picked: str = "",
) -> HttpResponse:
    way, drill = Way.of(request), version.drill
    page = replace(play_page(version, so_far, problem), picked=picked)
    context = {
        "page": page,
        "ticket": write_ticket(Ticket(learner_key(request), version.pk, 0)),
        "action": way.to_play(drill.public_id, page.line),
        "back_url": way.to_play(drill.public_id, page.back) if page.back is not None else "",
        "again_url": way.to_play(drill.public_id, ""),
        "slip_url": _before_first_slip(way, drill, page),
        "answer_url": way.to_drill(drill.public_id),
        "set": known_set,
        "standing": standing(version, way.rules),
        "next_url": (known_set.next_url or known_set.url) if known_set else way.to_next(drill),
    }
    part = "#fragment" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"drills/play.html{part}", context, status=status)
