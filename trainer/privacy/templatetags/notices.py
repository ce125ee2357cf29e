"""Notices on pages of other features."""

from __future__ import annotations

from django import template

from trainer.accounts.models import User
from trainer.privacy.retention import Told, notices_for

register = template.Library()


@register.inclusion_tag("privacy/_notices.html")
def expiry_notices(user: object) -> dict[str, list[Told]]:
    """What will be deleted, for the one who can still prevent it."""
    return {"notices": notices_for(user) if isinstance(user, User) else []}
