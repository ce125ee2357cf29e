"""Giving drills to a class: chosen by theme, by hand or by a shared mix, looked through, given, copied."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.clock import ClockChange, zone_named
from trainer.accounts.http import SiteRequest
from trainer.classes import access, choosing, queries
from trainer.classes.assign_forms import MIX, MOST_DRILLS, PICKED, SOURCES, THEME, AssignForm, EditForm
from trainer.classes.assigning import change_terms, give_drills
from trainer.classes.goals import goal_text
from trainer.classes.models import Assignment, Classroom
from trainer.classes.picker import PickerChoice, picker_page
from trainer.drills.models import DrillVersion
from trainer.drills.picking import Level


def _language() -> str:
    return get_language() or "nb"


@require_http_methods(["GET", "HEAD", "POST"])
def assign(request: SiteRequest, public_id: str) -> HttpResponse:
    """Choose drills, look through them, give them. Nothing is stored before the last step."""
    room = access.taught_classroom(request, public_id)
    if room.archived_at is not None:
        messages.info(request, _("The class is archived. Take it back into use first."))
        return redirect("classes:classroom", public_id)
    form = _form(request, room)
    if not form.is_bound or not form.is_valid() or request.POST.get("step") == "change":
        return _show_choices(request, room, form)
    if request.POST.get("step") == "give":
        given = _give(room, form)
        if given is not None:
            messages.success(request, _("The class has been given %(title)s.") % {"title": given.title})
            return redirect("classes:assignment", given.public_id)
    return _show_preview(request, room, form)


def _form(request: SiteRequest, room: Classroom) -> AssignForm:
    options: dict[str, Any] = {"themes": choosing.theme_options(), "zone": zone_named(room.time_zone)}
    if request.method == "POST":
        return AssignForm(request.POST, **options)
    source = request.GET.get("from", THEME)
    initial: dict[str, Any] = {"source": source if source in SOURCES else THEME}
    if "copy" in request.GET:
        initial |= _terms_as_typed(access.taught_assignment(request, request.GET["copy"]))
    return AssignForm(initial=initial, **options)


def _terms_as_typed(given: Assignment) -> dict[str, Any]:
    """The terms of an assignment as its form has them, without the times."""
    return {
        "title": given.title,
        "order": "shuffled" if given.shuffled else "fixed",
        "feedback": given.feedback,
        "goal": given.goal,
        "goal_theme": given.goal_theme,
        **({"goal_number": given.goal_value} if given.goal == Assignment.Goal.NUMBER else {}),
        **({"goal_percent": given.goal_value} if given.goal == Assignment.Goal.ACCURACY else {}),
    }


def _show_choices(request: SiteRequest, room: Classroom, form: AssignForm) -> HttpResponse:
    source = form["source"].value() if form["source"].value() in SOURCES else THEME
    picked = choosing.picked_versions((request.POST or request.GET).getlist("drills")[:MOST_DRILLS])
    context = {
        "classroom": room,
        "form": form,
        "source": source,
        "picked": choosing.preview(picked) if source == PICKED else [],
        "sources": [
            (THEME, _("By theme")),
            (PICKED, _("Pick by hand")),
            (MIX, _("From a shared mix")),
        ],
        "pick_address": _with_drills(reverse("classes:pick", args=[room.public_id]), picked),
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "classes/assign.html", context, status=status)


def _with_drills(path: str, versions: Sequence[DrillVersion]) -> str:
    query = QueryDict(mutable=True)
    query.setlist("drills", [version.drill.public_id for version in versions])
    return f"{path}?{query.urlencode()}" if versions else path


def _chosen(room: Classroom, form: AssignForm) -> list[DrillVersion]:
    cleaned = form.cleaned_data
    if cleaned["source"] == PICKED:
        return choosing.picked_versions(cleaned["drills"])
    if form.mixed is not None:
        return choosing.choose_from_mix(room, form.mixed, cleaned["number"])
    return choosing.choose_versions(room, cleaned["theme"], cleaned["number"])


def _show_preview(request: SiteRequest, room: Classroom, form: AssignForm) -> HttpResponse:
    cleaned = form.cleaned_data
    versions = _chosen(room, form)
    if not versions:
        form.add_error(*_nothing_chosen(cleaned["source"]))
        return _show_choices(request, room, form)
    asked_to_give = request.POST.get("step") == "give"
    terms = form.terms(choosing.default_title(versions))
    context = {
        "classroom": room,
        "form": form,
        "drills": choosing.preview(versions),
        "fewer": cleaned["source"] != PICKED and len(versions) < cleaned["number"],
        "terms": terms,
        "goal": goal_text(terms, len(versions)),
        "opens": _moment(terms.opens_at, room),
        "due": _moment(terms.due_at, room),
        "clock_twice": ClockChange.TWICE in form.clock_changes(),
        "clock_skipped": ClockChange.SKIPPED in form.clock_changes(),
        "none_chosen": asked_to_give,
    }
    return render(request, "classes/assign_preview.html", context, status=422 if asked_to_give else 200)


def _nothing_chosen(source: str) -> tuple[str | None, str]:
    if source == PICKED:
        return None, _("Pick at least one drill.")
    return ("mix" if source == MIX else "theme"), _("There are no drills of this kind.")


def _moment(moment: datetime | None, room: Classroom) -> str:
    return queries.moment_text(moment, room, _language()) if moment else ""


def _give(room: Classroom, form: AssignForm) -> Assignment | None:
    """Give the drills that are ticked, in the order shown; None when none is."""
    versions = choosing.picked_versions(form.cleaned_data["drills"])
    if not versions:
        return None
    terms = form.terms(choosing.default_title(versions))
    return give_drills(room, terms, versions, form.cleaned_data["request_key"])


@require_safe
def pick(request: SiteRequest, public_id: str) -> HttpResponse:
    """Look for drills and tick them; the choice so far stands in the address."""
    room = access.taught_classroom(request, public_id)
    choice = PickerChoice.of(request.GET)
    context = {
        "classroom": room,
        "choice": choice,
        "found": picker_page(room, choice, request.GET.get("page", "1")),
        "themes": choosing.theme_options()[1:],
        "levels": [
            (Level.EASY.value, _("easy")),
            (Level.MEDIUM.value, _("medium")),
            (Level.HARD.value, _("hard")),
        ],
        "most": MOST_DRILLS,
    }
    return render(request, "classes/pick.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SiteRequest, public_id: str) -> HttpResponse:
    """Change title, times, order, feedback and goal of an assignment; the drills stay."""
    given = access.taught_assignment(request, public_id)
    zone = zone_named(given.classroom.time_zone)
    form = EditForm(
        request.POST if request.method == "POST" else None,
        themes=choosing.theme_options(),
        zone=zone,
        initial=_terms_as_typed(given) | _times_as_typed(given),
    )
    if form.is_valid():
        change_terms(given, form.terms(given.title))
        messages.success(request, _("The assignment has been changed."))
        return redirect("classes:assignment", public_id)
    status = 422 if form.is_bound else 200
    return render(request, "classes/edit.html", {"assignment": given, "form": form}, status=status)


def _times_as_typed(given: Assignment) -> dict[str, str]:
    zone = zone_named(given.classroom.time_zone)
    typed: dict[str, str] = {}
    for name, moment in (("opens", given.opens_at), ("due", given.due_at)):
        if moment:
            local = moment.astimezone(zone)
            typed |= {f"{name}_date": f"{local:%Y-%m-%d}", f"{name}_time": f"{local:%H:%M}"}
    return typed


@require_safe
def copy(request: SiteRequest, public_id: str) -> HttpResponse:
    """Choose a class to copy an assignment to; then the form of that class is filled in with it."""
    given = access.taught_assignment(request, public_id)
    to = request.GET.get("to", "")
    if not to:
        classes = queries.classes_for_copies(access.signed_in(request), _language())
        return render(request, "classes/copy.html", {"assignment": given, "classes": classes})
    room = access.taught_classroom(request, to)
    ids = [item.version.drill.public_id for item in queries.items_of(given)]
    versions = choosing.picked_versions(ids)
    if len(versions) < len(ids):
        messages.info(request, _("Drills that are no longer in use have been left out."))
    address = _with_drills(reverse("classes:assign", args=[room.public_id]), versions)
    mark = "&" if versions else "?"
    return redirect(f"{address}{mark}from={PICKED}&copy={given.public_id}")
