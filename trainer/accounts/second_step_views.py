"""The pages of the second step: allauth's views with our rule of who, our statuses and scripts."""

from __future__ import annotations

import json
from functools import wraps
from typing import Any

from allauth.account import views as account_views
from allauth.mfa.base import views as base_views
from allauth.mfa.recovery_codes import views as code_views
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from allauth.mfa.webauthn.internal import auth
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from trainer.accounts import second_step
from trainer.accounts.entrance import View, telling_status
from trainer.accounts.http import SiteRequest, signed_in_user


def for_those_who_may(view: View) -> View:
    """The overview says who may set up a second step; everyone else is sent there."""

    @wraps(view)
    @login_required
    def answer(request: SiteRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not second_step.may_have(signed_in_user(request)):
            return redirect("mfa_index")
        return view(request, *args, **kwargs)

    return answer


class OverviewView(base_views.IndexView):  # type: ignore[misc]
    """What is set up, and what may be."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = signed_in_user(self.request)
        context: dict[str, Any] = super().get_context_data(**kwargs)
        found = context["authenticators"]
        return context | {
            "passkeys": found.get("webauthn", []),
            "app": found.get("totp"),
            "reserve": found.get("recovery_codes"),
            "may_have": second_step.may_have(user),
            "must_have": user.is_staff,
            "has_password": user.has_usable_password(),
        }


class AddPasskeyView(webauthn_views.AddWebAuthnView):  # type: ignore[misc]
    """The options for the browser ask for a passkey that is enough by itself."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super(webauthn_views.AddWebAuthnView, self).get_context_data(**kwargs)
        options = auth.begin_registration(signed_in_user(self.request), True)
        return context | {"options": json.dumps(options)}


class SecondStepView(base_views.AuthenticateView):  # type: ignore[misc]
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return _with_options(super().get_context_data(**kwargs))


class ProvePasskeyView(webauthn_views.ReauthenticateWebAuthnView):  # type: ignore[misc]
    """A wrong passkey is said on the page that asked for it."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return _with_options(super().get_context_data(**kwargs))

    def form_invalid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = self.render_to_response(self.get_context_data(form=form))
        return answer


def _with_options(context: dict[str, Any]) -> dict[str, Any]:
    """The options for the browser as JSON, and whether there is a passkey to choose at all."""
    options = context["js_data"]["request_options"]
    known = options["publicKey"].get("allowCredentials")
    return context | {"options": json.dumps(options), "has_passkey": bool(known)}


@require_safe
def passkeys(request: HttpRequest) -> HttpResponse:
    """Where allauth leads after a change of one."""
    return redirect("mfa_index")


overview = require_safe(OverviewView.as_view())
add_passkey = for_those_who_may(telling_status(AddPasskeyView.as_view()))
rename_passkey = telling_status(webauthn_views.edit_webauthn)
remove_passkey = telling_status(webauthn_views.remove_webauthn)
sign_in_with_passkey = webauthn_views.login_webauthn
activate_app = for_those_who_may(telling_status(totp_views.activate_totp))
deactivate_app = telling_status(totp_views.deactivate_totp)
reserve_codes = never_cache(require_safe(code_views.view_recovery_codes))
download_codes = require_safe(code_views.download_recovery_codes)
new_codes = telling_status(code_views.generate_recovery_codes)
second = never_cache(telling_status(SecondStepView.as_view()))
prove_code = telling_status(base_views.reauthenticate)
prove_passkey = telling_status(ProvePasskeyView.as_view())
prove_password = sensitive_post_parameters("password")(telling_status(account_views.reauthenticate))
