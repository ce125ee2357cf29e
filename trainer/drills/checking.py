"""Computing library drills again: does every drill still say what the engine says?

With its own seed a drill must come out the same: the same cards with the least loss
and every number within 1e-6. *Fresh* seeds ask whether the answer holds: the better
side must be the same, unless the gap re-measures under 0.3 tricks, which is no
disagreement but a close call. Endings, memory and rules have no seed in their answer and
are always computed anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from trainer.engine.cards import Card
from trainer.engine.ending_positions import Ending
from trainer.engine.endings import ending_values
from trainer.engine.grading import verdict_of
from trainer.engine.positions import Position, legal_cards
from trainer.engine.scoring import Scoring, deal_points
from trainer.engine.tricks import beats

from .building_rules import DRAW, LEGAL, NEXT_LEAD, SCORE, WINNER
from .checking_endings import check_memory, check_solution
from .checking_phase_one import check_fresh, check_phase_one
from .comparing import differences

type Drill = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A drill that computes to something else, and what."""

    drill: str
    reason: str

    def __str__(self) -> str:
        return f"{self.drill}: {self.reason}"


def sample_of(drills: list[Drill], size: int | None, seed: int) -> list[Drill]:
    """`size` drills, spread over the kinds as the library is; all if None."""
    if size is None or size >= len(drills):
        return drills
    return Random(seed).sample(drills, size)


def disagreements(
    drills: Iterable[Drill], fresh: int | None = None
) -> Iterator[tuple[Drill, list[Disagreement]]]:
    """Every drill with what is wrong with it; `fresh` moves the seeds of estimates."""
    for drill in drills:
        yield drill, [Disagreement(drill["id"], reason) for reason in check(drill, fresh)]


def check(drill: Drill, fresh: int | None = None) -> Iterator[str]:
    """The reasons why a drill is wrong, none if it is right."""
    verdicts = set(_verdicts(drill))
    if not {"right", "wrong"} <= verdicts:
        yield "there is no right or no wrong choice"
    match drill["kind"]:
        case "follow" | "lead" if fresh is not None:
            yield from check_fresh(drill, fresh)
        case "follow" | "lead":
            yield from check_phase_one(drill)
        case "ending":
            yield from _check_ending(drill)
            yield from check_solution(drill)
        case "memory":
            yield from check_memory(drill)
        case "rules":
            yield from _check_rules(drill)
        case kind:
            yield f"kind {kind!r} cannot be checked"


def _verdicts(drill: Drill) -> Iterator[str]:
    for choice in drill["choices"].values():
        if drill["kind"] in {"rules", "memory"}:
            yield "right" if choice["right"] else "wrong"
        else:
            yield verdict_of(choice["loss"])


def _check_ending(drill: Drill) -> Iterator[str]:
    values = ending_values(Ending.parse(drill["position"]))
    most = max(values.values(), default=0)
    computed = {
        str(card): {"tricks": float(tricks), "loss": float(most - tricks)} for card, tricks in values.items()
    }
    yield from differences(computed, drill["choices"])


def _check_rules(drill: Drill) -> Iterator[str]:
    right = _RIGHT_ANSWERS[drill["question"]](drill)
    stored = {key for key, choice in drill["choices"].items() if choice["right"]}
    if stored != right:
        yield f"right are {', '.join(sorted(right))}, not {', '.join(sorted(stored))}"


def _legal(drill: Drill) -> set[str]:
    return {str(card) for card in legal_cards(Position.parse(drill["position"]))}


def _winner(drill: Drill) -> set[str]:
    lead, reply, won = _trick(drill)
    return {str(reply if won else lead)}


def _draw(drill: Drill) -> set[str]:
    return {"upcard" if _trick(drill)[2] else "hidden"}


def _next_lead(drill: Drill) -> set[str]:
    return {"you" if _trick(drill)[2] else "opponent"}


def _score(drill: Drill) -> set[str]:
    own, other = drill["facts"]["tricks"]
    return {f"points:{max(deal_points((own, other), Scoring(drill['facts']['scoring'])))}"}


def _trick(drill: Drill) -> tuple[Card, Card, bool]:
    """The lead, the player's reply and whether the reply wins."""
    position = Position.parse(drill["position"])
    reply = Card.parse(drill["facts"]["reply"])
    if position.led is None or reply not in legal_cards(position):
        raise ValueError(f"{drill['id']}: {reply} is no reply in {drill['position']}")
    return position.led, reply, beats(reply, position.led, position.trump)


_RIGHT_ANSWERS: dict[str, Callable[[Drill], set[str]]] = {
    LEGAL: _legal,
    WINNER: _winner,
    DRAW: _draw,
    NEXT_LEAD: _next_lead,
    SCORE: _score,
}
