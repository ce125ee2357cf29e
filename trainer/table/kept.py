"""Pieces of pages that are the same for every visitor, kept in memory so that they are drawn once.

What is kept may depend only on its key: on a drill's version, the language, the card letters, never on
who asks. Each process keeps its own pieces, the latest used, up to a size.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

MOST_BYTES = 24_000_000  # of drawn pieces in a process, packed: some ten thousand
_QUICKLY = 3  # level of compression: a fifth of the size for a fifteenth of a millisecond


class Kept[T]:
    """The latest used values by key, up to `room`; `size` says what a value takes of it.

    >>> squares = Kept[int](2, lambda value: 1)
    >>> [squares.get(number, lambda: number**2) for number in (1, 2, 3)], len(squares)
    ([1, 4, 9], 2)
    """

    def __init__(self, room: int, size: Callable[[T], int]) -> None:
        self._room = room
        self._size = size
        self._taken = 0
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value kept under a key, or else a new one."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            if key not in self._values:
                self._values[key] = value
                self._taken += self._size(value)
                self._make_room()
        return value

    def _make_room(self) -> None:
        while self._taken > self._room and len(self._values) > 1:
            _key, oldest = self._values.popitem(last=False)
            self._taken -= self._size(oldest)


class Pieces:
    """Drawn pieces by key, kept packed: drawing one takes a hundred times as long as unpacking it."""

    def __init__(self, room: int) -> None:
        self._packed = Kept[bytes](room, len)

    def __len__(self) -> int:
        return len(self._packed)

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """The piece kept under a key, or else the one drawn now."""
        packed = self._packed.get(key, lambda: zlib.compress(draw().encode(), _QUICKLY))
        return zlib.decompress(packed).decode()


drawn_pieces = Pieces(MOST_BYTES)
