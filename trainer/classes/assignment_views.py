"""Assignments: given by a teacher, done by pupils, read as a grid, each cell opened as a position."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.clock import zone_named
from trainer.accounts.http import SiteRequest
from trainer.classes import access, queries
from trainer.classes.assigning import assign_drills, withdraw_assignment
from trainer.classes.choosing import choose_versions, default_title, preview, theme_options
from trainer.classes.forms import AssignForm
from trainer.classes.grid import cell_of, grid_of
from trainer.classes.models import Assignment, AssignmentAnswer, Classroom
from trainer.drills.drill_page import answer_page
from trainer.drills.queries import versions_for


def _language() -> str:
    return get_language() or "nb"


@require_http_methods(["GET", "HEAD", "POST"])
def assign(request: SiteRequest, public_id: str) -> HttpResponse:
    """Choose drills, look through them, give them. Nothing is stored before the last step."""
    room = access.taught_classroom(request, public_id)
    if room.archived_at is not None:
        messages.info(request, _("The class is archived. Take it back into use first."))
        return redirect("classes:classroom", public_id)
    form = AssignForm(
        request.POST if request.method == "POST" else None,
        themes=theme_options(),
        zone=zone_named(room.time_zone),
    )
    if not form.is_bound or not form.is_valid() or request.POST.get("step") == "change":
        return _show_choices(request, room, form)
    if request.POST.get("step") == "give":
        given = _give(room, form)
        if given is not None:
            messages.success(request, _("The class has been given %(title)s.") % {"title": given.title})
            return redirect("classes:assignment", given.public_id)
    return _show_preview(request, room, form)


def _show_choices(request: SiteRequest, room: Classroom, form: AssignForm) -> HttpResponse:
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "classes/assign.html", {"classroom": room, "form": form}, status=status)


def _show_preview(request: SiteRequest, room: Classroom, form: AssignForm) -> HttpResponse:
    cleaned = form.cleaned_data
    versions = choose_versions(room, cleaned["theme"], cleaned["number"])
    if not versions:
        form.add_error("theme", _("There are no drills of this kind."))
        return _show_choices(request, room, form)
    asked_to_give = request.POST.get("step") == "give"
    due_at = form.due_at()
    context = {
        "classroom": room,
        "form": form,
        "drills": preview(versions),
        "fewer": len(versions) < cleaned["number"],
        "title": cleaned["title"] or default_title(cleaned["theme"]),
        "due": queries.moment_text(due_at, room, _language()) if due_at else "",
        "none_chosen": asked_to_give,
    }
    return render(request, "classes/assign_preview.html", context, status=422 if asked_to_give else 200)


def _give(room: Classroom, form: AssignForm) -> Assignment | None:
    """Give the drills that are ticked, in the order shown; None when none is."""
    cleaned = form.cleaned_data
    found = versions_for(cleaned["drills"])
    versions = [found[public_id] for public_id in cleaned["drills"] if public_id in found]
    if not versions:
        return None
    title = cleaned["title"] or default_title(cleaned["theme"])
    return assign_drills(room, title, form.due_at(), versions, cleaned["request_key"])


@require_safe
def assignment(request: SiteRequest, public_id: str) -> HttpResponse:
    """The grid for teachers of the class, the list of drills for its pupils."""
    given = get_object_or_404(Assignment.objects.select_related("classroom"), public_id=public_id)
    due = queries.due_text(given, given.classroom, _language())
    if access.is_teacher_of(request, given.classroom):
        context = {
            "assignment": given,
            "grid": grid_of(given, _language()),
            "due": due,
            "given_at": queries.moment_text(given.created_at, given.classroom, _language()),
        }
        return render(request, "classes/grid.html", context)
    _given, member = access.assigned_to(request, public_id)
    items = list(queries.items_of(given))
    answers = queries.answers_of(member, items)
    rows = [(item, answers.get(item.pk)) for item in items]
    context = {
        "assignment": given,
        "due": due,
        "rows": [(item, cell_of(item, answer, given.due_at) if answer else None) for item, answer in rows],
        "done": len(answers),
        "next": next((item for item, answer in rows if answer is None), None),
    }
    return render(request, "classes/own_assignment.html", context)


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
