"""The idea of a drill: which section of the reference pages tells it, and under which rules it stands."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from trainer.drills.holding import rule_sets_holding
from trainer.drills.models import Drill, DrillVersion
from trainer.engine.rule_sets import ALL_TRICKS, RULE_SETS, RuleSet

# The themes of endings are sections of the strategy page by the same name.
_SECTIONS = {
    Drill.Kind.FOLLOW: "worth",
    Drill.Kind.LEAD: "worth",
    Drill.Kind.MEMORY: "counting",
}
STRATEGY = "strategy"


def idea_of(kind: str, theme: str) -> tuple[str, str] | None:
    """Page and section; None for rules drills, whose answers name the rule themselves."""
    if kind == Drill.Kind.RULES:
        return None
    return STRATEGY, _SECTIONS.get(Drill.Kind(kind), theme)


@dataclass(frozen=True, slots=True)
class Other:
    """Another rule set in words, and whether the answer is the same by it."""

    rules: str
    same: bool


def other_rules(version: DrillVersion) -> tuple[Other, ...]:
    """Every rule set but the version's own, by what was found when it was made; none if all agree."""
    content = {name: getattr(version, name) for name in ("rule_set", "question", "position", "facts")}
    holding = rule_sets_holding(version.drill.kind, content)
    if len(holding) == len(RULE_SETS):
        return ()
    others = (rules for rules in RULE_SETS.values() if rules.id != version.rule_set)
    return tuple(Other(_in_words(rules), rules.id in holding) for rules in others)


def _in_words(rules: RuleSet) -> str:
    all_count = rules.counted_tricks == ALL_TRICKS
    if not rules.follow_in_phase_one:
        return (
            _("No duty to follow, all 26 tricks count") if all_count else _("No duty to follow in phase one")
        )
    return _("All 26 tricks count") if all_count else _("Base game")
