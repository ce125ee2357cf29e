"""An assignment as a pupil will see it, for its teachers. Nothing of it is stored."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.http import SiteRequest
from trainer.classes import access, queries
from trainer.classes.models import Assignment, AssignmentItem
from trainer.classes.own_page import OwnDrill, OwnPage, preview_page
from trainer.drills.drill_page import answer_page, question_page
from trainer.drills.judging import UnknownChoice
from trainer.drills.models import Attempt, Drill
from trainer.drills.refusals import refusal
from trainer.drills.trying import attempt_without_trace, memory_try


@require_safe
def preview(request: SiteRequest, public_id: str) -> HttpResponse:
    """The pupil's page of the assignment, with nothing done yet."""
    given = access.taught_assignment(request, public_id)
    context = {"own": _own_page(given), "assignment": given, "is_preview": True}
    return render(request, "classes/own_assignment.html", context)


def _own_page(given: Assignment) -> OwnPage:
    count = queries.items_of(given).count()
    addresses = [
        reverse("classes:preview_drill", args=[given.public_id, position]) for position in range(1, count + 1)
    ]
    return preview_page(given, get_language() or "nb", addresses)


@require_http_methods(["GET", "HEAD", "POST"])
def preview_drill(request: SiteRequest, public_id: str, position: int) -> HttpResponse:
    """One of its drills: the question, and after an answer what the pupil would be told."""
    given = access.taught_assignment(request, public_id)
    own = _own_page(given)
    here = next((drill for drill in own.drills if drill.item.position == position), None)
    if here is None:
        raise Http404
    if request.method == "POST" and "begin" not in request.POST:
        return _answered(request, own, here)
    return _asked(request, own, here)


def _asked(
    request: HttpRequest, own: OwnPage, here: OwnDrill, status: int = 200, refused: str = ""
) -> HttpResponse:
    version = here.item.version
    page = question_page(version, 0, refusal(version, refused) if refused else ())
    context = _frame(own, here) | {"page": page, "action": here.address}
    if version.drill.kind == Drill.Kind.MEMORY:
        context |= memory_try(request, version, page, here.address)
    return render(request, "classes/preview_drill.html", context, status=status)


def _answered(request: SiteRequest, own: OwnPage, here: OwnDrill) -> HttpResponse:
    item: AssignmentItem = here.item
    key = "".join(request.POST.getlist("card")) or request.POST.get("choice", "")
    try:
        attempt: Attempt = attempt_without_trace(item.version, key)
    except UnknownChoice:
        return _asked(request, own, here, 422, key or "-")
    context = _frame(own, here) | {"page": replace(answer_page(attempt)), "attempt": attempt}
    return render(request, "classes/preview_answer.html", context)


def _frame(own: OwnPage, here: OwnDrill) -> dict[str, object]:
    following = next((drill for drill in own.drills if drill.place == here.place + 1), None)
    return {"own": own, "assignment": own.assignment, "here": here, "following": following}
