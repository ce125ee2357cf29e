"""The teachers of a class: who they are, inviting, leaving, removing, handing over."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest, signed_in_user
from trainer.accounts.models import User
from trainer.accounts.names import plain_user_name
from trainer.accounts.roles import is_teacher
from trainer.classes import access
from trainer.classes import teachers as teaching
from trainer.classes.models import Classroom, ClassTeacher

type Step = Callable[[SiteRequest, Classroom], HttpResponse | None]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def teachers(request: SiteRequest, public_id: str) -> HttpResponse:
    """The teachers of a class; every change is a POST that says which step it is."""
    room = access.taught_classroom(request, public_id)
    if request.method != "POST":
        return _show(request, room)
    step = request.POST.get("step", "")
    if step == "leave":
        return _leave(request, room)
    if step not in _OWNERS_STEPS:
        return _show(request, room, status=422)
    if not teaching.is_owner(room, signed_in_user(request)):
        messages.error(request, _("Only the owner of the class decides who teaches it."))
        return redirect("classes:teachers", public_id)
    return _OWNERS_STEPS[step](request, room) or redirect("classes:teachers", public_id)


def _show(
    request: SiteRequest, room: Classroom, *, link: str = "", error: str = "", status: int = 200
) -> HttpResponse:
    rows = teaching.teachers_of(room)
    me = next(row for row in rows if row.user_id == signed_in_user(request).pk)
    context = {
        "classroom": room,
        "teachers": rows,
        "me": me,
        "invitations": teaching.open_invitations(room) if me.is_owner else (),
        "days": teaching.INVITATION_LASTS.days,
        "link": link,
        "typed": request.POST.get("name", "")[:254],
        "error": error,
    }
    return render(request, "classes/teachers.html", context, status=status)


def _invite_by_link(request: SiteRequest, room: Classroom) -> HttpResponse | None:
    """The link is the answer to the POST: it is stored nowhere."""
    try:
        key = teaching.invite_by_link(room, signed_in_user(request))
    except teaching.TooManyInvitations:
        return _show(request, room, error=_too_many(), status=422)
    return _show(request, room, link=request.build_absolute_uri(reverse("classes:invitation", args=[key])))


def _invite_by_name(request: SiteRequest, room: Classroom) -> HttpResponse | None:
    name = plain_user_name(request.POST.get("name", ""))
    if not name or len(name) > 254 or not name.isprintable():
        return _show(request, room, error=_("Write a user name or an e-mail address."), status=422)
    try:
        teaching.invite_by_name(room, signed_in_user(request), name)
    except teaching.TooManyInvitations:
        return _show(request, room, error=_too_many(), status=422)
    said = _("The invitation is stored. Whoever signs in as %(name)s finds it among the classes.")
    messages.success(request, said % {"name": name})
    return None


def _too_many() -> str:
    return _("The class has too many open invitations. Take one back first.")


def _withdraw(request: SiteRequest, room: Classroom) -> HttpResponse | None:
    teaching.open_invitations(room).filter(public_id=request.POST.get("invitation", "-")[:16]).delete()
    messages.success(request, _("The invitation has been taken back."))
    return None


def _leave(request: SiteRequest, room: Classroom) -> HttpResponse:
    user = signed_in_user(request)
    if teaching.is_owner(room, user):
        messages.error(request, _("You own the class. Hand it over first, then you can leave."))
        return redirect("classes:teachers", room.public_id)
    if "sure" not in request.POST:
        return _ask(request, room, "leave")
    teaching.leave(room, user)
    messages.success(request, _("You no longer teach %(room)s.") % {"room": room.name})
    return redirect("classes:index")


def _remove(request: SiteRequest, room: Classroom) -> HttpResponse | None:
    row = _chosen(request, room)
    if row is not None and "sure" not in request.POST:
        return _ask(request, room, "remove", row)
    name = teaching.remove_teacher(room, row.pk) if row else None
    if name is None:
        messages.info(request, _("That teacher was no longer in the class."))
    else:
        messages.success(request, _("%(name)s no longer teaches the class.") % {"name": name})
    return None


def _hand_over(request: SiteRequest, room: Classroom) -> HttpResponse | None:
    row = _chosen(request, room)
    if row is not None and "sure" not in request.POST:
        return _ask(request, room, "hand_over", row)
    name = teaching.hand_over(room, signed_in_user(request), row.pk) if row else None
    if name is None:
        messages.info(request, _("That teacher was no longer in the class."))
    else:
        messages.success(request, _("%(name)s owns the class now.") % {"name": name})
    return None


def _chosen(request: SiteRequest, room: Classroom) -> ClassTeacher | None:
    number = request.POST.get("teacher", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 16):
        return None
    return room.teachers.filter(pk=int(number), is_owner=False).select_related("user").first()


def _ask(request: SiteRequest, room: Classroom, step: str, row: ClassTeacher | None = None) -> HttpResponse:
    """Say what would happen, before it does."""
    return render(request, "classes/teacher_sure.html", {"classroom": room, "step": step, "row": row})


_OWNERS_STEPS: dict[str, Step] = {
    "link": _invite_by_link,
    "name": _invite_by_name,
    "withdraw": _withdraw,
    "remove": _remove,
    "hand_over": _hand_over,
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invitation(request: SiteRequest, key: str) -> HttpResponse:
    """An invitation to teach: what it is for, and the answer. Whether there is one is told after sign-in."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    found = teaching.invitation_with(key, request.user)
    if found is None:
        raise Http404
    if not is_teacher(request.user):
        return render(request, "classes/not_a_teacher.html", status=403)
    if request.method != "POST":
        return render(request, "classes/invitation.html", {"invitation": found, "key": key})
    if request.POST.get("step") == "decline":
        found.delete()
        messages.success(request, _("You have declined the invitation."))
        return redirect("classes:index")
    try:
        room = teaching.accept(found, request.user)
    except teaching.IsPupil:
        messages.error(request, _("You are a pupil of this class, so you cannot teach it."))
        return redirect("classes:index")
    messages.success(request, _("You teach %(room)s now.") % {"room": room.name})
    return redirect("classes:classroom", room.public_id)
