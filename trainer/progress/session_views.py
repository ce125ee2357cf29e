"""Sessions: a page that says what a mix is and begins it, and a page for a session that has begun."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.clock import today_in, zone_of
from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner, ensure_guest, learner_for_writing, remember_guest
from trainer.progress.labels import mix_description, mix_title, picked_names
from trainer.progress.looking_back import looking_back
from trainer.progress.mixes import SIZE, Mix
from trainer.progress.sessions import begin_session, course_of
from trainer.table.chosen_rules import refused


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: SiteRequest) -> HttpResponse:
    """What the mix of the address is; a POST begins a session of it and leads to its first drill."""
    mix = Mix.read(request.GET)
    if not mix.pick.is_known:
        raise Http404("no such kind of drill")
    if refused(request.GET):
        messages.warning(
            request, _("One of the choices in the address does not exist. The usual one is used.")
        )
        return redirect(mix.address)
    if request.method == "POST":
        return _begin(request, mix)
    ensure_guest(request)
    return remember_guest(request, _start_page(request, mix))


def _begin(request: SiteRequest, mix: Mix) -> HttpResponse:
    try:
        request_key = uuid.UUID(request.POST.get("request_key", ""))
    except ValueError:
        said = _("The form was too old or incomplete. Press the button once more.")
        return _start_page(request, mix, said, 422)
    learner = learner_for_writing(request)
    if learner is None:
        said = _("The browser did not send the cookie that keeps your answers together. Allow cookies here.")
        return _start_page(request, mix, said, 400)
    begun = begin_session(learner, mix, request_key)
    if begun is None:
        return remember_guest(request, _start_page(request, mix, _nothing(mix)))
    course = course_of(request, begun.public_id)
    step = course.next if course else None
    leads_to = redirect(step.address) if step else redirect("sessions:session", begun.public_id)
    return remember_guest(request, leads_to)


def _nothing(mix: Mix) -> str:
    if mix.mode == mix.mode.REVIEWS:
        return _("There is nothing to review today. What you miss comes back by itself.")
    if mix.mode == mix.mode.WEAK:
        return _("You have no weak themes yet. Answer some drills first.")
    return _("There are no drills left here. Choose something else, or try the ones you missed again.")


def _start_page(request: SiteRequest, mix: Mix, said: str = "", status: int = 200) -> HttpResponse:
    page = {
        "mix": mix,
        "title": mix_title(mix),
        "description": mix_description(mix),
        "picked": picked_names(mix.pick) if mix.mode == mix.mode.TEN else [],
        "link": request.build_absolute_uri(mix.address),
        "request_key": uuid.uuid4(),
        "size": SIZE,
        "said": said,
    }
    return render(request, "progress/session_start.html", page, status=status)


@require_safe
def session(request: SiteRequest, public_id: str) -> HttpResponse:
    """How far a session has come; when all its drills are answered, what became of it."""
    course = course_of(request, public_id)
    if course is None:
        raise Http404("no session of this visitor has that address")
    learner = current_learner(request)
    today = today_in(zone_of(request.user))
    page = {
        "course": course,
        "title": mix_title(course.mix),
        "again": course.mix.address,
        "back": looking_back(learner, course, today, get_language() or "nb") if learner else None,
    }
    return remember_guest(request, render(request, "progress/session.html", page))
