"""Room to think: how many cards the machine works out at once in a process.

Compiled code holds the interpreter's lock, so more at once would only make each slower. Who does not get
in before `PATIENCE` is over is told that the opponent still thinks; nothing is lost, since the learner's
card has been stored before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

AT_ONCE = 2
PATIENCE = 4.0  # seconds

room = BoundedSemaphore(AT_ONCE)


class Busy(RuntimeError):
    """There was no room in time."""


@contextmanager
def room_to_think() -> Iterator[None]:
    """Wait for room; raise `Busy` when there is none in time."""
    if not room.acquire(timeout=PATIENCE):
        raise Busy
    try:
        yield
    finally:
        room.release()
