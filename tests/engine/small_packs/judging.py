"""The engine's own method on the decisions of a small pack, held against the equilibrium.

Sampler, beliefs, roll-outs and acceptance are those of every drill. Only the policies
are others, since the nets are trained for the full pack: two nets of the same make,
trained for the small one by the same self-play (see `nets`). The margin of a clear answer is
`verification.scale_of` times that of the full pack: 0.118 tricks with two cards a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from tests.engine.small_packs.equilibrium import Known
from trainer.engine.estimates import sample_of
from trainer.engine.policies import Policy, policy_card
from trainer.engine.positions import Position
from trainer.engine.verification import BATCH, MAX_WORLDS, judge, settle, sides_of

# Values of sets that come up rarely are less sure than the exploitability suggests.
RIGHT_WITHIN = 0.001


@dataclass(frozen=True, slots=True)
class Held:
    """One decision, answered: how often it comes up, whether the answer stands, what it loses.

    `loss` is of the best card by the answer, `most_lost` of the worst that counts as right,
    in tricks by the equilibrium.
    """

    reach: float
    is_clear: bool
    loss: float
    most_lost: float

    @property
    def is_right(self) -> bool:
        """Whether an equilibrium may play every card that counts as right."""
        return self.most_lost <= RIGHT_WITHIN


def position_of(size: str, known: str) -> Position:
    """The engine's position of an information set."""
    return Position.parse(f"phase1.base-{size}.{known}")


def judged(
    size: str, sets: Mapping[str, Known], names: Iterable[str], policies: tuple[str, str]
) -> Iterator[Held]:
    """Decisions answered by the whole rule: both beliefs, fresh worlds, second policy."""
    for name in names:
        judgement = judge(position_of(size, name), seed=7, policies=policies)
        if judgement.is_clear and judgement.runs:
            best = judgement.uniform.best_of(judgement.best)
            yield _held(sets[name], True, str(best), map(str, judgement.best))
        else:
            yield Held(sets[name].reach, False, 0.0, 0.0)


def judged_by_one_belief(
    size: str, sets: Mapping[str, Known], names: Iterable[str], policy: str, belief: str
) -> Iterator[Held]:
    """Decisions answered by one run under one belief, which nothing confirms."""
    for name in names:
        position = position_of(size, name)
        if len(sides_of(position)) > 1:
            sample = sample_of(position, seed=7, policy=policy, belief=belief)
            run = settle([sample], sides_of(position), MAX_WORLDS, BATCH)
            best = str(run.gaps[belief].card)
            yield _held(sets[name], run.verdict == "clear", best, [best])


def bare_play(size: str, sets: Mapping[str, Known], names: Iterable[str], policy: Policy) -> Iterator[Held]:
    """What a policy plays by itself."""
    for name in names:
        card = str(policy_card(policy, position_of(size, name), Random(1)))
        yield _held(sets[name], True, card, [card])


def _held(known: Known, is_clear: bool, best: str, right: Iterable[str]) -> Held:
    return Held(known.reach, is_clear, known.loss(best), max(map(known.loss, right)))


def drawn(sets: Mapping[str, Known], count: int, seed: int) -> list[str]:
    """Decisions as they come up in play, drawn by their reach, one as often as it comes."""
    names = sorted(sets)
    return Random(seed).choices(names, [sets[name].reach for name in names], k=count)


def share_right(held: Iterable[Held]) -> float:
    """How many of the answers that stand are right, each counted once."""
    clear = [one for one in held if one.is_clear]
    return sum(one.is_right for one in clear) / len(clear)


def reach_right(held: Iterable[Held]) -> float:
    """How many of the answers that stand are right, by how often they come up."""
    clear = [one for one in held if one.is_clear]
    return sum(one.reach for one in clear if one.is_right) / sum(one.reach for one in clear)
