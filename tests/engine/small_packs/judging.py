"""The engine's own method on the decisions of a small pack, held against the equilibrium.

Sampler, beliefs, roll-outs and acceptance are those of every drill. Only the policies
are others, since the nets are trained for the full pack: two nets of the same make, trained for
the small one by the same self-play from two seeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from tests.engine.small_packs.equilibrium import Known
from trainer.engine.positions import Position
from trainer.engine.verification import Judgement, judge

# Sets that come up more rarely have values less sure than the exploitability suggests.
SURE = 0.001


@dataclass(frozen=True, slots=True)
class Held:
    """One judged decision: how often it comes up, whether the answer stands, what its cards lose.

    `loss` is of the best card by the judgement, `worst_loss` of the worst that counts as right,
    both in tricks by the equilibrium.
    """

    known: str
    reach: float
    is_clear: bool
    loss: float
    worst_loss: float


def position_of(size: str, known: str) -> Position:
    """The engine's position of an information set."""
    return Position.parse(f"phase1.base-{size}.{known}")


def held_against(
    size: str, sets: Mapping[str, Known], names: Iterable[str], policies: tuple[str, str]
) -> list[Held]:
    """Judge decisions and hold each against the equilibrium."""
    return [
        _held(name, sets[name], judge(position_of(size, name), seed=7, policies=policies)) for name in names
    ]


def _held(name: str, known: Known, judgement: Judgement) -> Held:
    best = judgement.uniform.best_of(judgement.best)
    return Held(
        name,
        known.reach,
        judgement.is_clear and len(judgement.runs) > 0,
        known.loss(str(best)),
        max(known.loss(str(card)) for card in judgement.best),
    )


def drawn(sets: Mapping[str, Known], count: int, seed: int) -> list[str]:
    """Decisions as they come up in play: drawn by their reach, with repetition."""
    names = sorted(sets)
    return Random(seed).choices(names, [sets[name].reach for name in names], k=count)


def share(held: Iterable[Held], right: Iterable[Held]) -> float:
    """The share of reach that is right."""
    return sum(one.reach for one in right) / sum(one.reach for one in held)
