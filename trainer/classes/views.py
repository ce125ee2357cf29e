"""Pages of classes: the list, a class for its teachers and its pupils, and a pupil for the teachers."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.accounts.roles import is_teacher
from trainer.classes import access, queries, services
from trainer.classes.forms import ClassroomForm, RenameForm, clean_name
from trainer.classes.models import NAME_LENGTH, Classroom, Membership
from trainer.classes.teachers import invitations_to


def _language() -> str:
    return get_language() or "nb"


@require_safe
def index(request: SiteRequest) -> HttpResponse:
    """The reader's classes, taught and attended; for others what classes are for and how to join."""
    if not isinstance(request.user, User):
        return render(request, "classes/welcome.html")
    archived = "archived" in request.GET
    page, language = request.GET.get("page", "1"), _language()
    sought = clean_name(request.GET.get("q", "")[:NAME_LENGTH])
    taught = queries.taught_classes(request.user, language, page, archived=archived, sought=sought)
    context = {
        "may_teach": is_teacher(request.user),
        "taught": taught,
        "sought": sought,
        "found": queries.sought_pupils(request.user, sought, language) if sought else (),
        "searchable": bool(sought) or taught.page.has_other_pages(),
        "invitations": invitations_to(request.user),
        "archived": archived,
        "archived_count": queries.archived_count(request.user),
        "attended": queries.own_classes(request.user, language),
    }
    return render(request, "classes/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: SiteRequest) -> HttpResponse:
    """Make a class; who may not yet is told how."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    if not is_teacher(request.user):
        return render(request, "classes/not_a_teacher.html", status=403)
    form = ClassroomForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        cleaned = form.cleaned_data
        classroom = services.create_classroom(request.user, cleaned["name"], cleaned["request_key"])
        messages.success(request, _("The class %(name)s has been made.") % {"name": classroom.name})
        return redirect("classes:classroom", classroom.public_id)
    return render(request, "classes/create.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
def classroom(request: SiteRequest, public_id: str) -> HttpResponse:
    """The class as its teachers see it, or as one of its pupils does."""
    room = get_object_or_404(Classroom, public_id=public_id)
    if access.is_teacher_of(request, room):
        pupils = queries.pupils_of(room, _language())
        context = {
            "classroom": room,
            "pupils": pupils,
            "assignments": queries.given_assignments(room, _language()),
        }
        return render(request, "classes/classroom.html", context)
    member = access.membership_in(request, public_id)
    user = access.signed_in(request)
    context = {"membership": member, "assignments": queries.own_assignments(user, room, _language())}
    return render(request, "classes/own_classroom.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def archive(request: SiteRequest, public_id: str) -> HttpResponse:
    """Ask, then put a class away."""
    room = access.taught_classroom(request, public_id)
    if request.method != "POST":
        return render(request, "classes/archive.html", {"classroom": room, "days": settings.KEEP_ARCHIVED})
    services.archive_classroom(room)
    messages.success(request, _("The class %(name)s has been archived.") % {"name": room.name})
    return redirect("classes:index")


@require_POST
def restore(request: SiteRequest, public_id: str) -> HttpResponse:
    """Take a class back into use."""
    room = access.taught_classroom(request, public_id)
    services.restore_classroom(room)
    messages.success(request, _("The class %(name)s is in use again.") % {"name": room.name})
    return redirect("classes:classroom", public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def change_code(request: SiteRequest, public_id: str) -> HttpResponse:
    """Ask, then give the class a new code. The form sent twice gives one: it names the code it replaces."""
    room = access.taught_classroom(request, public_id)
    old = request.POST.get("old", "")
    if not old:
        status = 422 if request.method == "POST" else 200
        return render(request, "classes/change_code.html", {"classroom": room}, status=status)
    services.change_code(room, old)
    messages.success(request, _("The class has a new code. The old one no longer works."))
    return redirect("classes:classroom", public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def pupil(request: SiteRequest, public_id: str, pupil: str) -> HttpResponse:
    """One pupil for the teachers: name in the class, user name, and what can be done."""
    member = access.taught_pupil(request, public_id, pupil)
    initial = {"name": member.display_name}
    form = RenameForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        try:
            services.rename_pupil(member, form.cleaned_data["name"])
        except services.NameTaken:
            form.add_error("name", _("Another pupil in the class has this name. Add a letter."))
        else:
            messages.success(request, _("The name has been changed."))
            return redirect("classes:pupil", public_id, pupil)
    context = {"membership": member, "form": form}
    return render(request, "classes/pupil.html", context, status=422 if form.is_bound else 200)


@require_POST
@never_cache
@sensitive_variables("given")
def new_code(request: SiteRequest, public_id: str, pupil: str) -> HttpResponse:
    """Give a pupil a new word code and show it this once, as the answer to the POST."""
    member = access.taught_pupil(request, public_id, pupil)
    if not member.account_made_here:
        return _refuse_code(request, member)
    given = services.give_new_code(member, _language())
    return render(request, "classes/code.html", {"given": given, "for_teacher": True})


def _refuse_code(request: SiteRequest, member: Membership) -> HttpResponse:
    messages.error(request, _("This pupil has an account of their own and chooses the password there."))
    return redirect("classes:pupil", member.classroom.public_id, member.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def remove_pupil(request: SiteRequest, public_id: str, pupil: str) -> HttpResponse:
    """Ask, then take a pupil out of the class."""
    room = access.taught_classroom(request, public_id)
    if request.method == "POST":
        name = services.remove_pupil(room, pupil)
        if name is None:
            messages.info(request, _("The pupil was no longer in the class."))
        else:
            messages.success(request, _("%(name)s has been taken out of the class.") % {"name": name})
        return HttpResponseRedirect(_class_address(room))
    member = access.taught_pupil(request, public_id, pupil)
    return render(request, "classes/remove_pupil.html", {"membership": member})


def _class_address(room: Classroom) -> str:
    return redirect("classes:classroom", room.public_id)["Location"]
