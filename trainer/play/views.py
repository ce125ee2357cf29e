"""Play: the page that begins a match, the deal at the table, and what follows when it is over."""

from __future__ import annotations

import uuid
from contextlib import suppress

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import (
    current_learner,
    ensure_guest,
    learner_for_writing,
    remember_guest,
)
from trainer.play import queries
from trainer.play.deal_views import finished, is_owner, shown_deal, take_part
from trainer.play.forms import BadTerms, read_habits, read_terms
from trainer.play.index_page import index_context
from trainer.play.models import PlayedDeal
from trainer.play.playing import let_opponent_play
from trainer.play.starting import GivenDeal, Habits, Terms, begin_match, change_habits, next_deal
from trainer.play.thinking import Busy

SAME_SEAT, OTHER_SEAT = "same", "other"


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: SiteRequest) -> HttpResponse:
    """Begin a deal or a match; go on with those begun; the results so far."""
    if request.method == "POST":
        return _begin(request)
    ensure_guest(request)
    return remember_guest(request, _index(request))


def _index(request: SiteRequest, said: str = "", status: int = 200) -> HttpResponse:
    return render(request, "play/index.html", index_context(request, said), status=status)


def _begin(request: SiteRequest) -> HttpResponse:
    try:
        request_key = uuid.UUID(request.POST.get("request_key", ""))
        terms = read_terms(request.POST.dict())
        habits = read_habits(request.POST.dict(), Habits())
    except BadTerms:
        return _index(request, _("One of the choices does not go with the others. Choose again."), 422)
    except ValueError:
        return _index(request, _("The form was too old or incomplete. Press the button once more."), 422)
    return _started(request, terms, habits, request_key, None)


def _started(
    request: SiteRequest, terms: Terms, habits: Habits, request_key: uuid.UUID, given: GivenDeal | None
) -> HttpResponse:
    learner = learner_for_writing(request)
    if learner is None:
        return _index(
            request, _("The browser did not send the cookie that keeps your deals. Allow cookies here."), 400
        )
    begun = begin_match(learner, terms, habits, request_key, given)
    _opponent_first(begun)
    return remember_guest(request, redirect("play:deal", begun.public_id))


def _opponent_first(begun: PlayedDeal) -> None:
    """The opponent's lead, where it has one; if there is no room to think now, the page of the deal waits."""
    with suppress(Busy):
        let_opponent_play(begun)


@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: SiteRequest, public_id: str) -> HttpResponse:
    """A deal: at the table for whose it is; when it is over, for everyone."""
    found = queries.deal_by_id(public_id)
    if request.method == "POST":
        return take_part(request, found)
    ensure_guest(request)
    if found is None or not (found.is_over or is_owner(request, found)):
        raise Http404("no such deal")
    if not is_owner(request, found):
        return remember_guest(request, finished(request, found, own=False))
    return remember_guest(request, shown_deal(request, found))


def _own_deal(request: SiteRequest, public_id: str) -> PlayedDeal:
    found = queries.deal_by_id(public_id)
    if found is None or not is_owner(request, found):
        raise Http404("no such deal")
    return found


@require_POST
def habits(request: SiteRequest, public_id: str) -> HttpResponse:
    """Play on with another coach, pace or view."""
    found = _own_deal(request, public_id)
    match = found.match
    usual = Habits(match.coach, match.threshold, match.pace, match.known)
    try:
        change_habits(match, read_habits(request.POST.dict(), usual))
    except BadTerms:
        messages.warning(request, _("One of the choices does not go with the others. Choose again."))
    return HttpResponseRedirect(reverse("play:deal", args=[public_id]), status=303)


@require_POST
def following(request: SiteRequest, public_id: str) -> HttpResponse:
    """The next deal of the match, dealt once however often it is asked for."""
    found = _own_deal(request, public_id)
    onward = next_deal(found.match) or found
    _opponent_first(onward)
    return HttpResponseRedirect(reverse("play:deal", args=[onward.public_id]), status=303)


@require_POST
def again(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same cards once more, from the same seat or the other; open to all once the deal is over."""
    found = get_object_or_404(
        PlayedDeal.objects.select_related("match"), public_id=public_id, finished_at__isnull=False
    )
    try:
        request_key = uuid.UUID(request.POST.get("request_key", ""))
    except ValueError:
        return _index(request, _("The form was too old or incomplete. Press the button once more."), 422)
    dealer = 1 - found.dealer if request.POST.get("seat") == OTHER_SEAT else found.dealer
    match = found.match
    terms = Terms(match.opponent, match.rule_set, match.scoring, None, 1)
    usual = queries.last_habits(current_learner(request))
    return _started(request, terms, usual, request_key, GivenDeal(found.seed, dealer))
