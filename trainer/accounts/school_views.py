"""The way to a school's sign-in service and back."""

from __future__ import annotations

from collections.abc import Callable

import requests
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.oauth2.views import OAuth2LoginView
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts.redirects import is_local
from trainer.accounts.school_sign_in import CallbackView, IdTokenAdapter

_OPENID = "openid_connect"


def named(provider: str, key: str) -> str:
    """The name of the service, or 404."""
    for service in settings.SIGN_IN_SERVICES:
        if (service.provider, service.key) == (provider, key):
            return str(service.name)
    raise Http404


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def leave(request: HttpRequest, provider_id: str) -> HttpResponse:
    """A button, and after it a page that leads on by itself."""
    return leave_by(request, named(_OPENID, provider_id), lambda: _asked(request, provider_id))


def _asked(request: HttpRequest, provider_id: str) -> HttpResponse:
    view = OAuth2LoginView.adapter_view(IdTokenAdapter(request, provider_id))
    answer: HttpResponse = view(request)
    return answer


def leave_by(request: HttpRequest, name: str, asked: Callable[[], HttpResponse]) -> HttpResponse:
    """Lead on to a service.

    It does not redirect: the policy on forms would follow the redirects through the service's own
    addresses, which nobody here can list.
    """
    if request.method != "POST":
        way_on = request.GET.get("next", "")
        context = {"name": name, "next": way_on if is_local(way_on) else ""}
        return render(request, "accounts/school_ask.html", context)
    try:
        answer = asked()
    except SocialApp.DoesNotExist as problem:
        raise Http404 from problem
    except (requests.RequestException, ValueError, KeyError):
        return render(request, "accounts/school_down.html", {"name": name}, status=503)
    if answer.status_code != 302:
        return answer
    return render(request, "accounts/school_leave.html", {"name": name, "address": answer["Location"]})


@require_safe
@never_cache
def come_back(request: HttpRequest, provider_id: str) -> HttpResponse:
    """The service sends the browser here; what it says is checked before anyone is signed in."""
    named(_OPENID, provider_id)
    answer: HttpResponse = CallbackView.adapter_view(IdTokenAdapter(request, provider_id))(request)
    return answer


@require_safe
def cancelled(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/school_cancelled.html")
