"""What the areas with a rating of their own are called."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from trainer.progress.models import Area

_AREAS: dict[Area, str | Promise] = {
    Area.RULES: _("Rules"),
    Area.PHASE_ONE: _("Phase one"),
    Area.ENDINGS: _("Endings"),
    Area.MEMORY: _("Memory"),
}


def area_name(area: str) -> str:
    """«Første del»."""
    return str(_AREAS[Area(area)])
