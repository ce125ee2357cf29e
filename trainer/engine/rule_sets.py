"""Rule sets: which switches of the two-player game are on.

A rule set is a value with an id that goes into notations, files and URLs. It
knows two switches: whether suit must be followed while the stock lasts (F6, or
F30 free play) and how many tricks count (F10-F11, or F31 all 26). Everything
else is the same in all of them. Games with another deal (F33, F34) are not rule
sets of this game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PHASE_ONE_TRICKS = 13
ALL_TRICKS = 26


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One choice of the switches.

    >>> BASE.must_follow(1), FREE.must_follow(1), FREE.must_follow(14)
    (True, False, True)
    >>> BASE.counts(13), BASE.counts(14), ALL26.counts(1)
    (False, True, True)
    """

    id: str
    follow_in_phase_one: bool
    counted_tricks: Literal[13, 26]

    def __str__(self) -> str:
        return self.id

    def must_follow(self, trick: int) -> bool:
        """Whether suit must be followed in trick 1-26 (F6, F30)."""
        return self.follow_in_phase_one or trick > PHASE_ONE_TRICKS

    def counts(self, trick: int) -> bool:
        """Whether trick 1-26 counts for the result of the deal (F8, F10, F31)."""
        return trick > ALL_TRICKS - self.counted_tricks


BASE = RuleSet("base", follow_in_phase_one=True, counted_tricks=13)
FREE = RuleSet("free", follow_in_phase_one=False, counted_tricks=13)
ALL26 = RuleSet("all26", follow_in_phase_one=True, counted_tricks=26)
FREE_ALL26 = RuleSet("free-all26", follow_in_phase_one=False, counted_tricks=26)

RULE_SETS: dict[str, RuleSet] = {rules.id: rules for rules in (BASE, FREE, ALL26, FREE_ALL26)}
