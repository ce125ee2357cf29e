"""One part of the difference between two cards, as it is said and drawn (patterns 11-16)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from trainer.drills.plots import Bar
from trainer.drills.voice import Sentence
from trainer.engine.results import MARGIN_ERRORS
from trainer.table import formats

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


def significant(tricks: float, se: float) -> float:
    """The part, or 0 where it lies within its 95 % margin of zero."""
    return tricks if abs(tricks) > MARGIN_ERRORS * se and abs(tricks) >= LEAST_SHOWN else 0.0


def worth(amount: float, to_you: bool = False) -> str:
    """The sign picks the verb; within the uncertainty there is no number."""
    if amount == 0:
        return _("It means almost nothing here.")
    if amount > 0:
        return _("It is worth {x} tricks.")
    return _("It costs you {x} tricks.") if to_you else _("It costs {x} tricks.")


def signed(amount: float) -> str:
    """«+0,8», «−0,4», or nothing for nothing."""
    return formats.signed_tricks(amount) if amount else ""
