"""What an answer is worth: one choice of a drill, a side of it, or from memory thirteen cards at once.

Of "win or let it go" either side is an answer too, and as good as the best card that does so.

In a memory drill all thirteen must be right; two missed ones are nearly. How many were right is kept
with the attempt, so that part of a hand counts as part of it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from trainer.drills.choices import best_choices, choice_of, read_choices
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.sides import best_of_side, is_side
from trainer.drills.situations import read_situation
from trainer.engine.cards import Card, NotationError
from trainer.engine.notation import compact_cards, read_cards
from trainer.engine.rule_sets import FULL_PACK

CARDS_NAMED = FULL_PACK.hand
MOST_MISSED_NEARLY = 2


class UnknownChoice(ValueError):
    """An answer that the drill does not offer."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer as it is stored, with its verdict; `cards_right` only where cards were named."""

    choice: str
    verdict: str
    loss: float = 0.0
    cards_right: int | None = None


def judged(version: DrillVersion, key: str) -> Judged:
    """Judge an answer to a version; raise `UnknownChoice`. `version.drill` is loaded."""
    if version.drill.kind == Drill.Kind.MEMORY:
        return _judged_from_memory(version, key)
    choices = read_choices(version.drill.kind, version.choices)
    by_side = is_side(key) and version.drill.kind == Drill.Kind.FOLLOW
    choice = (
        best_of_side(choices, read_situation(version.position), key) if by_side else choice_of(choices, key)
    )
    if choice is None:
        raise UnknownChoice(key)
    return Judged(key, choice.verdict, choice.loss)


def named_cards(key: str) -> tuple[Card, ...]:
    """The cards of an answer from memory, in display order; raise `UnknownChoice`."""
    try:
        return tuple(sorted(read_cards(key)))
    except NotationError as error:
        raise UnknownChoice(key) from error


def written_cards(cards: Collection[Card]) -> str:
    """Cards as an answer spells them, the same in whatever order they were named."""
    return compact_cards(tuple(sorted(cards)))


def _judged_from_memory(version: DrillVersion, key: str) -> Judged:
    cards = named_cards(key)
    choices = read_choices(Drill.Kind.MEMORY, version.choices)
    offered = {choice.card for choice in choices}
    if len(set(cards)) != CARDS_NAMED or len(cards) != CARDS_NAMED or not offered.issuperset(cards):
        raise UnknownChoice(key)
    held = {choice.card for choice in best_choices(choices)}
    right = len(held.intersection(cards))
    return Judged(written_cards(cards), _verdict(right), cards_right=right)


def _verdict(right: int) -> str:
    if right == CARDS_NAMED:
        return Attempt.Verdict.RIGHT
    near = right >= CARDS_NAMED - MOST_MISSED_NEARLY
    return Attempt.Verdict.NEARLY if near else Attempt.Verdict.WRONG
