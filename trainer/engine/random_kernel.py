"""Random numbers for compiled code: a seed and a place in the stream give the same number anywhere.

SplitMix64 (Steele, Lea and Flood, 2014): a counter, mixed. World `i` of a seed has
a stream of its own, so worlds can be drawn in batches of any size, in any order
and on any number of machines, and stay the same worlds.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import float64, int64, uint64, void

from trainer.engine.native import compiled

Stream = npt.NDArray[np.uint64]

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX = np.uint64(0x94D049BB133111EB)
WORLD_STEP = np.uint64(0xD1342543DE82EF95)
S27, S30, S31, S11 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(11)
TO_UNIT = 1.0 / (1 << 53)


@compiled(uint64(uint64), inline=True)
def _mixed(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> S30)) * FIRST_MIX
    word = (word ^ (word >> S27)) * SECOND_MIX
    return word ^ (word >> S31)


@compiled(void(uint64[::1], int64, int64))
def start_stream(stream: Stream, seed: int, world: int) -> None:
    """Set the stream (one word) to the beginning of one world of one seed."""
    stream[0] = _mixed(_mixed(np.uint64(seed)) + np.uint64(world) * WORLD_STEP)


@compiled(float64(uint64[::1]), inline=True)
def next_unit(stream: Stream) -> float:
    """The next number of the stream, from 0 up to but not including 1."""
    stream[0] += STEP
    return float(_mixed(stream[0]) >> S11) * TO_UNIT


@compiled(int64(uint64[::1], int64), inline=True)
def next_below(stream: Stream, count: int) -> int:
    """The next whole number below `count`, evenly to within 2^-48."""
    return int(next_unit(stream) * count)
