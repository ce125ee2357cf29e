"""What a phase-one drill records of a judged position: every card's numbers, and how they were found.

The answer is found by `trainer.engine.verification`: screened, verified under both beliefs, confirmed
in fresh worlds and with a second policy. The numbers that a learner sees come from worlds that had no
part in that, so that having been picked does not flatter them; in those worlds, too, the answer must
be clear.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from trainer.engine.beliefs import UNIFORM
from trainer.engine.cards import Card
from trainer.engine.estimates import BASE_POLICY, PositionEstimate, estimate_cards, touching_groups
from trainer.engine.grading import verdict_of
from trainer.engine.policies import POLICIES, policy_card
from trainer.engine.positions import Position
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.splits import Split, split
from trainer.engine.verification import (
    SECOND_POLICY,
    Gap,
    Judgement,
    Run,
    gap_of,
    holds_under,
    judge,
    seed_of,
    sides_of,
)
from trainer.engine.worlds import INFERRED

from .recipes import recipe_of, weights_hash

MAX_WORLDS = 800
SHOWN_WORLDS = 800
INFERRED_WORLDS = 400
WHY_WORLDS = 400
HOLDS_WORLDS = 200
SHOWN = 5  # the run of worlds that is shown, after those of the judgement
DIGITS = 5
# Advice that a drill may fool, besides the best play.
ADVISERS = ("tips", "weighed", BASE_POLICY)

type Drill = dict[str, Any]
type Numbers = dict[str, float]


@dataclass(frozen=True, slots=True)
class Answer:
    """A position with a clear answer, and the estimates that are shown."""

    judgement: Judgement
    shown: dict[str, PositionEstimate]

    @property
    def position(self) -> Position:
        """What is asked."""
        return self.judgement.position

    @property
    def uniform(self) -> PositionEstimate:
        """The estimate whose numbers are shown."""
        return self.shown[UNIFORM]

    @property
    def gap(self) -> Gap:
        """What lies between the best side and the next in the shown numbers."""
        return gap_of(self.uniform, sides_of(self.position))


def clear_answer(position: Position, seed: int, max_worlds: int = MAX_WORLDS) -> Answer | None:
    """Judge a position; None unless its answer is clear throughout, also in the worlds that are shown."""
    judgement = judge(position, seed=seed, max_worlds=max_worlds)
    if not judgement.is_clear:
        return None
    shown = shown_estimates(position, seed_of(seed, SHOWN), SHOWN_WORLDS, INFERRED_WORLDS)
    sides = sides_of(position)
    gaps = [gap_of(estimate, sides) for estimate in shown.values()]
    best = next(side for side in sides if judgement.best[0] in side)
    if not gaps[0].is_clear or any(gap.card not in best for gap in gaps):
        return None
    return Answer(judgement, shown)


def shown_estimates(
    position: Position, seed: int, worlds: int, inferred: int, policy: str = BASE_POLICY
) -> dict[str, PositionEstimate]:
    """Every card under both beliefs."""
    return {
        belief: estimate_cards(position, worlds=count, seed=seed, policy=policy, belief=belief)
        for belief, count in ((UNIFORM, worlds), (INFERRED, inferred))
    }


def choices_of(estimate: PositionEstimate) -> dict[str, Numbers]:
    """Every legal card with its numbers; the loss is against the best card, in the same worlds."""
    best = estimate.best_of(list(estimate.cards))
    choices: dict[str, Numbers] = {}
    for card, result in estimate.cards.items():
        lost = estimate.difference(best, card)
        numbers = {
            "tricks": result.tricks,
            "se": result.se,
            "win": result.win,
            "win_se": result.win_se,
            "loss": max(lost.mean, 0.0),
            "loss_se": lost.se,
        }
        choices[str(card)] = {name: round(number, DIGITS) for name, number in numbers.items()}
    return choices


def holding(position: Position, choices: Mapping[str, Numbers], seed: int) -> list[str]:
    """Ids of the rule sets under which the cards that cost nothing are clearly right, its own first of all.

    `seed` is the judgement's.
    """
    right = [Card.parse(key) for key, numbers in choices.items() if numbers["loss"] == 0]
    holds = holds_under(position, right, seed=seed, worlds=HOLDS_WORLDS)
    return [name for name, does in holds.items() if does]


def evidence(answer: Answer, choices: Mapping[str, Numbers]) -> dict[str, Any]:
    """How the numbers came about, as facts of the drill."""
    estimate, gap = answer.uniform, answer.gap
    inferred = gap_of(answer.shown[INFERRED], sides_of(answer.position)).tricks
    return {
        "method": "enumerated" if estimate.is_enumerated else "rollouts",
        "worlds": estimate.worlds,
        "policy": estimate.policy,
        "belief": estimate.belief,
        "gap": round(gap.tricks.mean, DIGITS),
        "gap_se": round(gap.tricks.se, DIGITS),
        "inferred": {
            "worlds": answer.shown[INFERRED].worlds,
            "gap": round(inferred.mean, DIGITS),
            "gap_se": round(inferred.se, DIGITS),
        },
        "judge_seed": answer.judgement.seed,
        "runs": [run_facts(run) for run in answer.judgement.runs[1:]],
        "groups": [[str(card) for card in group] for group in touching_groups(answer.position)],
        "weights": weights(),
        "holds_under": holding(answer.position, choices, answer.judgement.seed),
    }


def run_facts(run: Run) -> dict[str, Any]:
    """One run of worlds: its policy and seed, and by belief gap, standard error and worlds."""
    found: dict[str, Any] = {"policy": run.policy, "seed": run.seed}
    for belief, gap in run.gaps.items():
        numbers = (round(gap.tricks.mean, DIGITS), round(gap.tricks.se, DIGITS))
        found[belief] = [*numbers, run.worlds[belief]]
    return found


def difficulty(answer: Answer, choices: Mapping[str, Numbers]) -> dict[str, Any]:
    """How hard the drill may be, 0 to 1, from what tempts: whom it fools, how close, how many ways to err.

    Half the weight lies on the share of advisers that choose wrong, the rest on how small the gap is
    and on the share of cards that are wrong. A guess to begin with, until learners have answered.
    """
    fooled = [name for name in dict.fromkeys(ADVISERS) if _errs(name, answer.position, choices)]
    wrong = sum(verdict_of(numbers["loss"]) == "wrong" for numbers in choices.values())
    share = len(fooled) / len(dict.fromkeys(ADVISERS))
    closeness = min(1.0, 0.3 / answer.gap.tricks.mean)
    level = 0.5 * share + 0.3 * closeness + 0.2 * wrong / len(choices)
    return {"difficulty": round(level, 2), "fooled": fooled}


def _errs(name: str, position: Position, choices: Mapping[str, Numbers]) -> bool:
    card = policy_card(POLICIES[name], position, Random(0))
    return verdict_of(choices[str(card)]["loss"]) != "right"


def why(position: Position, card: Card, other: Card, seed: int) -> Split:
    """The difference of two cards in named parts, in worlds of the run that is shown."""
    return split(position, card, other, worlds=WHY_WORLDS, seed=seed, policy=BASE_POLICY)


def parts_of(parted: Split) -> dict[str, Any]:
    """The parts and their sum as facts."""
    rounded = {
        name: {"tricks": round(part.mean, DIGITS), "se": round(part.se, DIGITS)}
        for name, part in {**parted.parts, "sum": parted.total}.items()
    }
    total = rounded.pop("sum")
    return {"terms": rounded, "sum": total}


def judging_recipe() -> str:
    """What the judged drills depend on beside their seeds."""
    return recipe_of(weights())


@cache
def weights() -> dict[str, str]:
    """Which weights played, by policy, and by policy and rule set where other rules have their own."""
    own = {
        f"{BASE_POLICY}-{name}": weights_hash(BASE_POLICY, RULE_SETS[name])
        for name in POLICIES[BASE_POLICY].under
    }
    return {name: weights_hash(name) for name in (BASE_POLICY, SECOND_POLICY)} | own
