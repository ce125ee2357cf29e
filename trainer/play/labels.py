"""What the opponents, the coach and the other choices of Play are called."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from trainer.play.models import PlayedDeal, PlayedMatch


@dataclass(frozen=True, slots=True)
class Described:
    """A choice with its name and one line about it."""

    value: str
    name: str
    about: str = ""


def opponent_name(opponent: str) -> str:
    """The name of a player."""
    names = {
        PlayedMatch.Opponent.BEGINNER: _("The Beginner"),
        PlayedMatch.Opponent.CLUB: _("The Club Player"),
        PlayedMatch.Opponent.STRONG: _("The Master"),
    }
    return names[PlayedMatch.Opponent(opponent)]


def opponents() -> tuple[Described, ...]:
    """The three, with how each thinks and what it remembers. None of them sees hidden cards."""
    about = {
        PlayedMatch.Opponent.BEGINNER: _(
            "Follows the usual advice and soon forgets: it remembers the last three tricks."
        ),
        PlayedMatch.Opponent.CLUB: _(
            "Plays by experience. Remembers trumps and upcards, but not all plain cards that are gone."
        ),
        PlayedMatch.Opponent.STRONG: _(
            "Remembers every card, tries its choices in a hundred deals, "
            "and computes the second part exactly."
        ),
    }
    return tuple(Described(value, opponent_name(value), text) for value, text in about.items())


def coaches() -> tuple[Described, ...]:
    """What the coach may do."""
    return (
        Described(PlayedMatch.Coach.OFF, _("Off"), _("You play without help.")),
        Described(
            PlayedMatch.Coach.DEMAND, _("When I ask"), _("Hints when you ask, first the idea, then the card.")
        ),
        Described(
            PlayedMatch.Coach.WARN,
            _("Warns me"),
            _("Hints when you ask, and a question before a card that costs too much."),
        ),
    )


def paces() -> tuple[Described, ...]:
    """How fast a trick goes by."""
    return (
        Described(PlayedMatch.Pace.STEP, _("Stop after each trick")),
        Described(PlayedMatch.Pace.CALM, _("Calm")),
        Described(PlayedMatch.Pace.QUICK, _("Quick")),
    )


def known_choices() -> tuple[Described, ...]:
    """What is shown of the opponent's hand."""
    return (
        Described(PlayedMatch.Known.SHOWN, _("Always shown")),
        Described(PlayedMatch.Known.ASKED, _("When I ask")),
        Described(PlayedMatch.Known.HIDDEN, _("Hidden: I remember it myself")),
    )


def unrated_reason(why: str) -> str:
    """Why a deal is left out of the results; empty where it counts."""
    reasons = {
        PlayedDeal.Unrated.HELP.value: _("does not count: you have had help"),
        PlayedDeal.Unrated.TAKEN_BACK.value: _("does not count: you have taken a card back"),
        PlayedDeal.Unrated.AGAIN.value: _("does not count: you have played these cards before"),
    }
    return reasons.get(why, "")
