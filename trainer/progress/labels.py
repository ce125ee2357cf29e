"""What the areas with a rating of their own are called, and the sessions."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from trainer.drills.labels import kind_name, theme_name
from trainer.drills.models import OFFERED_KINDS
from trainer.drills.picking import Level, Pick
from trainer.progress.mixes import RULES_ROUND, SCORE_ROUND, Mix, Mode
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


def mix_title(mix: Mix) -> str:
    """What a session is called: «Ti blandede øvelser»."""
    if mix == RULES_ROUND.by(mix.rules):
        return _t("Quick round: the rules")
    if mix == SCORE_ROUND.by(mix.rules):
        return _t("Quick round: points")
    if mix.mode is Mode.REVIEWS:
        return _t("Today's reviews")
    if mix.mode is Mode.WEAK:
        return _t("Ten from your weak themes")
    return (
        _t("Ten mixed drills") if mix.pick == Pick(level=mix.pick.level) else _t("Ten drills of your choice")
    )


def mix_description(mix: Mix) -> str:
    """How the drills of a session are chosen."""
    return {
        Mode.TEN: _t("First the reviews that are due, then drills about as hard as you are strong."),
        Mode.WEAK: _t("From the themes where your latest answers were right least often."),
        Mode.ROUND: _t("Ten quick questions. When you have answered them all, known ones come again."),
        Mode.REVIEWS: _t(
            "Drills you missed come back: first the same idea with other cards, later the same drill."
        ),
    }[mix.mode]


def level_name(level: str) -> str:
    """«Lett»; empty for any level."""
    return {
        Level.ANY: "",
        Level.EASY: _t("Easy"),
        Level.MEDIUM: _t("Medium"),
        Level.HARD: _t("Hard"),
    }[Level(level)]


def picked_names(pick: Pick) -> list[str]:
    """The kinds, themes and level that were chosen, in words."""
    themes = []
    for text in pick.themes:
        kind, dot, theme = text.rpartition(".")
        known = bool(dot) and kind in OFFERED_KINDS
        themes.append(f"{kind_name(kind)}: {theme_name(theme)}" if known else theme_name(theme))
    kinds = [kind_name(kind) for kind in pick.kinds if kind in OFFERED_KINDS]
    return [name for name in (*kinds, *themes, level_name(pick.level)) if name]
