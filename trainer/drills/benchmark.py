"""Timings of the engine on one core: CPU time, after loading, clearing the table not counted.

Everything is measured in this process except loading and compiling, which have a process
of their own. The endings are timed at the door of the compiled search, as the C program
that they are compared with is; what Python adds to a call is measured beside it.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles

import numpy as np

from trainer.engine import ending_kernel, matches_kernel
from trainer.engine.beliefs import UNIFORM
from trainer.engine.cards import PACK, Card, Suit, card_bits
from trainer.engine.deals import shuffled_deal
from trainer.engine.ending_play import defence, played, refutation
from trainer.engine.ending_positions import Ending, legal_cards
from trainer.engine.endings import ending_values, shared_solver
from trainer.engine.estimates import estimate_cards
from trainer.engine.players import PLAYERS
from trainer.engine.policies import NET, policy_card, scratch, shared_weights, table_of
from trainer.engine.positions import Position, position_of
from trainer.engine.rule_sets import BASE
from trainer.engine.searches import truncated_values
from trainer.engine.state import new_state, play
from trainer.engine.verification import judge
from trainer.engine.worlds import world_source

ROOT = Path(__file__).resolve().parents[2]
TABLE_BITS = 15

# Hands as bits of both players, the first on lead, and trump as `Suit.index`.
type Hands = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Spread:
    """How a measured quantity is spread, in the unit that its name says."""

    median: float
    p95: float
    max: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Spread:
        """The spread of at least two numbers."""
        return cls(median(numbers), quantiles(numbers, n=20)[-1], max(numbers))


@dataclass(frozen=True, slots=True)
class EndingTimes:
    """All leads of endings, in milliseconds: with an empty table and once more; and the mean of nodes."""

    cold: Spread
    warm: Spread
    nodes: float


@dataclass(frozen=True, slots=True)
class PhaseOneTimes:
    """Microseconds of one net decision and of one roll-out, full and cut short after two tricks.

    And how long one choice of `strong` takes, in milliseconds, and one judged position, in
    seconds of CPU: where the answer is clear and where it isn't.
    """

    net_decision_us: float
    roll_out_us: float
    truncated_us: float
    strong_decision_ms: Spread
    clear_drill_s: float
    other_position_s: float


@dataclass(frozen=True, slots=True)
class StartTimes:
    """Seconds of a process that compiles everything, of one that loads it, and peak memory in MiB."""

    compile_s: float
    load_s: float
    peak_memory_mib: float


def start_times() -> StartTimes:
    """Compile into an empty folder in a process of its own, then load from there in another."""
    with tempfile.TemporaryDirectory() as folder:
        compile_s, load_s = _warm_up_seconds(folder), _warm_up_seconds(folder)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return StartTimes(compile_s, load_s, peak / 1024)


def start_up_seconds() -> float:
    """A process of its own that loads everything compiled (or compiles it, if nothing is kept) and ends."""
    return _warm_up_seconds(None)


def _warm_up_seconds(folder: str | None) -> float:
    kept = os.environ | ({"NUMBA_CACHE_DIR": folder} if folder else {})
    code = "from trainer.engine.warm_up import warm_up; warm_up()"
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=kept)
    return time.perf_counter() - begun


def random_endings(deals: int, seed: int) -> list[Hands]:
    """Thirteen cards each, and any trump."""
    rng = Random(seed)
    found: list[Hands] = []
    for _ in range(deals):
        cards = rng.sample(range(52), 26)
        mine, theirs = (sum(1 << card for card in hand) for hand in (cards[:13], cards[13:]))
        found.append((mine, theirs, rng.randrange(4)))
    return found


def endings_in(file: Path) -> list[Hands]:
    """The endings of a file in the phase-two format, one JSON object a line."""
    with file.open(encoding="utf-8") as lines:
        endings = [Ending.from_json(json.loads(line)) for line in lines if line.strip()]
    return [(card_bits(e.hands[e.leader]), card_bits(e.hands[1 - e.leader]), e.trump.index) for e in endings]


def ending_times(endings: Sequence[Hands]) -> EndingTimes:
    """All leads, each ending first with an empty table, then once more."""
    block = ending_kernel.new_block(TABLE_BITS)
    address, values = block.ctypes.data, ending_kernel.new_values()
    cold: list[float] = []
    warm: list[float] = []
    nodes: list[int] = []
    for mine, theirs, trump in endings:
        ending_kernel.clear_table(block)
        for times in (cold, warm):
            begun = time.process_time_ns()
            ending_kernel.hands_lead_values(address, mine, theirs, trump, values)
            times.append((time.process_time_ns() - begun) / 1e6)
            if times is cold:
                nodes.append(int(block[ending_kernel.NODES_AT // 8]))
    return EndingTimes(Spread.of(cold), Spread.of(warm), mean(nodes))


@dataclass(frozen=True, slots=True)
class PlayedOnTimes:
    """A card in an ending played on, in milliseconds: the defence, what the card cost, its refutation.

    `known` is the usual case, where the process has met the line so far; `anew` replays the whole line with
    an empty table. `ratio` is the first beside all leads of the same endings, solved with an empty table.
    """

    known: Spread
    anew: Spread
    ratio: float


def played_on_times(endings: Sequence[Hands], seed: int) -> PlayedOnTimes:
    """Endings played on with any legal card, so that there are slips to refute."""
    rng = Random(seed)
    known: list[float] = []
    anew: list[float] = []
    for mine, theirs, trump in endings:
        cards: tuple[Card, ...] = ()
        start = Ending(tuple(Suit)[trump], 0, (_cards(mine), _cards(theirs)))
        while not (before := played(start, cards).ending).is_over:
            cards = (*cards, rng.choice(legal_cards(before)))
            known.append(_played_ms(start, cards))
        shared_solver().clear()
        played.cache_clear()
        defence.cache_clear()
        anew.append(_played_ms(start, cards))
    solved = ending_times(endings).cold.median
    return PlayedOnTimes(Spread.of(known), Spread.of(anew), median(known) / solved)


def _cards(bits: int) -> tuple[Card, ...]:
    return tuple(card for card in PACK if bits >> card.index & 1)


def _played_ms(start: Ending, cards: tuple[Card, ...]) -> float:
    begun = time.process_time_ns()
    refutation(played(start, cards).turns[-1])
    return (time.process_time_ns() - begun) / 1e6


def call_overhead_us() -> float:
    """Microseconds of `ending_values` with one card each: what Python adds to a search."""
    ending = Ending.parse("phase2.S.0.SK.SQ.-")
    return _micros(lambda: ending_values(ending), times=2000)


def phase_one_times(seed: int) -> PhaseOneTimes:
    """Everything about phase one, by the net, on positions of its own play."""
    positions = self_play_positions(deals=8, seed=seed)
    strong = PLAYERS["strong"]
    strong_ms: list[float] = []
    for number, position in enumerate(positions):
        begun = time.process_time_ns()
        strong.choose(position, number)
        strong_ms.append((time.process_time_ns() - begun) / 1e6)
    clear, other = _judged_seconds(positions[:: len(positions) // 24], seed)
    return PhaseOneTimes(
        net_decision_us(positions),
        roll_out_us(positions[0]),
        mean(truncated_us(position) for position in positions[5:20:5]),
        Spread.of(strong_ms),
        clear,
        other,
    )


def self_play_positions(deals: int, seed: int) -> list[Position]:
    """All decisions of phase one in some deals of the net against itself, in order."""
    rng = Random(seed)
    found: list[Position] = []
    for _ in range(deals):
        state = new_state(shuffled_deal(rng, dealer=rng.randrange(2)))
        while state.phase == 1:
            position = position_of(state, state.to_play)
            found.append(position)
            state = play(state, policy_card(NET, position, rng))
    return found


def net_decision_us(positions: Iterable[Position], times: int = 50) -> float:
    """Microseconds of one choice by the net, mean over the positions."""
    tables = np.array([table_of(position) for position in positions] * times)
    weights, stream = shared_weights("net", BASE), np.zeros(1, dtype=np.uint64)
    work = scratch()
    return _micros(lambda: matches_kernel.choose_all(weights, work, tables, stream), times=1) / len(tables)


def roll_out_us(position: Position, worlds: int = 2000) -> float:
    """Microseconds of a roll-out to the exact ending; drawing the worlds is included."""
    estimate_cards(position, worlds=1, seed=1, belief=UNIFORM)
    begun = time.process_time_ns()
    estimate = estimate_cards(position, worlds=worlds, seed=1, belief=UNIFORM)
    return (time.process_time_ns() - begun) / 1e3 / (worlds * len(estimate.groups))


def truncated_us(position: Position, worlds: int = 2000) -> float:
    """Microseconds of a roll-out of this trick and the next, valued by the net from both seats."""
    source = world_source(position, belief=UNIFORM, policy="net", seed=1)
    drawn = source.draw(worlds)
    cards, table = np.array([position.hand[0].index], dtype=np.int64), table_of(position)
    weights = shared_weights("net", position.rule_set)
    return _micros(lambda: truncated_values(table, drawn, cards, 1, weights), times=1) / worlds


def _judged_seconds(positions: Iterable[Position], seed: int) -> tuple[float, float]:
    """Mean seconds of CPU to judge a position whose answer is clear, and any other."""
    seconds: dict[bool, list[float]] = {True: [], False: []}
    for position in positions:
        begun = time.process_time_ns()
        judgement = judge(position, seed=seed)
        seconds[judgement.is_clear].append((time.process_time_ns() - begun) / 1e9)
    clear, other = (mean(found) if found else 0.0 for found in (seconds[True], seconds[False]))
    return clear, other


def _micros(call: Callable[[], object], times: int) -> float:
    """Microseconds of CPU of one call, after a first one that is not counted."""
    call()
    begun = time.process_time_ns()
    for _ in range(times):
        call()
    return (time.process_time_ns() - begun) / 1e3 / times


def as_fields(times: EndingTimes | PlayedOnTimes | PhaseOneTimes | StartTimes) -> dict[str, object]:
    """The measured numbers as JSON fields, rounded to what they mean."""
    return {name: _rounded(value) for name, value in asdict(times).items()}


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return round(value, 5) if isinstance(value, float) else value
