"""A lesson for its teachers: the big screen with what moves it on, and the summary afterwards.

The page asks for news in a steady beat. Nothing new is answered with 204, another number of answers with
the number alone, and anything else with the whole screen.
"""

from __future__ import annotations

from functools import lru_cache

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.classes.queries import moment_text, pupils_of
from trainer.lessons import queries, screens, services
from trainer.lessons.access import taught_lesson
from trainer.lessons.models import Lesson
from trainer.lessons.services import Action
from trainer.lessons.summaries import summary_of
from trainer.table.qr import QrCode, qr_code


@require_safe
def screen(request: SiteRequest, public_id: str) -> HttpResponse:
    """The big screen; once the lesson is over, the summary."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    lesson = taught_lesson(request.user, public_id)
    if request.htmx and "at" in request.GET:
        return _news(request, lesson)
    if lesson.is_over:
        return redirect("lessons:summary", public_id)
    return _render_screen(request, lesson)


def _news(request: SiteRequest, lesson: Lesson) -> HttpResponse:
    """What has changed since the page was drawn."""
    if lesson.is_over:
        return _to_summary(request, lesson)
    if request.GET["at"] != str(lesson.step):
        return _render_screen(request, lesson)
    turnout = queries.turnout(lesson)
    if request.GET.get("votes") == turnout.key:
        return HttpResponse(status=204)
    context = {"lesson": lesson, "turnout": turnout, "alone": True}
    response = render(request, "lessons/screen.html#beat", context)
    response["HX-Reswap"] = "none"  # but for the number itself, which is swapped out of band
    return response


def _render_screen(
    request: SiteRequest, lesson: Lesson, problem: str = "", status: int = 200
) -> HttpResponse:
    item = queries.current_item(lesson)
    drills = lesson.items.count()
    shown = lesson.stage == Lesson.Stage.SHOWN
    votes_shown = lesson.stage != Lesson.Stage.OPEN
    counts = queries.counts_of([item]).get((item.pk, item.round), {}) if votes_shown else {}
    context = {
        "lesson": lesson,
        "item": item,
        "drills": drills,
        "page": screens.question_of(item),
        "turnout": queries.turnout(lesson),
        "votes_shown": votes_shown,
        "bars": screens.bars_of(item, counts, show=shown) if votes_shown else (),
        "answer": screens.right_answer(item) if shown else None,
        "by_side": services.asks_for_side(lesson, item),
        "can": services.possible_actions(lesson, drills),
        "code": None if votes_shown else _way_in(request, lesson),
        "problem": problem,
    }
    name = "lessons/screen.html#fragment" if request.htmx else "lessons/screen.html"
    return render(request, name, context, status=status)


def _way_in(request: SiteRequest, lesson: Lesson) -> QrCode:
    """The code that leads a phone to the way in, with the class code filled in."""
    way = reverse("lessons:join", query={"code": lesson.classroom.code})
    return _drawn_code(request.build_absolute_uri(way))


@lru_cache(maxsize=64)
def _drawn_code(address: str) -> QrCode:
    return qr_code(address)


def _to_summary(request: SiteRequest, lesson: Lesson) -> HttpResponse:
    if not request.htmx:
        return redirect("lessons:summary", lesson.public_id)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = reverse("lessons:summary", args=[lesson.public_id])
    return response


@require_POST
def act(request: SiteRequest, public_id: str) -> HttpResponse:
    """Close the vote, show the answer, go on: whatever the page of that step offers."""
    here = reverse("lessons:screen", args=[public_id])
    if not isinstance(request.user, User):
        return redirect_to_login(here)
    lesson = taught_lesson(request.user, public_id)
    step = request.POST.get("step", "")
    try:
        services.act(lesson, request.POST.get("action", ""), int(step) if step.isdecimal() else -1)
    except services.Stale:
        return _moved_on(request, lesson)
    except services.AnotherRuns:
        messages.info(request, _("The class is in another lesson now. End that one first."))
        return redirect("lessons:summary", public_id)
    if lesson.is_over:
        return _to_summary(request, lesson)
    return _render_screen(request, lesson) if request.htmx else redirect(here)


def _moved_on(request: SiteRequest, lesson: Lesson) -> HttpResponse:
    """Nothing was done; the lesson as it stands now."""
    lesson.refresh_from_db()
    said = _(
        "The lesson had moved on before that, in another tab or by another click. This is how it stands."
    )
    if lesson.is_over:
        messages.info(request, _("The lesson is over."))
        return _to_summary(request, lesson)
    return _render_screen(request, lesson, said, status=409)


@require_safe
def summary(request: SiteRequest, public_id: str) -> HttpResponse:
    """How the class voted, drill by drill, and for its teachers alone who voted what."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    lesson = taught_lesson(request.user, public_id)
    if not lesson.is_over:
        return redirect("lessons:screen", public_id)
    language = get_language() or "nb"
    context = {
        "lesson": lesson,
        "summary": summary_of(lesson, pupils_of(lesson.classroom, language)),
        "started": moment_text(lesson.started_at, lesson.classroom, language),
        "reopen": Action.REOPEN,
    }
    return render(request, "lessons/summary.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: SiteRequest, public_id: str) -> HttpResponse:
    """Ask, then delete a lesson with its votes."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    lesson = taught_lesson(request.user, public_id)
    if request.method == "POST":
        services.delete_lesson(lesson)
        messages.success(request, _("The lesson and its votes have been deleted."))
        return redirect("classes:classroom", lesson.classroom.public_id)
    return render(request, "lessons/delete.html", {"lesson": lesson})
