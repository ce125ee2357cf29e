"""Computing phase-one drills again: the same numbers by their own seed, the same side by a fresh one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trainer.engine.cards import Card
from trainer.engine.positions import Position
from trainer.engine.verification import CLEAR_TRICKS, gap_of, sides_of
from trainer.engine.worlds import INFERRED

from .comparing import differences
from .judged import DIGITS, choices_of, holding, parts_of, shown_estimates, weights, why

FRESH_SEEDS = 1_000_000_007  # beyond any seed of a shipped drill

type Drill = dict[str, Any]


def check_phase_one(drill: Drill) -> Iterator[str]:
    """What differs under the drill's own seed: choices, the gap under the other belief, the reasons."""
    position, facts = Position.parse(drill["position"]), drill["facts"]
    if facts["weights"] != weights():
        yield f"the weights are {weights()}, not {facts['weights']}"
        return
    inferred = facts["inferred"]
    shown = shown_estimates(position, drill["seed"], facts["worlds"], inferred["worlds"], facts["policy"])
    yield from differences(choices_of(shown[facts["belief"]]), drill["choices"])
    gap = gap_of(shown[INFERRED], sides_of(position)).tricks
    found = {"inferred": {"gap": round(gap.mean, DIGITS), "gap_se": round(gap.se, DIGITS)}}
    yield from differences(found, {"inferred": inferred})
    held = holding(position, drill["choices"], facts["judge_seed"])
    if held != facts["holds_under"]:
        yield f"the answer holds under {' '.join(held)}, not {' '.join(facts['holds_under'])}"
    if "why" in facts:
        reason = facts["why"]
        parted = why(position, Card.parse(reason["win"]), Card.parse(reason["duck"]), drill["seed"])
        yield from differences(parts_of(parted)["terms"], reason["terms"])


def check_fresh(drill: Drill, fresh: int) -> Iterator[str]:
    """Whether another side is better by a clear margin in other worlds, under either belief."""
    position, facts = Position.parse(drill["position"]), drill["facts"]
    sides = sides_of(position)
    right = [Card.parse(key) for key, numbers in drill["choices"].items() if numbers["loss"] == 0]
    best = next(side for side in sides if right[0] in side)
    worlds = max(facts["worlds"], facts["inferred"]["worlds"])
    shown = shown_estimates(position, FRESH_SEEDS + fresh, worlds, worlds, facts["policy"])
    for belief, estimate in shown.items():
        gap = gap_of(estimate, sides)
        if gap.card not in best and gap.tricks.mean >= CLEAR_TRICKS:
            yield (
                f"under the {belief} belief {gap.card} is better than {gap.other} by {gap.tricks.mean:.3f} "
                f"± {2 * gap.tricks.se:.3f} tricks, not {' '.join(map(str, right))}"
            )
