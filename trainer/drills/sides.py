"""Win the trick or let it go, as an answer by itself: worth what the best card of that side is worth."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.drills.choices import Choice, choice_of
from trainer.drills.models import DrillVersion
from trainer.drills.situations import Situation, takes_trick

WIN, DUCK = DrillVersion.Side.WIN, DrillVersion.Side.DUCK


def is_side(key: str) -> bool:
    """Whether an answer names a side and no card."""
    return key in DrillVersion.Side.values


def best_of_side(choices: Sequence[Choice], situation: Situation, side: str) -> Choice | None:
    """The best choice that wins the trick, or that lets it go; `choices` stand best first."""
    wins = side == WIN
    return next((each for each in choices if each.card and takes_trick(situation, each.card) == wins), None)


def meant_choice(choices: Sequence[Choice], situation: Situation, key: str) -> Choice | None:
    """The choice that an answer stands for: its card, or the best one of the side it names."""
    return best_of_side(choices, situation, key) if is_side(key) else choice_of(choices, key)
