"""Chosen rules in words, for a line above a page, on a score sheet and in print."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from trainer.engine.rule_sets import ALL_TRICKS
from trainer.engine.scoring import Scoring
from trainer.table.chosen_rules import ChosenRules


def rules_in_words(rules: ChosenRules) -> str:
    """«Fargeplikt i begge deler, 13 stikk teller, differanse, først til 7 poeng.»"""
    parts = (
        follow_in_words(rules.rule_set.follow_in_phase_one),
        tricks_in_words(rules.rule_set.counted_tricks),
        scoring_in_words(rules.scoring).lower(),
        match_in_words(rules),
    )
    return f"{', '.join(parts)}."


def follow_in_words(follow_in_phase_one: bool) -> str:
    """Where suit must be followed (F6, F30)."""
    return gettext("Suit is followed in both parts") if follow_in_phase_one else gettext("Free first part")


def tricks_in_words(counted: int) -> str:
    """Which tricks count (F10, F31)."""
    return gettext("all 26 tricks count") if counted == ALL_TRICKS else gettext("13 tricks count")


def scoring_in_words(scoring: Scoring) -> str:
    """The name of a way to score (F20-F22)."""
    names = {
        Scoring.DEALS: gettext("Deals won"),
        Scoring.DIFFERENCE: gettext("Difference"),
        Scoring.OVER_SIX: gettext("Over six"),
    }
    return names[scoring]


def match_in_words(rules: ChosenRules) -> str:
    """How long a match lasts (F23)."""
    if rules.deals is not None:
        return ngettext("%(deals)s deal", "%(deals)s deals", rules.deals) % {"deals": rules.deals}
    return gettext("first to %(target)s points") % {"target": rules.target}
