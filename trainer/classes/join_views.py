"""Joining a class: first the code, then one's name in the class. No e-mail and no password."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.accounts.services import ensure_guest, learner_key, remember_guest
from trainer.accounts.symbols import read_symbols
from trainer.classes import services
from trainer.classes.codes import CODE_LENGTH
from trainer.classes.forms import NicknameForm
from trainer.classes.limits import NEWCOMERS, WRONG_CODES
from trainer.classes.models import Classroom, ClassTeacher, Membership


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: SiteRequest) -> HttpResponse:
    """One address for both steps; a link may bring the code along."""
    ensure_guest(request)
    return remember_guest(request, _join(request))


def _join(request: SiteRequest) -> HttpResponse:
    typed = (request.POST if request.method == "POST" else request.GET).get("code", "")[:40]
    if not typed.strip() and request.method != "POST":
        return _ask_code(request)
    who = learner_key(request)
    if WRONG_CODES.reached(who):
        reason = _("You have tried many codes in a short time. Wait a minute and try again.")
        return _ask_code(request, typed, reason, status=429)
    code = read_symbols(typed)
    room = Classroom.objects.filter(code=code, archived_at=None).first() if len(code) == CODE_LENGTH else None
    if room is None:
        WRONG_CODES.count(who)
        return _ask_code(request, typed, _wrong_code(typed), status=422)
    return _belongs(request, room) or _ask_name(request, room)


def _wrong_code(typed: str) -> str:
    if not typed.strip():
        return _("Write the class code.")
    return _("There is no class with the code %(code)s. Check the code and try again.") % {
        "code": typed.strip()
    }


def _ask_code(request: SiteRequest, typed: str = "", error: str = "", status: int = 200) -> HttpResponse:
    return render(request, "classes/join_code.html", {"typed": typed, "error": error}, status=status)


def _belongs(request: SiteRequest, room: Classroom) -> HttpResponse | None:
    """Pupils and teachers of the class are taken there."""
    if not isinstance(request.user, User):
        return None
    if (
        Membership.objects.filter(classroom=room, learner__user=request.user).exists()
        or ClassTeacher.objects.filter(classroom=room, user=request.user).exists()
    ):
        messages.info(request, _("You are in the class %(name)s already.") % {"name": room.name})
        return redirect("classes:classroom", room.public_id)
    return None


def _ask_name(request: SiteRequest, room: Classroom) -> HttpResponse:
    """The second step; the first one arrives here without a name."""
    answered = request.method == "POST" and "name" in request.POST
    form = NicknameForm(request.POST if answered else None, initial={"code": room.code})
    if form.is_valid():
        done = _enter(request, room, form)
        if done is not None:
            return done
    status = 200
    if form.is_bound:
        status = 429 if form.has_error("name", "crowd") else 422
    return render(request, "classes/join_name.html", {"form": form, "classroom": room}, status=status)


def _enter(request: SiteRequest, room: Classroom, form: NicknameForm) -> HttpResponse | None:
    """Join and go on, or put on the form why not."""
    name, key = form.cleaned_data["name"], form.cleaned_data["request_key"]
    if NEWCOMERS.reached(room.code):
        form.add_error("name", form.crowd())
        return None
    try:
        if isinstance(request.user, User):
            services.join_as_learner(room, request.user, name, key)
            messages.success(request, _("You have joined the class %(name)s.") % {"name": room.name})
            response: HttpResponse = redirect("classes:classroom", room.public_id)
        else:
            response = _enter_as_new(request, room, name, key)
    except services.NameTaken:
        form.add_error("name", _("Another pupil in the class has this name. Add a letter."))
        return None
    except services.ClassFull:
        form.add_error("name", _("The class is full. Tell your teacher."))
        return None
    NEWCOMERS.count(room.code)
    return response


@sensitive_variables("given")
def _enter_as_new(request: SiteRequest, room: Classroom, name: str, key: uuid.UUID) -> HttpResponse:
    """Sign the new pupil in and show the code: the answer to the POST, so that it is stored nowhere."""
    given = services.join_as_new_pupil(room, name, get_language() or "nb", key)
    login(request, given.user)
    return render(request, "classes/code.html", {"given": given, "for_teacher": False})
