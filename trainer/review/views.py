"""Reviews on pages: asking for one of a finished deal, watching it grow, reading it, practising a mistake."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import belongs_to, current_learner, learner_for_writing, remember_guest
from trainer.play.dealing import LEARNER, state_of
from trainer.play.queries import deal_by_id
from trainer.progress.sessions import begin_session
from trainer.review.models import Review
from trainer.review.pages import mixes_for, review_page
from trainer.review.services import ask_for_review
from trainer.review.tasks import queue_review


@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: SiteRequest, public_id: str) -> HttpResponse:
    """A deal of the visitor's, played to its end: to its review, or the button that asks for one."""
    played, learner = deal_by_id(public_id), current_learner(request)
    if played is None or learner is None or not played.is_over or played.match.learner_id != learner.pk:
        raise Http404("no finished deal of this visitor")
    if request.method == "POST":
        made = ask_for_review(learner, state_of(played), LEARNER, played.public_id)
        if not made.is_done:
            queue_review(made)
        return redirect("review:review", made.public_id)
    known = Review.objects.filter(learner=learner, deal_id=public_id).first()
    if known is not None:
        return redirect("review:review", known.public_id)
    return remember_guest(request, render(request, "review/ask.html", {"played": played}))


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: SiteRequest, public_id: str) -> HttpResponse:
    """A review; while it is worked out, how far it has come. POST goes on with one that has stopped."""
    own = _own(request, public_id)
    if request.method == "POST":
        if not own.is_done:
            queue_review(own)
        return redirect("review:review", own.public_id)
    template = "review/review.html" if own.is_done else "review/working.html"
    if request.htmx and not own.is_done:
        template = "review/_working.html"
    response = render(request, template, {"review": own, "page": review_page(own)})
    if request.htmx and own.is_done:
        response = HttpResponse(status=204)
        response["HX-Refresh"] = "true"
    return remember_guest(request, response)


@require_POST
def practise(request: SiteRequest, public_id: str) -> HttpResponse:
    """Ten drills of what a choice was about; their answers come back as reviews like any others."""
    own, learner = _own(request, public_id), learner_for_writing(request)
    text = request.POST.get("number", "")
    found = next((choice for choice in own.decisions if str(choice["number"]) == text), None)
    if found is None or learner is None:
        raise Http404("no such decision")
    for mix in mixes_for(found["kind"], found["theme"], own.record):
        session = begin_session(learner, mix, _key(request, str(mix)))
        if session is not None:
            return remember_guest(request, redirect("sessions:session", session.public_id))
    messages.info(request, _("There are no drills of this kind for you just now."))
    return redirect("review:review", own.public_id)


def _own(request: SiteRequest, public_id: str) -> Review:
    return get_object_or_404(Review.objects.filter(belongs_to(request, "learner")), public_id=public_id)


def _key(request: SiteRequest, mix: str) -> uuid.UUID:
    """The form's own number, so that sending it twice begins one session."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{request.POST.get('request_key', '')} {mix}")
