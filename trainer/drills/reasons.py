"""Why one side of a decision is better: the difference between winning the trick and letting it go,
split into what can be named (patterns 11-16).

`facts["why"]` holds the split as the library computed it, on the same deals for every card:

    {"win": "SJ", "duck": "S3", "terms": {"prize": {"tricks": 0.8, "se": 0.05}, …},
     "sum": {"tricks": 0.6, "se": 0.04}}

A term is what winning gains (positive) or costs (negative) in tricks. Terms: `prize` (the upcard
instead of the hidden card), `opponent` (what the opponent gets in return), `spent` (the card given
up), `lead` (leading the next trick). A term within its 95 % margin of zero is said to mean almost
nothing; no number is shown for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from trainer.drills.choices import Choice
from trainer.drills.models import Attempt
from trainer.drills.plots import Bar, bars
from trainer.drills.situations import Situation, takes_trick
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card
from trainer.engine.positions import Position
from trainer.engine.results import MARGIN_ERRORS
from trainer.table import formats

TERMS = ("prize", "opponent", "spent", "lead")
LEAST_SHOWN = 0.05  # tricks: less would be written 0,0


@dataclass(frozen=True, slots=True)
class Term:
    """One part of the difference: its sentence, its bar, and «+0,8», «−0,4» or nothing."""

    sentence: Sentence
    bar: Bar
    amount: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Which two cards are compared, the terms, and what they come to.

    `own` is about the learner's card where a better one would have done the same.
    """

    compared: Sentence
    terms: tuple[Term, ...]
    total: Term
    own: Sentence | None = None

    @property
    def rows(self) -> tuple[Term, ...]:
        """The terms and their sum."""
        return *self.terms, self.total


def reason(
    facts: Mapping[str, Any], situation: Situation, chosen: Choice, choices: Sequence[Choice]
) -> Reason | None:
    """The split of the facts for a learner's choice out of all, or None where the library has none."""
    why = facts.get("why") or {}
    if not why or not isinstance(situation, Position):
        return None
    win, duck = Card.parse(why["win"]), Card.parse(why["duck"])
    named = [(name, why["terms"][name]) for name in TERMS if name in why["terms"]]
    shown = [_significant(numbers) for _name, numbers in named]
    total = float(why["sum"]["tricks"])
    own = _own_card(situation, chosen, choices, win, duck)
    drawn = bars([*shown, total])
    terms = tuple(
        Term(_term_sentence(name, amount, win, situation.upcard), bar, _signed(amount))
        for (name, _numbers), amount, bar in zip(named, shown, drawn[:-1], strict=True)
    )
    return Reason(
        say(_("Winning with {win} instead of playing {duck}:"), win=win, duck=duck),
        terms,
        _total(total, drawn[-1], situation, chosen, split_is_all=own is None),
        own,
    )


def _own_card(
    situation: Position, chosen: Choice, choices: Sequence[Choice], win: Card, duck: Card
) -> Sentence | None:
    """What the learner's card costs against the best that would also have won, or let go, the trick."""
    if chosen.verdict == Attempt.Verdict.RIGHT or chosen.card is None:
        return None
    best = win if takes_trick(situation, chosen.card) else duck
    least = next(choice.loss for choice in choices if choice.card == best)
    if chosen.loss - least < LEAST_SHOWN:
        return None
    said = _("You give up {card} instead of {best}. That costs {x} tricks.")
    return say(said, card=chosen.card, best=best, x=chosen.loss - least)


def _significant(numbers: Mapping[str, float]) -> float:
    """The term, or 0 where it lies within its 95 % margin of zero."""
    tricks = float(numbers["tricks"])
    return tricks if abs(tricks) > MARGIN_ERRORS * numbers["se"] and abs(tricks) >= LEAST_SHOWN else 0.0


def _term_sentence(name: str, amount: float, win: Card, upcard: Card) -> Sentence:
    said, to_you = {
        "prize": (_("The prize: You get {upcard} instead of a hidden card."), False),
        "opponent": (_("The opponent gets a hidden card instead of {upcard}."), True),
        "spent": (_("The card you spend: You give up {card}."), False),
        "lead": (_("The lead: You lead to the next trick."), False),
    }[name]
    return say(f"{said} {_worth(amount, to_you)}", upcard=upcard, card=win, x=amount)


def _worth(amount: float, to_you: bool) -> str:
    """The sign picks the verb; within the uncertainty there is no number."""
    if amount == 0:
        return _("It means almost nothing here.")
    if amount > 0:
        return _("It is worth {x} tricks.")
    return _("It costs you {x} tricks.") if to_you else _("It costs {x} tricks.")


def _total(total: float, bar: Bar, situation: Position, chosen: Choice, split_is_all: bool) -> Term:
    """What it comes to: the cost of a choice on the wrong side, or what the better side is worth."""
    wins_is_better = total > 0
    right = chosen.verdict == Attempt.Verdict.RIGHT
    if split_is_all and not right and chosen.card and takes_trick(situation, chosen.card) != wins_is_better:
        return Term(say(_("Altogether the choice costs {x} tricks."), x=total), bar, "")
    if wins_is_better:
        said = _("Altogether winning the trick is worth {x} tricks.")
    else:
        said = _("Altogether letting the trick go is worth {x} tricks.")
    return Term(say(said, x=total), bar, _signed(total))


def _signed(amount: float) -> str:
    return formats.signed_tricks(amount) if amount else ""
