"""Accounts beyond allauth's pages: the overview, recovery codes and the display settings."""

from __future__ import annotations

from allauth.account.utils import perform_login
from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse, translate_url
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from trainer.accounts import display_samples, queries, recovery, services
from trainer.accounts.display import CHOICES
from trainer.accounts.forms import DisplayForm, NewCodeForm, RecoveryForm
from trainer.accounts.fresh import freshly_signed_in
from trainer.accounts.http import SiteRequest, signed_in_user
from trainer.accounts.models import User
from trainer.accounts.names import plain_user_name
from trainer.accounts.redirects import came_from, is_local

_COOKIE_AGE = 60 * 60 * 24 * 400


@require_safe
@login_required
def account_home(request: SiteRequest) -> HttpResponse:
    """What the account is known by, and the doors to change it."""
    overview = queries.account_overview(signed_in_user(request))
    return render(
        request, "account/home.html", {"overview": overview, "schools": bool(settings.SIGN_IN_SERVICES)}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
@login_required
@freshly_signed_in
def new_recovery_code(request: SiteRequest) -> HttpResponse:
    """Make a code, against the password, and show it this once."""
    limited: HttpResponse | None = consume_or_429(request, action="new_recovery_code", user=request.user)
    if limited:
        return limited
    form = NewCodeForm(signed_in_user(request), request.POST if request.method == "POST" else None)
    if form.is_valid():
        return show_code(request, form.user, recovery.make_code(form.user), reverse("account_home"))
    status = 422 if form.is_bound else 200
    context = {"form": form, "overview": queries.account_overview(signed_in_user(request))}
    return render(request, "account/recovery_code_new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
def use_recovery_code(request: SiteRequest) -> HttpResponse:
    """Choose a new password with a code, and be given the next code."""
    name = plain_user_name(request.POST.get("username", ""))
    limited: HttpResponse | None = consume_or_429(request, action="recovery_code", key=name)
    if limited:
        return limited
    form = RecoveryForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and form.owner is not None:
        code = recovery.spend_code(form.owner, form.cleaned_data["code"], form.cleaned_data["password1"])
        if code is not None:
            return _sign_in_and_show(request, form.owner, code)
        form.refuse()
    return render(request, "account/recovery.html", {"form": form}, status=422 if form.is_bound else 200)


def _sign_in_and_show(request: SiteRequest, user: User, code: str) -> HttpResponse:
    """The next code comes before a second step as well: the old one is spent."""
    response: HttpResponse = perform_login(request, user)
    return show_code(request, user, code, response["Location"])


def show_code(request: SiteRequest, owner: User, code: str, continue_url: str) -> HttpResponse:
    """The page with a new code: the answer to a POST, so that the code is stored nowhere."""
    context = {"owner": owner, "code": code, "continue_url": continue_url}
    return render(request, "account/recovery_code_shown.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: SiteRequest) -> HttpResponse:
    """How pages look; saving leads back to the page one came from, in the language chosen."""
    if request.method == "POST":
        form = DisplayForm(request.POST)
        return _save_display(request, form) if form.is_valid() else _show_display(request, form, 422)
    shown = request.display
    way_back = request.GET.get("next") or came_from(request)
    initial = {name: getattr(shown, name) for name in CHOICES} | {
        "language": get_language(),
        "next": way_back if is_local(way_back) and way_back != request.path else "",
    }
    return _show_display(request, DisplayForm(initial=initial))


def _show_display(request: SiteRequest, form: DisplayForm, status: int = 200) -> HttpResponse:
    samples = {
        "suits": zip(form["suits"], display_samples.colours(request.display), strict=True),
        "letters": zip(form["letters"], display_samples.letters(), strict=True),
    }
    return render(request, "accounts/display.html", {"form": form, "samples": samples}, status=status)


def _save_display(request: SiteRequest, form: DisplayForm) -> HttpResponse:
    language, display = form.cleaned_data["language"], form.display()
    way_back = form.cleaned_data["next"]
    target = way_back if is_local(way_back) else request.path
    response = HttpResponseRedirect(translate_url(target, language))
    if isinstance(request.user, User):
        services.save_display(request.user, display, language)
        return response
    for name, value in (
        (settings.DISPLAY_COOKIE_NAME, display.to_cookie()),
        (settings.LANGUAGE_COOKIE_NAME, language),
    ):
        response.set_cookie(
            name, value, _COOKIE_AGE, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
        )
    return response
