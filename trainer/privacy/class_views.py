"""Deleting a class, or a pupil's account that the class holds; for the teachers of the class alone."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest
from trainer.classes.access import taught_classroom, taught_pupil
from trainer.privacy import deleting
from trainer.privacy.forms import PupilsForm
from trainer.privacy.tickets import is_ticket_of, write_ticket


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def delete_class(request: SiteRequest, public_id: str) -> HttpResponse:
    """Say what goes, ask what becomes of the pupils' accounts, and delete."""
    about = f"class {public_id}"
    try:
        room = taught_classroom(request, public_id)
    except Http404:
        return _gone_already(request, about, _("The class had been deleted already."))
    held = deleting.held_accounts([room]).count()
    sent = request.method == "POST" and is_ticket_of(request, about)
    form = PupilsForm(request.POST if sent else None, held=held)
    if sent and form.is_valid():
        name = room.name
        deleting.delete_classroom(room, form.choice())
        messages.success(request, _("The class %(name)s has been deleted.") % {"name": name})
        return redirect("classes:index")
    context = {
        "classroom": room,
        "form": form,
        "held": held,
        "pupils": room.pupils.count(),
        "other_teachers": room.teachers.exclude(user=request.user.pk).count(),
        "ticket": write_ticket(request, about),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "privacy/delete_class.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def delete_pupil(request: SiteRequest, public_id: str, pupil: str) -> HttpResponse:
    """Delete a pupil's account with everything of the pupil's, where the class holds it."""
    about = f"pupil {pupil}"
    try:
        member = taught_pupil(request, public_id, pupil)
    except Http404:
        return _gone_already(request, about, _("The account had been deleted already."), public_id)
    may = deleting.may_delete_account(member)
    if request.method == "POST" and may and is_ticket_of(request, about):
        name = member.display_name
        deleting.delete_pupil(member)
        said = _("The account of %(name)s has been deleted, with all answers.") % {"name": name}
        messages.success(request, said)
        return redirect("classes:classroom", public_id)
    context = {
        "membership": member,
        "may_delete": may,
        "answers": member.learner.attempts.count(),
        "ticket": write_ticket(request, about),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "privacy/delete_pupil.html", context, status=status)


def _gone_already(request: SiteRequest, about: str, said: str, classroom: str = "") -> HttpResponse:
    """A form sent twice finds nothing the second time; strangers have no such form and get 404."""
    if request.method != "POST" or not is_ticket_of(request, about):
        raise Http404
    messages.info(request, said)
    return redirect("classes:classroom", classroom) if classroom else redirect("classes:index")
