"""What a drill's page says about the rules that the learner has chosen."""

from __future__ import annotations

from enum import StrEnum

from trainer.drills.holding import holds
from trainer.drills.models import Drill, DrillVersion
from trainer.table.chosen_rules import ChosenRules


class Standing(StrEnum):
    """How the answer to a drill stands by other rules than its own."""

    SAME = "same"  # exact, and the same by both
    SAME_SIDE = "same side"  # the best choice is the same; the numbers are those of the drill's own rules
    UNKNOWN = "unknown"  # another answer may be better


def standing(version: DrillVersion, rules: ChosenRules) -> Standing | None:
    """How the answer stands by the rules chosen; None where the drill is made for them."""
    if version.rule_set == rules.rule_set.id:
        return None
    if not holds(version, rules.rule_set):
        return Standing.UNKNOWN
    exact = version.drill.kind in {Drill.Kind.ENDING, Drill.Kind.MEMORY, Drill.Kind.RULES}
    return Standing.SAME if exact else Standing.SAME_SIDE
