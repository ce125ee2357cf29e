"""What kinds and themes of drills are called; themes are told only after the answer."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from trainer.engine.cards import Card, parse_cards

_KINDS: dict[str, str | Promise] = {
    "follow": _("Win or let go"),
    "lead": _("Leading"),
    "ending": _("Endings"),
    "memory": _("Memory"),
    "rules": _("Rules"),
}

_KIND_DESCRIPTIONS: dict[str, str | Promise] = {
    "follow": _(
        "The opponent has led. Is the upcard worth a good card? You see what every card costs, in tricks."
    ),
    "lead": _("You lead. Which card is best to begin with? You see what every card costs, in tricks."),
    "ending": _("All cards are known. Find the card that takes the most tricks, computed exactly."),
    "memory": _("Watch a phase one trick by trick. Then name the opponent's 13 cards."),
    "rules": _("Who wins the trick, what may you play, and how many points? Short questions on the rules."),
}

# What each kind is about, drawn: the prize and the led card, the prize and two leads, an open hand,
# cards of one suit, a plain card and a trump.
_KIND_CARDS = {
    "follow": parse_cards("HQ ST"),
    "lead": parse_cards("H7 DA D3"),
    "ending": parse_cards("SA HK H4 D9 C2"),
    "memory": parse_cards("HA HQ H9 H6 H3"),
    "rules": parse_cards("DK S2"),
}

_THEMES: dict[str, str | Promise] = {
    "trump-prize": _("A trump is turned up"),
    "high-prize": _("A high card is turned up"),
    "middle-prize": _("A middling card is turned up"),
    "low-prize": _("A low card is turned up"),
    "draw-trumps": _("Lead trumps or not"),
    "cash-winners": _("Take the sure tricks or wait"),
    "lose-the-lead": _("Give up the lead"),
    "discard": _("What to discard"),
    "make-ruff": _("Make the opponent ruff or not"),
    "few-seen": _("The opponent has few known cards"),
    "some-seen": _("The opponent has some known cards"),
    "many-seen": _("The opponent has many known cards"),
    "follow-suit": _("Following suit"),
    "trick-winner": _("Who wins the trick"),
    "draw": _("Who takes which card"),
    "next-lead": _("Who leads next"),
    "score": _("Points for a deal"),
}


def kind_name(kind: str) -> str:
    """«Vinne eller la gå»."""
    return str(_KINDS[kind])


def kind_description(kind: str) -> str:
    """What a kind trains."""
    return str(_KIND_DESCRIPTIONS[kind])


def kind_cards(kind: str) -> tuple[Card, ...]:
    """Cards that picture a kind; for `follow` the first is the prize."""
    return _KIND_CARDS[kind]


def theme_name(theme: str) -> str:
    """The theme in words; a theme without a name is shown as it is spelled."""
    return str(_THEMES.get(theme, theme))
