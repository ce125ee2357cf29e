"""Which drills' answers stand by the rules that a learner has chosen (F30, F31).

A drill is made for one rule set. Under another one its answer

- of phase one stands where playing on by those rules found the same, and clearly: the facts of the
  drill list the rule sets;
- of an ending always stands: suit is followed in phase two by all rules, and the most tricks of the
  rest are the most of all;
- from memory always stands: what was neither played nor is in the own hand is the opponent's (F12);
- about rules stands unless the rule is the very one that differs: which card is allowed in phase one,
  and the points for a deal where another number of tricks counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from trainer.drills.models import Drill, DrillVersion
from trainer.drills.questions import Question
from trainer.engine.rule_sets import BASE, RULE_SETS, RuleSet

MOST_OF_ONE_SIDE = 65  # per cent of "win or let go": with more, the set would answer itself


def rule_sets_holding(kind: str, content: Mapping[str, Any]) -> tuple[str, ...]:
    """Ids of the rule sets under which the answer of a version with this content stands, its own too."""
    own = RULE_SETS[content["rule_set"]]
    match kind:
        case Drill.Kind.ENDING | Drill.Kind.MEMORY:
            return tuple(RULE_SETS)
        case Drill.Kind.RULES:
            return tuple(name for name, other in RULE_SETS.items() if _same_rule(content, own, other))
    listed = content["facts"].get("holds_under", ())
    return tuple(name for name in RULE_SETS if name == own.id or name in listed)


def _same_rule(content: Mapping[str, Any], own: RuleSet, other: RuleSet) -> bool:
    """Whether the rule that a rules drill asks about is the same in both."""
    match content["question"]:
        case Question.LEGAL:
            in_phase_two = content["position"].startswith("phase2.")
            return in_phase_two or own.must_follow(1) == other.must_follow(1)
        case Question.SCORE:
            return own.counted_tricks == other.counted_tricks
    return True


def written(rule_sets: tuple[str, ...]) -> str:
    """The ids as a drill stores them, each between spaces, so that one is found without its namesakes."""
    return f" {' '.join(rule_sets)} " if rule_sets else ""


def holds(version: DrillVersion, rule_set: RuleSet) -> bool:
    """Whether the answer to a version stands by a rule set; of an old version only its own is known."""
    if version.rule_set == rule_set.id:
        return True
    return version.pk == version.drill.current_id and _is_written(version.drill, rule_set)


def held_by(drills: list[Drill], rule_set: RuleSet) -> list[Drill]:
    """Those of some drills whose answer stands by a rule set."""
    return [drill for drill in drills if rule_set == BASE or _is_written(drill, rule_set)]


def _is_written(drill: Drill, rule_set: RuleSet) -> bool:
    return written((rule_set.id,)) in drill.holds_under


def held(drills: QuerySet[Drill], rule_set: RuleSet) -> QuerySet[Drill]:
    """Those of the drills whose answer stands, with neither side of "win or let go" too common in a theme.

    The base game is even as it is. By other rules most of what stands may be on one side (winning, where
    its trick counts too), so some of it is left out: always the same, whoever asks.
    """
    if rule_set == BASE:
        return drills
    standing = drills.filter(holds_under__contains=written((rule_set.id,)))
    by_theme: dict[str, dict[str, list[int]]] = defaultdict(lambda: {side: [] for side in DrillVersion.Side})
    choices = standing.filter(kind=Drill.Kind.FOLLOW, current__side__in=DrillVersion.Side.values)
    for theme, side, key in choices.order_by("public_id").values_list("theme", "current__side", "pk"):
        by_theme[theme][side].append(key)
    kept = [key for sides in by_theme.values() for key in _evened(*sides.values())]
    return standing.filter(~Q(kind=Drill.Kind.FOLLOW) | Q(pk__in=kept))


def _evened(one: list[int], other: list[int]) -> list[int]:
    """Both sides, the longer one cut."""
    fewer, more = sorted((one, other), key=len)
    return fewer + more[: len(fewer) * MOST_OF_ONE_SIDE // (100 - MOST_OF_ONE_SIDE)]
