"""The age from which people may say yes to an account themselves, by the country of the page's language."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.translation import get_language

from trainer.table.neighbours import in_language

register = template.Library()


@register.simple_tag
def consent_age() -> int:
    """The age in the settings: 13 in Norway and in Sweden unless the law or the owner says otherwise."""
    return in_language(settings.CONSENT_AGES, get_language() or settings.LANGUAGE_CODE)
