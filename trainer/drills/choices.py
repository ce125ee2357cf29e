"""The choices of a drill with their stored numbers, and what they are worth as answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trainer.drills.models import Attempt, Drill
from trainer.engine.cards import Card, NotationError
from trainer.engine.grading import verdict_of
from trainer.engine.results import MARGIN_ERRORS, Estimate, Exact


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: its key, the card it is (if any), what it loses and the result it leads to.

    `loss` is in tricks against the best choice, `loss_margin` half its 95 % interval (0 if exact).
    """

    key: str
    card: Card | None
    verdict: str
    loss: float = 0.0
    loss_margin: float = 0.0
    result: Estimate | Exact | None = None


def read_choices(kind: str, stored: Mapping[str, Mapping[str, Any]], worlds: int = 1) -> tuple[Choice, ...]:
    """All choices of a version, best first; `worlds` is the number of deals played out."""
    read = [_read_choice(kind, key, numbers, worlds) for key, numbers in stored.items()]
    return tuple(sorted(read, key=_by_loss))


def _read_choice(kind: str, key: str, numbers: Mapping[str, Any], worlds: int) -> Choice:
    card = card_of(key)
    if kind in {Drill.Kind.RULES, Drill.Kind.MEMORY}:
        verdict = Attempt.Verdict.RIGHT if numbers["right"] else Attempt.Verdict.WRONG
        return Choice(key, card, verdict)
    loss = float(numbers["loss"])
    if kind == Drill.Kind.ENDING:
        return Choice(key, card, verdict_of(loss), loss, result=Exact(numbers["tricks"]))
    estimate = Estimate(numbers["tricks"], numbers["se"], numbers["win"], numbers["win_se"], worlds)
    return Choice(key, card, verdict_of(loss), loss, MARGIN_ERRORS * numbers["loss_se"], estimate)


def _by_loss(choice: Choice) -> tuple[float, bool, tuple[int, int]]:
    order = choice.card.display_key if choice.card else (9, 0)
    return choice.loss, choice.verdict != Attempt.Verdict.RIGHT, order


def card_of(key: str) -> Card | None:
    """The card that a choice's key names, or None for a word."""
    try:
        return Card.parse(key)
    except NotationError:
        return None


def best_choices(choices: Sequence[Choice]) -> list[Choice]:
    """The right choices, best first."""
    return [choice for choice in choices if choice.verdict == Attempt.Verdict.RIGHT]


def choice_of(choices: Sequence[Choice], key: str) -> Choice | None:
    """The choice with a key, or None."""
    return next((choice for choice in choices if choice.key == key), None)
