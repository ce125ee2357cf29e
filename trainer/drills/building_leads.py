"""Lead drills: which card to lead in phase one, where one group of touching cards is clearly best.

Few leads are: most cards lead to nearly the same. Positions come from the same self-play as those of
the follower; the net's glance passes over most of them. A deal gives at most one. A seed fixes
everything. The theme says what lies up, nothing about the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from trainer.engine.positions import Position
from trainer.engine.verification import seed_of

from .building_phase_one import DECISIONS, players, prize_theme
from .glance import lead_glance
from .judged import SHOWN, choices_of, clear_answer, difficulty, evidence, parts_of, why
from .self_play import positions_of_deal

LEAST_PROMISE = 0.2
TRIES = 2
MAX_WORLDS = 1200  # several groups may be best: it takes more to part them

type Drill = dict[str, Any]


def lead_drills(seed: int) -> Iterator[Drill]:
    """The drill of one seed's deal, or none."""
    rng = Random(f"lead {seed}")
    found = [
        (-lead_glance(position), number, position)
        for number, position in enumerate(positions_of_deal(rng, players(rng)))
        if position.led is None
    ]
    for promise, number, position in sorted(found, key=lambda one: one[:2])[:TRIES]:
        drill = verified(position, DECISIONS * seed + number) if -promise >= LEAST_PROMISE else None
        if drill is not None:
            yield drill
            return


def verified(position: Position, seed: int) -> Drill | None:
    """The drill, if one group of touching cards is clearly better than any other card."""
    answer = clear_answer(position, seed, MAX_WORLDS)
    if answer is None:
        return None
    choices, gap = choices_of(answer.uniform), answer.gap
    split = why(position, gap.card, gap.other, seed_of(seed, SHOWN))
    parted = {"card": str(gap.card), "other": str(gap.other)} | parts_of(split)
    facts = evidence(answer, choices) | {"best": str(gap.card), "next": str(gap.other), "split": parted}
    return {
        "theme": prize_theme(position),
        "seed": seed_of(seed, SHOWN),
        "question": "lead",
        "position": position.notation(),
        "choices": choices,
        "facts": facts | difficulty(answer, choices),
    }
