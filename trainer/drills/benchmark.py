"""Timings of the engine: CPU time, after loading, clearing the table not counted."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles

from trainer.engine.beliefs import UNIFORM
from trainer.engine.deals import shuffled_deal
from trainer.engine.endings import Solver
from trainer.engine.estimates import estimate_cards
from trainer.engine.positions import position_of
from trainer.engine.state import new_state


@dataclass(frozen=True, slots=True)
class EndingTimes:
    """Milliseconds for all leads of an ending, and the mean number of nodes."""

    median: float
    p95: float
    most: float
    nodes: float


def start_up_seconds() -> float:
    """A process of its own that loads everything compiled (or compiles it, if nothing is kept) and ends."""
    begun = time.perf_counter()
    code = "from trainer.engine.warm_up import warm_up; warm_up()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).resolve().parents[2])
    return time.perf_counter() - begun


def ending_times(deals: int, seed: int) -> EndingTimes:
    """All leads of random endings of 13 cards, each with an empty table."""
    solver, rng = Solver(), Random(seed)
    times: list[float] = []
    nodes: list[int] = []
    for _ in range(deals):
        cards = rng.sample(range(52), 26)
        mine, theirs = (sum(1 << card for card in hand) for hand in (cards[:13], cards[13:]))
        solver.clear()
        begun = time.process_time_ns()
        solver.lead_tricks(mine, theirs, rng.randrange(4))
        times.append((time.process_time_ns() - begun) / 1e6)
        nodes.append(solver.nodes)
    return EndingTimes(median(times), quantiles(times, n=20)[-1], max(times), mean(nodes))


def rollout_micros(worlds: int, seed: int) -> float:
    """Microseconds of a roll-out from the first lead of a deal to its exact ending; mean of ten deals."""
    return mean(_first_position_micros(worlds, seed + number) for number in range(10))


def _first_position_micros(worlds: int, seed: int) -> float:
    state = new_state(shuffled_deal(Random(seed)))
    position = position_of(state, state.to_play)
    begun = time.process_time_ns()
    estimate = estimate_cards(position, worlds=worlds, seed=seed, belief=UNIFORM)
    return (time.process_time_ns() - begun) / 1e3 / (worlds * len(estimate.groups))
