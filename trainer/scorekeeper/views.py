"""Pages of the score keeper: the matches of a visitor with a form for a new one, and a pad.

A step on a pad is a POST to the pad's own address. A script gets the board alone, anyone else the page.
"""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import (
    belongs_to,
    current_learner,
    ensure_guest,
    learner_for_writing,
    remember_guest,
)
from trainer.scorekeeper.boards import Board, Clash
from trainer.scorekeeper.forms import PadForm, StepForm
from trainer.scorekeeper.models import Pad
from trainer.scorekeeper.offline import may_work_offline
from trainer.scorekeeper.queries import ON_A_PAGE, latest_pads, with_counts
from trainer.scorekeeper.services import REMOVE, Entered, Refused, Stale, delete_pad, make_pad, take_step
from trainer.scorekeeper.words import names_of, rules_of, standing_of
from trainer.table.chosen_rules import ChosenRules


@may_work_offline
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: SiteRequest) -> HttpResponse:
    """The visitor's matches and the form for a new one."""
    ensure_guest(request)
    posted = request.POST if request.method == "POST" else None
    form = PadForm(posted, rules=ChosenRules.from_query(request.GET))
    if form.is_valid():
        answer = _made(request, form)
        if answer is not None:
            return remember_guest(request, answer)
    page = Paginator(latest_pads(current_learner(request)), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "pads": [
            (pad, names_of(pad), rules_of(pad), standing_of(pad, count))
            for pad, count in with_counts(list(page.object_list))
        ],
    }
    response = render(request, "scorekeeper/index.html", context, status=422 if form.is_bound else 200)
    return remember_guest(request, response)


def _made(request: SiteRequest, form: PadForm) -> HttpResponse | None:
    """To the new pad; None where it could not be made, and the form says why."""
    learner = learner_for_writing(request)
    if learner is None:
        form.add_error(None, _("Your browser takes no cookies, so the match cannot be kept."))
        return None
    try:
        pad = make_pad(learner, form.cleaned_data["request_key"], form.pad_fields)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return None
    return redirect("scorekeeper:pad", pad.public_id)


@may_work_offline
@require_http_methods(["GET", "HEAD", "POST"])
def pad(request: SiteRequest, public_id: str) -> HttpResponse:
    """A match: how it stands, the form for the next deal, and the deals; or a step on it."""
    own = _own_pad(request, public_id)
    if request.method != "POST":
        return _shown(request, Board(own, changing=request.GET.get("change", "")))
    form = StepForm(own, request.POST)
    if not form.is_valid():
        if not form.fault:
            raise Http404("no form of this site sends such a step")
        return _shown(request, Board(own, _changing(form), form.fault), 422)
    try:
        own = take_step(own, form.entered)
    except Stale:
        own.refresh_from_db()
        return _shown(request, Board(own, clash=_clash(form.entered, request.POST)), 409)
    except Refused as refusal:
        return _shown(request, Board(own, fault=str(refusal)), 422)
    if request.htmx:
        return _shown(request, Board(own))
    return remember_guest(request, redirect("scorekeeper:pad", own.public_id))


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: SiteRequest, public_id: str) -> HttpResponse:
    """Ask once, then delete a match with its deals."""
    own = _own_pad(request, public_id)
    if request.method == "POST":
        delete_pad(own)
        return redirect("scorekeeper:index")
    return render(
        request, "scorekeeper/delete.html", {"pad": own, "names": names_of(own), "rules": rules_of(own)}
    )


def _own_pad(request: SiteRequest, public_id: str) -> Pad:
    return get_object_or_404(Pad.objects.filter(belongs_to(request, "learner")), public_id=public_id)


def _shown(request: SiteRequest, board: Board, status: int = 200) -> HttpResponse:
    template = "scorekeeper/_pad.html" if request.htmx else "scorekeeper/pad.html"
    context = {"board": board, "swapped": bool(request.htmx)}
    return remember_guest(request, render(request, template, context, status=status))


def _changing(form: StepForm) -> str:
    """The deal that a refused step was to put right."""
    return form.cleaned_data["entry"].hex if form.cleaned_data.get("do") == "change" else ""


def _clash(entered: Entered, posted: Any) -> Clash:
    names = ("do", "step", "entry", "won", "lost", "honours", "first_penalty", "second_penalty")
    fields = {name: posted[name] for name in names if name in posted}
    if entered.kind == REMOVE or entered.deal is None:
        return Clash(entered, fields, _("The deal has not been removed."))
    tricks = {"own": entered.deal.tricks[0], "other": entered.deal.tricks[1]}
    return Clash(entered, fields, _("The deal %(own)s–%(other)s has not been entered.") % tricks)
