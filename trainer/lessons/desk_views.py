"""A lesson for its pupils, each on a device of their own: the way in, the drill, and the vote.

The device asks for news in a steady beat, and hears 204 as long as there is none. Votes of others and
the answer are not in a page before the teacher has shown them.
"""

from __future__ import annotations

from dataclasses import replace

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.accounts.services import learner_key
from trainer.accounts.symbols import read_symbols
from trainer.classes.codes import CODE_LENGTH
from trainer.classes.limits import WRONG_CODES
from trainer.classes.models import Classroom
from trainer.drills.judging import UnknownChoice
from trainer.drills.refusals import refusal
from trainer.drills.voice import Sentence, say
from trainer.lessons import queries, screens, services
from trainer.lessons.access import attended_lesson, taught_lesson
from trainer.lessons.models import Lesson, LessonItem
from trainer.lessons.queries import AtDesk, running_lessons_of
from trainer.lessons.summaries import own_cells


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: SiteRequest) -> HttpResponse:
    """The way in: the lesson that is running in a class of one's own, or the class by its code."""
    if request.method == "POST":
        return _by_code(request)
    running = running_lessons_of(request.user) if isinstance(request.user, User) else []
    if len(running) == 1:
        return _into(request, running[0])
    if request.htmx and not running:
        return HttpResponse(status=204)
    typed = request.GET.get("code", "")[:40]
    return render(request, "lessons/join.html", {"running": running, "typed": typed})


def _by_code(request: SiteRequest) -> HttpResponse:
    """Pupils of the class go to its lesson; others sign in or join the class first, with the same code."""
    typed = request.POST.get("code", "")[:40]
    who = learner_key(request)
    if WRONG_CODES.reached(who):
        said = _("You have tried many codes in a short time. Wait a minute and try again.")
        return _ask_again(request, typed, said, 429)
    code = read_symbols(typed)
    room = Classroom.objects.filter(code=code, archived_at=None).first() if len(code) == CODE_LENGTH else None
    if room is None:
        WRONG_CODES.count(who)
        return _ask_again(request, typed, _("No class has this code. Check the code and try again."), 422)
    if not isinstance(request.user, User) and room.pupils.exists():
        return redirect("classes:sign_in", room.public_id)  # from there newcomers go on to join
    if not isinstance(request.user, User) or not room.pupils.filter(learner__user=request.user).exists():
        return redirect(reverse("classes:join", query={"code": room.code}))
    lesson = queries.running_lesson(room)
    if lesson is None:
        return _ask_again(request, typed, _("The class has no lesson now. Wait for your teacher."), 409)
    return redirect("lessons:desk", lesson.public_id)


def _ask_again(request: SiteRequest, typed: str, error: str, status: int) -> HttpResponse:
    return render(request, "lessons/join.html", {"typed": typed, "error": error}, status=status)


def _into(request: SiteRequest, lesson: Lesson) -> HttpResponse:
    if not request.htmx:
        return redirect("lessons:desk", lesson.public_id)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = reverse("lessons:desk", args=[lesson.public_id])
    return response


@require_safe
def now(request: SiteRequest, classroom: str) -> HttpResponse:
    """What a pupil's page of the class asks for in a slow beat: whether a lesson has begun or ended."""
    if not isinstance(request.user, User):
        raise Http404
    running = queries.running_lesson_of_pupil(request.user, classroom)
    if running is None:
        raise Http404
    if not request.htmx:
        return redirect("classes:classroom", classroom)
    if request.GET.get("at", "") == running:
        return HttpResponse(status=204)
    return render(request, "lessons/_now.html", {"running": running, "classroom": classroom})


@require_safe
def desk(request: SiteRequest, public_id: str) -> HttpResponse:
    """The lesson on a pupil's device; teachers are taken to the big screen, signed-out pupils to sign in."""
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("lessons:desk", args=[public_id]))
    lesson = Lesson.objects.filter(public_id=public_id).select_related("classroom").first()
    found = queries.at_desk(lesson, request.user) if lesson else None
    if lesson is None or found is None:
        taught_lesson(request.user, public_id)
        return redirect("lessons:screen", public_id)
    services.note_presence(lesson, found)
    if request.htmx and request.GET.get("at") == found.key(lesson):
        return HttpResponse(status=204)
    return _render_desk(request, lesson, found)


@require_POST
def vote(request: SiteRequest, public_id: str) -> HttpResponse:
    """Answer the drill that stands, or change the answer while the vote is open."""
    here = reverse("lessons:desk", args=[public_id])
    if not isinstance(request.user, User):
        return redirect_to_login(here)
    lesson, found = attended_lesson(request.user, public_id)
    at, key = request.POST.get("at", ""), request.POST.get("choice", "")
    try:
        cast = services.cast_vote(lesson, found.membership, at, key)
    except services.Stale:
        return _too_late(request, lesson)
    except UnknownChoice:
        item = queries.current_item(lesson)
        return _render_desk(request, lesson, found, refusal(item.version, key), 422)
    if not request.htmx:
        return redirect(here)
    return _render_desk(request, lesson, replace(found, choice=cast.choice), fresh=True)


def _too_late(request: SiteRequest, lesson: Lesson) -> HttpResponse:
    """Nothing was stored; the lesson as it stands now."""
    assert isinstance(request.user, User)
    lesson, found = attended_lesson(request.user, lesson.public_id)
    said = say(_("The vote on that drill was over, so the answer was not stored."))
    return _render_desk(request, lesson, found, (said,), 409)


def _render_desk(  # noqa: PLR0913, PLR0917 - a page: whose, of what, and what came of the vote
    request: SiteRequest,
    lesson: Lesson,
    found: AtDesk,
    problem: tuple[Sentence, ...] = (),
    status: int = 200,
    fresh: bool = False,
) -> HttpResponse:
    context: dict[str, object] = {
        "lesson": lesson,
        "desk": found,
        "key": found.key(lesson),
        "problem": problem,
        "fresh": fresh,
    }
    if lesson.is_over:
        context["rows"] = own_cells(lesson, found.membership)
    elif not lesson.paused:
        context |= _drill(lesson, queries.current_item(lesson), found.choice)
    name = "lessons/desk.html#fragment" if request.htmx else "lessons/desk.html"
    return render(request, name, context, status=status)


def _drill(lesson: Lesson, item: LessonItem, choice: str) -> dict[str, object]:
    """The drill as it may be seen at this stage."""
    shown: dict[str, object] = {
        "item": item,
        "at": services.vote_key(item),
        "page": screens.question_of(item),
        "by_side": services.asks_for_side(lesson, item),
        "own": screens.own_vote(choice),
    }
    if lesson.stage == Lesson.Stage.SHOWN:
        counts = queries.counts_of([item]).get((item.pk, item.round), {})
        shown |= {
            "bars": screens.bars_of(item, counts, show=True),
            "answer": screens.right_answer(item),
            "told": screens.told_after(item, choice),
        }
    return shown
