"""The page of the schools' services that open one's account, and the way back from one just proved."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.internal.flows import reauthentication
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialLogin
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from trainer.accounts import school_connections
from trainer.accounts.fresh import freshly_signed_in
from trainer.accounts.http import SiteRequest, signed_in_user
from trainer.accounts.school_connections import LastWayIn, Outcome
from trainer.accounts.school_views import leave_by

_TAKEN_OFF = "school_taken_off"  # in the session, so that a second click is none


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def connections(request: SiteRequest) -> HttpResponse:
    """Tie a service to the account (`service`) or take one off (`connection`)."""
    if request.method != "POST":
        return _page(request)
    if "service" in request.POST:
        return _connect(request, _service(request))
    key = _own_connection(request)
    return redirect("socialaccount_connections") if key is None else _take_off(request, key)


def _page(request: SiteRequest, status: int = 200) -> HttpResponse:
    tied = school_connections.connections_of(signed_in_user(request))
    names = {connection.service for connection in tied}
    context = {
        "connections": tied,
        "services": [service for service in settings.SIGN_IN_SERVICES if service.name not in names],
        "refused": status == 409,
    }
    return render(request, "socialaccount/connections.html", context, status=status)


def _service(request: SiteRequest) -> Any:
    for service in settings.SIGN_IN_SERVICES:
        if service.key == request.POST["service"]:
            return service
    raise Http404


def _own_connection(request: SiteRequest) -> int | None:
    """The key that is posted, if it is the user's; nothing if it was and is taken off."""
    posted = request.POST.get("connection", "")
    if not posted.isascii() or not posted.isdecimal() or len(posted) > 18:
        raise Http404
    key = int(posted)
    if school_connections.connection_of(signed_in_user(request), key) is not None:
        return key
    if request.session.get(_TAKEN_OFF) == key:
        return None
    raise Http404


def _prove_it_is_you(request: SiteRequest) -> None:
    """Ask for the password or a second step, unless it was given just now."""
    if reauthentication.get_reauthentication_flows(signed_in_user(request)):
        reauthentication.raise_if_reauthentication_required(request, app="")


@freshly_signed_in
def _connect(request: SiteRequest, service: Any) -> HttpResponse:
    _prove_it_is_you(request)
    data = {"user": str(signed_in_user(request).pk), "language": get_language()}
    provider = get_adapter().get_provider(request, service.key)
    return leave_by(request, service.name, lambda: provider.ask_to_connect(request, data))


@freshly_signed_in
def _take_off(request: SiteRequest, key: int) -> HttpResponse:
    _prove_it_is_you(request)
    user = signed_in_user(request)
    try:
        name = school_connections.take_off(request, user, key)
    except LastWayIn:
        return _page(request, 409)
    request.session[_TAKEN_OFF] = key
    if name:
        said = gettext("%(service)s is taken off. Your user name is %(name)s.")
        messages.success(request, said % {"service": name, "name": user.username})
    return redirect("socialaccount_connections")


def come_to_connect(request: HttpRequest, login: SocialLogin) -> HttpResponse:
    """Back from the service, in the language of the page where it began."""
    asked = login.state.get("data") or {}
    with override(asked.get("language")):
        return _answer(cast(SiteRequest, request), login, asked.get("user"))


def _answer(request: SiteRequest, login: SocialLogin, asked_by: str | None) -> HttpResponse:
    """Only for the one who asked: somebody else may have signed in in this browser meanwhile."""
    if not request.user.is_authenticated or str(request.user.pk) != asked_by:
        return render(request, "socialaccount/authentication_error.html", status=401)
    name = school_connections.name_of(login.account.provider)
    outcome = school_connections.tie(request, signed_in_user(request), login)
    if outcome is Outcome.ELSEWHERE:
        return render(request, "accounts/school_elsewhere.html", {"name": name}, status=409)
    if outcome is Outcome.TIED:
        said = gettext("From now on you can sign in with %(service)s as well.")
    else:
        said = gettext("%(service)s opened this account already.")
    messages.success(request, said % {"service": name})
    return redirect("socialaccount_connections")
