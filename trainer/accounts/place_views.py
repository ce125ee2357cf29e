"""The page of places where the account is signed in, each with a way to end it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from trainer.accounts import signed_in_places
from trainer.accounts.http import SiteRequest, signed_in_user


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def places(request: SiteRequest) -> HttpResponse:
    """End one place (`place`) or all others (`others`); ended twice, it is ended."""
    user = signed_in_user(request)
    if request.method == "POST":
        if "others" in request.POST:
            signed_in_places.end_other_places(user, keep=request.session.session_key)
            messages.success(request, _("You are signed out everywhere else."))
        else:
            _end_one(request)
        return redirect("usersessions_list")
    shown = signed_in_places.places_of(user, request)
    context = {"places": shown, "elsewhere": any(not place.here for place in shown)}
    return render(request, "accounts/places.html", context)


def _end_one(request: SiteRequest) -> None:
    key = request.POST.get("place", "")
    if not key.isascii() or not key.isdecimal() or len(key) > 18:
        raise Http404
    signed_in_places.end_place(signed_in_user(request), int(key))
    messages.success(request, _("You are signed out there."))
