"""My data: what is held, a file with all of it, and deleting oneself, as a guest or with an account."""

from __future__ import annotations

from allauth.core.ratelimit import consume_or_429
from django.contrib.auth import logout
from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.clock import today_in, zone_of
from trainer.accounts.http import SiteRequest
from trainer.accounts.models import User
from trainer.accounts.services import current_learner
from trainer.privacy import deleting, second_step
from trainer.privacy.forms import DeleteMeForm
from trainer.privacy.guests import forget_guest
from trainer.privacy.holding import held_as_json
from trainer.privacy.retention import Keeping, notices_for
from trainer.privacy.tickets import is_ticket_of, write_ticket
from trainer.privacy.who_sees import COLUMNS, who_sees_table

_ME = "me"


@require_safe
def my_data(request: SiteRequest) -> HttpResponse:
    """The doors: what is held, who sees it, a file, and deleting."""
    user = request.user if isinstance(request.user, User) else None
    learner = current_learner(request)
    context = {
        "anything": user is not None or learner is not None,
        "answers": learner.attempts.count() if learner else 0,
        "keeping": Keeping.of_settings(),
        "notices": notices_for(user) if user else [],
    }
    return render(request, "privacy/my_data.html", context)


@require_safe
def who_sees(request: SiteRequest) -> HttpResponse:
    """Who sees what, as one table."""
    return render(request, "privacy/who_sees.html", {"columns": COLUMNS, "rows": who_sees_table()})


@require_safe
@never_cache
def download(request: SiteRequest) -> StreamingHttpResponse:
    """All of it as JSON."""
    user = request.user if isinstance(request.user, User) else None
    pieces = held_as_json(user, current_learner(request), timezone.now(), get_language() or "nb")
    day = today_in(zone_of(request.user)).isoformat()
    response = StreamingHttpResponse(pieces, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{_("my-data-%(day)s") % {"day": day}}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
def delete_me(request: SiteRequest) -> HttpResponse:
    """Ask, then delete: with the password, where there is an account."""
    if request.method == "POST" and not is_ticket_of(request, _ME):
        return _not_theirs(request)
    if isinstance(request.user, User):
        return _delete_user(request, request.user)
    if request.method == "POST":
        return _delete_guest(request)
    return _ask_guest(request)


def _not_theirs(request: SiteRequest) -> HttpResponse:
    """The form is old, sent twice, or was made for someone else."""
    if not request.user.is_authenticated and current_learner(request) is None:
        return redirect("privacy:deleted")
    said = _("This form was too old or belonged to another visitor. Nothing was deleted.")
    if isinstance(request.user, User):
        return _ask_user(request, request.user, DeleteMeForm(request.user, held=0), said, 409)
    return _ask_guest(request, said, 409)


def _ask_guest(request: SiteRequest, said: str = "", status: int = 200) -> HttpResponse:
    learner = current_learner(request)
    context = {
        "answers": learner.attempts.count() if learner else 0,
        "ticket": write_ticket(request, _ME),
        "anything": learner is not None,
        "said": said,
    }
    return render(request, "privacy/delete_guest.html", context, status=status)


def _delete_guest(request: SiteRequest) -> HttpResponse:
    learner = current_learner(request)
    if learner is not None:
        deleting.delete_guest(learner)
    return forget_guest(request, redirect("privacy:deleted"))


def _delete_user(request: SiteRequest, user: User) -> HttpResponse:
    if way := second_step.way_to_prove(request, user):
        return HttpResponseRedirect(way)
    if request.method == "POST":
        limited: HttpResponse | None = consume_or_429(request, action="delete_account", user=user)
        if limited:
            return limited
    lone = deleting.lone_classes(user)
    held = deleting.held_accounts(lone).count()
    form = DeleteMeForm(user, request.POST if request.method == "POST" else None, held=held)
    if form.is_valid():
        deleting.delete_person(user, form.choice())
        logout(request)
        return forget_guest(request, redirect("privacy:deleted"))
    return _ask_user(request, user, form, "", 422 if form.is_bound else 200)


def _ask_user(request: SiteRequest, user: User, form: DeleteMeForm, said: str, status: int) -> HttpResponse:
    lone = deleting.lone_classes(user)
    context = {
        "form": form,
        "said": said,
        "lone": lone,
        "shared": deleting.shared_classes(user),
        "held": deleting.held_accounts(lone).count(),
        "ticket": write_ticket(request, _ME),
    }
    return render(request, "privacy/delete_me.html", context, status=status)


@require_safe
def deleted(request: SiteRequest) -> HttpResponse:
    """It is done."""
    return render(request, "privacy/deleted.html")
