"""A deal at the table: showing it, and taking what its form sends.

Every form carries a ticket that names the learner, the deal and its version. A card from an older page
changes nothing: the answer is 409 with the deal as it stands, or just the deal where the same card had
been sent twice.
"""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.accounts.services import guest_id, learner_key
from trainer.drills.choices import card_of
from trainer.drills.confirming import only_picked
from trainer.drills.sentences import session_expired
from trainer.drills.voice import Sentence
from trainer.engine.cards import Card
from trainer.engine.seat_views import seat_view
from trainer.engine.state import legal_cards
from trainer.engine.tricks import IllegalCard
from trainer.play import coach, labels, playing, queries, sentences
from trainer.play.deal_page import DealPage, deal_page, stopped_page
from trainer.play.dealing import score_of, state_of
from trainer.play.forms import THRESHOLDS
from trainer.play.models import PlayedDeal, PlayedMatch
from trainer.play.thinking import Busy, room_to_think
from trainer.play.tokens import BadTicket, Ticket, read_ticket, write_ticket

TRICK = "trick"
HINT, TAKE_BACK, CLAIM = "hint", "take-back", "claim"
RETRY_SECONDS = 2


def is_owner(request: SiteRequest, deal: PlayedDeal) -> bool:
    """Whether the deal is the visitor's own."""
    learner = deal.match.learner
    if isinstance(request.user, User):
        return learner.user_id == request.user.pk
    return learner.user_id is None and learner.pk == guest_id(request)


def shown_deal(request: SiteRequest, deal: PlayedDeal) -> HttpResponse:
    """The deal as it stands, after the opponent's cards; or a finished trick that is asked for."""
    try:
        playing.let_opponent_play(deal)
    except Busy:
        return _waiting(request, deal)
    stopped = _stopped(request.GET.get(TRICK, ""), deal)
    if stopped:
        return _render(request, deal, stopped)
    if deal.is_over:
        return finished(request, deal, own=True)
    return _at_table(request, deal)


def _at_table(
    request: SiteRequest, deal: PlayedDeal, problem: tuple[Sentence, ...] = (), status: int = 200
) -> HttpResponse:
    return _render(request, deal, deal_page(deal, problem), status)


def _stopped(number: str, deal: PlayedDeal) -> DealPage | None:
    if deal.match.pace != PlayedMatch.Pace.STEP or not (number.isascii() and number.isdecimal()):
        return None
    return stopped_page(deal, int(number[:3]))


def take_part(request: SiteRequest, deal: PlayedDeal | None) -> HttpResponse:
    """What a form of the deal sends, for whom it was made."""
    try:
        ticket = read_ticket(request.POST.get("ticket", ""))
    except BadTicket:
        ticket = None
    if ticket and ticket.is_users and not request.user.is_authenticated:
        messages.info(request, session_expired())
        return redirect_to_login(request.path)
    if deal is None or not is_owner(request, deal):
        raise Http404("no such deal")
    if ticket is None or (ticket.deal, ticket.learner_key) != (deal.public_id, learner_key(request)):
        return _stale(request, deal)
    return _taken(request, deal, ticket)


def _taken(request: SiteRequest, deal: PlayedDeal, ticket: Ticket) -> HttpResponse:
    act = request.POST.get("act", "")
    try:
        if act == HINT and deal.match.coach != PlayedMatch.Coach.OFF:
            playing.give_hint(deal, ticket.version)
        elif act == TAKE_BACK and deal.match.coach != PlayedMatch.Coach.OFF:
            playing.take_back(deal, ticket.version)
        elif act == CLAIM:
            playing.claim_rest(deal, ticket.version)
        else:
            return _card(request, deal, ticket)
    except playing.StaleDeal:
        return _stale(request, deal)
    return _done(request, deal)


def _card(request: SiteRequest, deal: PlayedDeal, ticket: Ticket) -> HttpResponse:
    """Play the card that was sent, or say why not; the coach may ask first."""
    key = request.POST.get("choice", "")
    if ticket.version != deal.version:
        same = ticket.version + 1 <= deal.version and playing.card_at(deal, ticket.cards) == key != ""
        return _done(request, deal) if same else _stale(request, deal)
    card, state = card_of(key), state_of(deal)
    if card is None or card not in legal_cards(state):
        return _at_table(request, deal, sentences.refused(state, card), 422)
    if only_picked(request, key, lambda: deal_page(deal).hand):
        return _render(request, deal, deal_page(deal, picked=key))
    warning = () if "warned" in request.POST else _warning(deal, card)
    if warning:
        playing.mark_helped(deal)
        return _render(request, deal, deal_page(deal, warning=warning, warned_of=key))
    try:
        playing.play_card(deal, ticket.version, card)
    except (playing.StaleDeal, IllegalCard):
        return _stale(request, deal)
    return _done(request, deal)


def _warning(deal: PlayedDeal, card: Card) -> tuple[Sentence, ...]:
    """The coach's question before a card that costs more than the threshold; silent when there is no room."""
    if deal.match.coach != PlayedMatch.Coach.WARN:
        return ()
    try:
        with room_to_think():
            cost = coach.dear(seat_view(state_of(deal)), card, deal.match.threshold / 10)
    except Busy:
        return ()
    return sentences.warned(cost) if cost else ()


def _done(request: SiteRequest, deal: PlayedDeal) -> HttpResponse:
    """The deal after what was sent: for htmx its fragment, else a way to its page."""
    try:
        playing.let_opponent_play(deal)
    except Busy:
        return _waiting(request, deal)
    # Whoever leads, a card of the learner's always ends in a finished trick.
    stops = deal.match.pace == PlayedMatch.Pace.STEP and "choice" in request.POST
    trick = str(len(deal.plays) // 4) if stops else ""
    if not request.htmx:
        query = f"?{TRICK}={trick}" if trick else ""
        return HttpResponseRedirect(f"{_address(deal)}{query}", status=303)
    stopped = _stopped(trick, deal)
    if stopped:
        return _render(request, deal, stopped)
    return finished(request, deal, own=True) if deal.is_over else _at_table(request, deal)


def _stale(request: SiteRequest, deal: PlayedDeal) -> HttpResponse:
    """409 with the deal as it stands."""
    fresh = queries.deal_by_id(deal.public_id)
    if fresh is None:
        raise Http404("no such deal")
    try:
        playing.let_opponent_play(fresh)
    except Busy:
        return _waiting(request, fresh)
    if fresh.is_over:
        return finished(request, fresh, own=True, status=409)
    return _at_table(request, fresh, (sentences.stale(),), 409)


def _waiting(request: SiteRequest, deal: PlayedDeal) -> HttpResponse:
    """The board while the opponent still thinks; the page asks again by itself.

    That is no error: the card is stored, and a proxy must not put a page of its own in place of this one.
    """
    response = _render(request, deal, deal_page(deal))
    response["Retry-After"] = str(RETRY_SECONDS)
    if not request.htmx:
        response["Refresh"] = f"{RETRY_SECONDS}; url={_address(deal)}"
    return response


def _render(request: SiteRequest, deal: PlayedDeal, page: DealPage, status: int = 200) -> HttpResponse:
    match = deal.match
    context = {
        "page": page,
        "ticket": write_ticket(
            Ticket(learner_key(request), deal.public_id, deal.version, len(deal.plays) // 2)
        ),
        "action": _address(deal),
        "match": match,
        "habits_url": reverse("play:habits", args=[deal.public_id]),
        "coaches": labels.coaches,  # called where they are drawn
        "paces": labels.paces,
        "known_choices": labels.known_choices,
        "thresholds": [(tenths, tenths / 10) for tenths in THRESHOLDS],
    }
    return _respond(request, "table", context, status)


def finished(request: SiteRequest, deal: PlayedDeal, *, own: bool, status: int = 200) -> HttpResponse:
    """A deal that is over: the result, the match, and the ways on. The learner is not named to others."""
    state, deals = state_of(deal), [each for each in deal.match.deals.all() if each.number <= deal.number]
    score = score_of(deal.match, deals)
    assert deal.own is not None
    assert deal.other is not None
    context = {
        "deal": deal,
        "own": own,
        "opponent": labels.opponent_name(deal.match.opponent),
        "headline": sentences.deal_headline(deal.own, deal.other, state),
        "result": sentences.deal_result(deal.own, deal.other),
        "unrated": labels.unrated_reason(deal.unrated),
        "match": score,
        "is_match": deal.match.deals_limit != 1,
        "match_told": sentences.match_told(score),
        "others": queries.others_on(deal) if own else None,
        "replay": state.notation(),
        "review_url": _review_url(deal),
        "request_key": uuid.uuid4(),
    }
    return _respond(request, "finished", context, status)


def _review_url(deal: PlayedDeal) -> str:
    """Where the coach's look at the whole deal is, if the site has one."""
    try:
        return reverse("review:deal", args=[deal.public_id])
    except NoReverseMatch:
        return ""


def _address(deal: PlayedDeal) -> str:
    return reverse("play:deal", args=[deal.public_id])


def _respond(request: SiteRequest, name: str, context: dict[str, object], status: int) -> HttpResponse:
    """The page, or for htmx its fragment; no cache keeps it, since the deal goes on."""
    part = "#fragment" if request.htmx and not request.htmx.history_restore_request else ""
    response = render(request, f"play/{name}.html{part}", context, status=status)
    response["Cache-Control"] = "no-store, private"
    return response
