"""Django's admin at `/admin/`: for staff, and only in a session that has been through the second step."""

from __future__ import annotations

from functools import wraps
from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from trainer.accounts import second_step
from trainer.accounts.models import User


class OwnersPages(admin.AdminSite):
    """Signing in goes through the site's own page with its limits; other people's models stay out."""

    enable_nav_sidebar = False  # the few models there are stand on the first page; tables get the room

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context=extra_context)
        return answer

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and second_step.was_taken(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Staff without a second step are sent to set one up, or to take it now."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            user = request.user
            if isinstance(user, User) and super(OwnersPages, self).has_permission(request):
                if not second_step.has(user):
                    return redirect("mfa_index")
                if not second_step.was_taken(request):
                    return _take_it_now(user, request.get_full_path())
            answer: HttpResponse = inner(request, *args, **kwargs)
            return answer

        return guarded

    def register(self, model_or_iterable: Any, *args: Any, **options: Any) -> None:
        models = model_or_iterable if isinstance(model_or_iterable, list | tuple) else [model_or_iterable]
        ours = [model for model in models if model.__module__.startswith("trainer.")]
        if ours:
            super().register(ours, *args, **options)


def _take_it_now(user: User, path: str) -> HttpResponse:
    """The page that asks for the second step, and leads back."""
    by_app = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.TOTP).exists()
    page = reverse("mfa_reauthenticate" if by_app else "mfa_reauthenticate_webauthn")
    return HttpResponseRedirect(f"{page}?{urlencode({'next': path})}")
