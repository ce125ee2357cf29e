"""Buttons for the sign-in services of schools, wherever somebody may want to sign in."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.urls import reverse

from trainer.accounts.redirects import is_local

register = template.Library()


@register.inclusion_tag("accounts/school_buttons.html", takes_context=True)
def school_buttons(context: dict[str, Any], way_on: str = "") -> dict[str, Any]:
    """One form a service; it leads back to the page given, to the one asked for, or to My progress."""
    asked = way_on or context["request"].GET.get("next", "")
    services = [
        {"name": service.name, "address": reverse(f"{service.provider}_login", args=[service.key])}
        for service in settings.SIGN_IN_SERVICES
    ]
    return {
        "services": services,
        "next": asked if is_local(asked) else reverse(settings.LOGIN_REDIRECT_URL),
        "csrf_token": context.get("csrf_token"),
    }
