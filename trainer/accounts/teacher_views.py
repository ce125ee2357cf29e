"""The page on teaching: what the account may do already, and asking the owner for more."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from trainer.accounts import roles, teacher_requests
from trainer.accounts.forms import TeacherRequestForm
from trainer.accounts.http import SiteRequest, signed_in_user


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def teaching(request: SiteRequest) -> HttpResponse:
    """Who has no confirmed address is told to get one; who has may ask; who has asked sees how it stands."""
    user = signed_in_user(request)
    asked = teacher_requests.request_of(user)
    open_to = roles.has_confirmed_address(user) and not roles.is_approved_teacher(user)
    posted = request.method == "POST"
    given = {"school": asked.school, "reason": asked.reason} if asked else {}
    form = TeacherRequestForm(request.POST if posted else None, initial=given)
    if posted and open_to and form.is_valid():
        teacher_requests.ask(user, form.cleaned_data["school"], form.cleaned_data["reason"])
        messages.success(request, _("Your request has been sent. The answer comes by e-mail."))
        return redirect("account_teacher")
    status = (422 if open_to else 403) if posted else 200
    context = {
        "form": form,
        "asked": asked,
        "open_to": open_to,
        "approved": roles.is_approved_teacher(user),
        "pupils": roles.PUPILS_BEFORE_APPROVAL,
    }
    return render(request, "accounts/teaching.html", context, status=status)
