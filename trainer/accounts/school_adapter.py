"""What allauth asks us about accounts that a school's service opens."""

from __future__ import annotations

from typing import Any, cast

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language

from trainer.accounts.adapter import time_zone_of
from trainer.accounts.models import User
from trainer.accounts.school_connection_views import come_to_connect
from trainer.accounts.symbols import random_symbols


class SchoolAccountAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """A new account has a made-up user name, the language of the page, and no password."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Who came to tie the service to an account is signed in already."""
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            raise ImmediateHttpResponse(come_to_connect(request, sociallogin))

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        return cast(User, sociallogin.user)

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        user = cast(User, sociallogin.user)
        user.username = f"skole-{random_symbols(8).lower()}"
        user.language = get_language() or user.language
        user.time_zone = time_zone_of(user.language, user.time_zone)
        user.set_unusable_password()
        try:
            with transaction.atomic():
                sociallogin.save(request)
        except IntegrityError as problem:  # the same person in two tabs: the account is there now
            raise ImmediateHttpResponse(HttpResponseRedirect(reverse("account_login"))) from problem
        return user
