"""Working out anew under which rule sets the answers of shipped drills hold.

When a rule set gets better weights, the answers of phase one stay what they are by their own rules,
but under those rules they may hold or no longer hold. A drill that names today's weights is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from trainer.engine.positions import Position

from .judged import holding, weights
from .pieces import read_lines, text_of, write_text

AT_ONCE = 48  # drills between two writings of the file

type Drill = dict[str, Any]


def is_renewed(drill: Drill) -> bool:
    """Whether the drill was worked out with today's weights; those without weights always are."""
    return bool(drill["facts"].get("weights", weights()) == weights())


def renewed(drill: Drill) -> Drill:
    """The drill with the rule sets under which its answer holds today.

    Raises `ValueError` if the weights of its own rules have changed too: then its answer must be found anew.
    """
    if not drill["facts"]["weights"].items() <= weights().items():
        raise ValueError(f"drill {drill['id']} was judged with other weights: make the drills anew")
    held = holding(Position.parse(drill["position"]), drill["choices"], drill["facts"]["judge_seed"])
    return drill | {"facts": drill["facts"] | {"weights": weights(), "holds_under": held}}


def renew(path: Path, workers: int) -> Iterator[int]:
    """Renew the drills of a library file and write it now and then; yield how many more are done."""
    drills = read_lines(path)
    old = [place for place, drill in enumerate(drills) if not is_renewed(drill)]
    if not old:
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for first in range(0, len(old), AT_ONCE):
            places = old[first : first + AT_ONCE]
            for place, drill in zip(places, pool.map(renewed, [drills[p] for p in places]), strict=True):
                drills[place] = drill
            write_text(path, text_of(drills))
            yield len(places)
