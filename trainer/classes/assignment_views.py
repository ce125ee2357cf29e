"""Assignments: given by a teacher, done by pupils, read as a grid, each cell opened as a position."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.http import SiteRequest
from trainer.classes import access, queries
from trainer.classes.assigning import withdraw_assignment
from trainer.classes.goals import goal_text
from trainer.classes.grid import cell_of, figure_names, grid_of
from trainer.classes.models import Assignment, AssignmentAnswer
from trainer.classes.own_page import own_page
from trainer.classes.results import Chosen
from trainer.classes.results_views import file_addresses, page_of
from trainer.drills.drill_page import answer_page


def _language() -> str:
    return get_language() or "nb"


@require_safe
def assignment(request: SiteRequest, public_id: str) -> HttpResponse:
    """The grid for teachers of the class, the list of drills for its pupils."""
    given = get_object_or_404(Assignment.objects.select_related("classroom"), public_id=public_id)
    due = queries.due_text(given, given.classroom, _language())
    if access.is_teacher_of(request, given.classroom):
        chosen = Chosen(sorting=Chosen.of(request.GET).sorting)
        grid = grid_of(given, _language(), chosen.sorting)
        context = {
            "assignment": given,
            "grid": grid,
            "page": page_of(request, grid.rows),
            "names": figure_names(),
            "chosen": chosen,
            "with_goal": given.goal != Assignment.Goal.ALL,
            **file_addresses(chosen, "grid", public_id),
            "due": due,
            "given_at": queries.moment_text(given.created_at, given.classroom, _language()),
            "opens": _opens(given),
            "goal": goal_text(given, given.items.count()),
        }
        return render(request, "classes/grid.html", context)
    _given, member = access.assigned_to(request, public_id)
    context = {"assignment": given, "own": own_page(given, member, _language())}
    return render(request, "classes/own_assignment.html", context)


def _opens(given: Assignment) -> str:
    """From when pupils see the drills, where that is not at once."""
    later = given.opens_at is not None and given.opens_at > given.created_at
    return queries.moment_text(given.given_from, given.classroom, _language()) if later else ""


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: SiteRequest, public_id: str) -> HttpResponse:
    """Ask, then take an assignment back."""
    given = access.taught_assignment(request, public_id)
    if request.method == "POST":
        title = withdraw_assignment(given.classroom, public_id)
        if title is not None:
            messages.success(request, _("%(title)s has been taken back.") % {"title": title})
        return redirect("classes:classroom", given.classroom.public_id)
    return render(request, "classes/withdraw.html", {"assignment": given})


@require_safe
def cell(request: SiteRequest, public_id: str, pupil: str, position: int) -> HttpResponse:
    """One pupil's answer as a position: the table with the card, the verdict and its numbers."""
    given = access.taught_assignment(request, public_id)
    answer = (
        AssignmentAnswer.objects.select_related("attempt__version__drill", "membership", "item__assignment")
        .filter(item__assignment=given, item__position=position, membership__public_id=pupil)
        .first()
    )
    if answer is None:
        raise Http404
    answered_at = answer.attempt.answered_at
    context = {
        "assignment": given,
        "pupil": answer.membership,
        "cell": cell_of(answer.item, answer, given.due_at),
        "answered_at": queries.moment_text(answered_at, given.classroom, _language()),
        "page": answer_page(answer.attempt),
    }
    return render(request, "classes/cell.html", context)
