"""Beginning a lesson: which drills, looked through first or not."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.classes import access
from trainer.classes.choosing import preview
from trainer.classes.models import Classroom
from trainer.drills.models import DrillVersion
from trainer.lessons import choosing, queries, services
from trainer.lessons.forms import StartForm
from trainer.lessons.models import Lesson

_PREVIEW, _TICKED = "preview", "ticked"


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: SiteRequest, classroom: str) -> HttpResponse:
    """Choose drills, look through them if wanted, and begin. Nothing is stored before."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    room = access.taught_classroom(request, classroom)
    if room.archived_at is not None:
        messages.info(request, _("The class is archived. Take it back into use first."))
        return redirect("classes:classroom", classroom)
    running = queries.running_lesson(room)
    if running is not None and request.method != "POST":
        return _is_running(request, running)
    form = StartForm(
        request.POST if request.method == "POST" else None,
        sources=choosing.source_options(room),
        initial={"source": request.GET.get("source", "")},
    )
    step = request.POST.get("step")
    if not form.is_bound or not form.is_valid() or step == "change":
        return _show_choices(request, room, form)
    if step in {_PREVIEW, _TICKED}:
        return _go_through(request, room, form, step)
    return _begin(request, room, form, _chosen(room, form))


def _chosen(room: Classroom, form: StartForm) -> list[DrillVersion]:
    return choosing.chosen_versions(
        room, form.cleaned_data["source"], form.cleaned_data["number"], form.mixed
    )


def _go_through(request: SiteRequest, room: Classroom, form: StartForm, step: str) -> HttpResponse:
    """Show the drills with a tick each, or begin with those that are ticked."""
    if step == _TICKED:
        cleaned = form.cleaned_data
        ticked = choosing.ticked_versions(room, cleaned["source"], cleaned["drills"])
        if ticked:
            return _begin(request, room, form, ticked)
    versions = _chosen(room, form)
    if not versions:
        return _none_there(request, room, form)
    context = {
        "classroom": room,
        "form": form,
        "drills": preview(versions),
        "title": choosing.title_of(room, form.cleaned_data["source"], versions, form.mixed),
        "none_chosen": step == _TICKED,
    }
    return render(request, "lessons/start_preview.html", context, status=422 if step == _TICKED else 200)


def _begin(
    request: SiteRequest, room: Classroom, form: StartForm, versions: list[DrillVersion]
) -> HttpResponse:
    if not versions:
        return _none_there(request, room, form)
    cleaned = form.cleaned_data
    title = choosing.title_of(room, cleaned["source"], versions, form.mixed)
    teacher = access.signed_in(request)
    try:
        lesson = services.start_lesson(room, teacher, title, versions, cleaned["request_key"], form.by_side)
    except services.AnotherRuns:
        running = queries.running_lesson(room)
        return _is_running(request, running) if running else _show_choices(request, room, form)
    return redirect("lessons:screen", lesson.public_id)


def _none_there(request: SiteRequest, room: Classroom, form: StartForm) -> HttpResponse:
    form.add_error("source", _("There are no drills of this kind that a lesson can use."))
    return _show_choices(request, room, form)


def _is_running(request: SiteRequest, lesson: Lesson) -> HttpResponse:
    messages.info(request, _("The class is in this lesson already."))
    return redirect("lessons:screen", lesson.public_id)


def _show_choices(request: SiteRequest, room: Classroom, form: StartForm) -> HttpResponse:
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "lessons/start.html", {"classroom": room, "form": form}, status=status)
