"""Template tags of the score keeper."""

from __future__ import annotations

import json

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def as_json(value: object) -> SafeString:
    """Our own addresses and versions as literals of a script; nothing that a person wrote."""
    return mark_safe(json.dumps(value).replace("<", "\\u003c"))
