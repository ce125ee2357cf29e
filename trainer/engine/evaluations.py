"""A judgement as JSON: what `manage.py evaluate` prints.

`tricks` and `win` are under the uniform belief, with standard errors; `diff` is what a
card takes more than the best card, so 0 or less, in the same worlds. A judgement that
the second policy does not share is called close.
"""

from __future__ import annotations

from typing import Any

from .beliefs import UNIFORM
from .cards import Card
from .verification import Judgement
from .worlds import INFERRED

DIGITS = 6


def evaluation_of(judgement: Judgement) -> dict[str, Any]:
    """The fields of a judgement that looked at both beliefs."""
    verdict = "close" if judgement.verdict == "policies differ" else judgement.verdict
    return {
        "cards": {str(card): _numbers(judgement, card) for card in judgement.estimates[UNIFORM].cards},
        "groups": [[str(card) for card in group] for group in judgement.groups],
        "worlds": judgement.estimates[INFERRED].worlds,
        "verdict": verdict,
        "best": [str(card) for card in judgement.best],
    }


def _numbers(judgement: Judgement, card: Card) -> dict[str, float]:
    uniform, inferred = judgement.estimates[UNIFORM], judgement.estimates[INFERRED]
    ours, theirs = uniform.estimate(card), inferred.estimate(card)
    behind = uniform.difference(card, uniform.best_of(list(uniform.cards)))
    numbers = {
        "tricks": ours.tricks,
        "se": ours.se,
        "win": ours.win,
        "win_se": ours.win_se,
        "tricks_inferred": theirs.tricks,
        "se_inferred": theirs.se,
        "win_inferred": theirs.win,
        "diff": behind.mean,
        "diff_se": behind.se,
    }
    return {name: round(number, DIGITS) + 0.0 for name, number in numbers.items()}
