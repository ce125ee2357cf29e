"""Names of areas in templates."""

from __future__ import annotations

from django import template

from trainer.progress import labels

register = template.Library()


@register.filter
def area_name(area: str) -> str:
    """`{{ row.area|area_name }}`: «Første del»."""
    return labels.area_name(area)
