"""allauth's views as this site uses them: the status tells a bad form from a good one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from django.contrib import messages
from django.db import IntegrityError
from django.forms import BaseForm, Form
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from trainer.accounts import recovery, services
from trainer.accounts.adapter import AccountAdapter
from trainer.accounts.fresh import freshly_signed_in
from trainer.accounts.models import User
from trainer.accounts.views import show_code

type View = Callable[..., HttpResponse]

_LOCKED = ("too_many_login_attempts", "rate_limited")


class SignUpView(allauth_views.SignupView):  # type: ignore[misc]
    """Sign-up; who gives no address is handed a recovery code before going on."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        services.forget_unconfirmed()  # the name may be one of theirs
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", AccountAdapter().validation_error("username_taken"))
            refused: HttpResponse = self.form_invalid(form)
            return refused
        user = self.request.user
        if isinstance(user, User) and not user.email:
            return show_code(self.request, user, recovery.make_code(user), response["Location"])
        return response


def telling_status(view: View) -> View:
    """A form with errors is answered with 422, an account locked for a while with 429; allauth says 200."""

    @wraps(view)
    @require_http_methods(["GET", "HEAD", "POST"])
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if request.method == "POST" and isinstance(response, TemplateResponse):
            form = (response.context_data or {}).get("form")
            if isinstance(form, BaseForm) and form.errors:
                response.status_code = 429 if _is_locked(form) else 422
        return response

    return answer


def _is_locked(form: BaseForm) -> bool:
    codes = {error.code for errors in form.errors.as_data().values() for error in errors}
    return not codes.isdisjoint(_LOCKED)


@freshly_signed_in
@telling_status
def address(request: HttpRequest) -> HttpResponse:
    """The address of the account. The same is said whether a mail went out or one had just gone:
    allauth's own message tells the two apart, and with that whether someone else uses the address."""
    response: HttpResponse = allauth_views.email(request)
    if response.status_code == 302 and {"action_add", "action_send"} & request.POST.keys():
        text = gettext(
            "We have sent an e-mail to the address, unless we did so less than three minutes ago. "
            "Follow the link in it."
        )
        messages.info(request, text)
    return response


sign_up = telling_status(SignUpView.as_view())
sign_in = telling_status(allauth_views.login)
change_password = telling_status(allauth_views.password_change)
set_password = freshly_signed_in(telling_status(allauth_views.password_set))
reset_password = telling_status(allauth_views.password_reset)
reset_password_from_key = telling_status(allauth_views.password_reset_from_key)
