"""Moving pupils, in three steps: which classes, which pupils, and what that comes to."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.accounts.roles import is_approved_teacher, is_teacher
from trainer.classes import moving
from trainer.classes.forms import clean_name
from trainer.classes.models import NAME_LENGTH, Classroom
from trainer.classes.moving import Target, Wish
from trainer.classes.queries import classes_for_copies
from trainer.classes.services import ClassFull

_AS_CLASS = "as-class"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The classes of the first step: the reader's own, those to move from, and those to move to."""

    own: list[Classroom]
    sources: list[Classroom]
    targets: tuple[Target, ...]
    new_names: str
    error: str


@require_http_methods(["GET", "HEAD", "POST"])
def move(request: SiteRequest) -> HttpResponse:
    """Every step is a POST to the same address, but the first."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.get_full_path())
    if not is_teacher(user):
        return render(request, "classes/not_a_teacher.html", status=403)
    given = request.POST if request.method == "POST" else request.GET
    chosen = _chosen(user, given)
    step = request.POST.get("step", "")
    if request.method != "POST" or step == "classes":
        return _ask_classes(request, user, chosen)
    if chosen.error:
        return _ask_classes(request, user, chosen, status=422)
    if step == "pupils":
        return _ask_pupils(request, user, chosen)
    return _do(request, user, chosen) if step == "move" else _preview(request, user, chosen)


def _language() -> str:
    return get_language() or "nb"


def _chosen(user: User, given: QueryDict) -> Chosen:
    own = classes_for_copies(user, _language())
    sources = [room for room in own if room.public_id in given.getlist("from")]
    there = [Target(room.public_id, room.name, room) for room in own if room.public_id in given.getlist("to")]
    typed = given.get("new", "")[:1000]
    names = list(dict.fromkeys(filter(None, map(clean_name, typed.splitlines()))))
    new = [Target(f"new-{number}", name) for number, name in enumerate(names)]
    return Chosen(own, sources, (*there, *new), typed, _problem(user, sources, there, new))


def _problem(user: User, sources: list[Classroom], there: list[Target], new: list[Target]) -> str:
    """What is wrong with the choice of classes, or nothing."""
    if not sources:
        return _("Choose at least one class to move pupils from.")
    if not there and not new:
        return _("Choose at least one class to move pupils to, or write the name of a new one.")
    if any(len(target.name) > NAME_LENGTH for target in new):
        return _("The name of a class has at most %(most)s characters.") % {"most": NAME_LENGTH}
    if len(sources) > 1 and not is_approved_teacher(user):
        return _("You can move pupils from one class at a time until you are approved as a teacher.")
    if len(sources) > moving.MOST_SOURCES or len(there) + len(new) > moving.MOST_TARGETS:
        return _("Choose at most %(sources)s classes to move from and %(targets)s to move to.") % {
            "sources": moving.MOST_SOURCES,
            "targets": moving.MOST_TARGETS,
        }
    return ""


def _ask_classes(request: SiteRequest, user: User, chosen: Chosen, status: int = 200) -> HttpResponse:
    ticked_to = {target.key for target in chosen.targets}
    ticked_from = {room.public_id for room in chosen.sources}
    rows = [(room, room.public_id in ticked_from, room.public_id in ticked_to) for room in chosen.own]
    context = {
        "rows": rows,
        "new_names": chosen.new_names,
        "error": chosen.error if status == 422 else "",
        "approved": is_approved_teacher(user),
    }
    return render(request, "classes/move_classes.html", context, status=status)


def _ask_pupils(
    request: SiteRequest, user: User, chosen: Chosen, error: str = "", status: int = 200
) -> HttpResponse:
    pupils = moving.pupils_in(user, chosen.sources, _language())
    data, only = request.POST, chosen.targets[0].key if len(chosen.targets) == 1 else ""
    groups = [
        (
            room,
            data.get(f"class-{room.public_id}", only),
            [
                (row, data.get(f"pupil-{row.public_id}", _AS_CLASS))
                for row in pupils
                if row.classroom_id == room.pk
            ],
        )
        for room in chosen.sources
    ]
    context = {"choice": chosen, "groups": groups, "key": uuid.uuid4(), "error": error}
    context |= {"keep": data.get("old") == "keep", "archive": "archive" in data}
    return render(request, "classes/move_pupils.html", context, status=status)


def _wish(request: SiteRequest, user: User, chosen: Chosen) -> Wish:
    """Each pupil's target: the pupil's own choice, or that of the class."""
    data = request.POST
    by_pupil = {}
    for row in moving.pupils_in(user, chosen.sources, _language()):
        own = data.get(f"pupil-{row.public_id}", _AS_CLASS)
        whole = data.get(f"class-{row.classroom.public_id}", "")
        by_pupil[row.public_id] = whole if own == _AS_CLASS else own
    return Wish(chosen.targets, by_pupil, data.get("old") == "keep", "archive" in data)


def _preview(request: SiteRequest, user: User, chosen: Chosen) -> HttpResponse:
    """What would happen, with everything chosen along as hidden fields."""
    plan = moving.plan_moves(user, _wish(request, user, chosen), _language())
    error = ""
    if not plan.moves:
        error = _("Choose a class for at least one pupil.")
    elif len(plan.moves) > moving.MOST_PUPILS:
        error = _("Move at most %(most)s pupils at a time.") % {"most": moving.MOST_PUPILS}
    elif plan.too_full:
        target, most = plan.too_full[0]
        error = _("%(room)s would have more than %(most)s pupils.") % {"room": target.name, "most": most}
    if error:
        return _ask_pupils(request, user, chosen, error, status=422)
    fields = [
        (name, value)
        for name in request.POST
        if name not in {"csrfmiddlewaretoken", "step"}
        for value in request.POST.getlist(name)
    ]
    context = {"plan": plan, "fields": fields, "keep": request.POST.get("old") == "keep"}
    return render(request, "classes/move_preview.html", context | {"archive": "archive" in request.POST})


def _do(request: SiteRequest, user: User, chosen: Chosen) -> HttpResponse:
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return _preview(request, user, chosen)
    try:
        plan = moving.carry_out(user, _wish(request, user, chosen), key, _language())
    except ClassFull:
        return _preview(request, user, chosen)
    if plan is None:
        messages.info(request, _("These pupils have been moved already."))
    else:
        said = ngettext("%(n)s pupil has been moved.", "%(n)s pupils have been moved.", len(plan.moves))
        messages.success(request, said % {"n": len(plan.moves)})
    return redirect("classes:index")
