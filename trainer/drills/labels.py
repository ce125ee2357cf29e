"""What kinds and themes of drills are called; themes are told only after the answer."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_KINDS: dict[str, str | Promise] = {
    "follow": _("Win or let go"),
    "ending": _("Endings"),
    "rules": _("Rules"),
}

_KIND_DESCRIPTIONS: dict[str, str | Promise] = {
    "follow": _(
        "The opponent has led. Is the upcard worth a good card? You see what every card costs, in tricks."
    ),
    "ending": _("All cards are known. Find the card that takes the most tricks, computed exactly."),
    "rules": _("Who wins the trick, what may you play, and how many points? Short questions on the rules."),
}

_THEMES: dict[str, str | Promise] = {}


def kind_name(kind: str) -> str:
    """«Vinne eller la gå»."""
    return str(_KINDS[kind])


def kind_description(kind: str) -> str:
    """What a kind trains."""
    return str(_KIND_DESCRIPTIONS[kind])


def theme_name(theme: str) -> str:
    """The theme in words; a theme without a name is shown as it is spelled."""
    return str(_THEMES.get(theme, theme))
