"""Exact results of endings (phase two, F10-F12): what every card is worth with best play by both.

The compiled search loads at the first question, so importing this module costs
nothing. If it cannot be loaded the question raises `SolverMissing`; there is no
other way to a number, and a number from here is never an estimate.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from .cards import Card, card_bits
from .ending_positions import Ending, legal_cards
from .tricks import trick_winner

TABLE_BITS = 15
ROLLOUT_TABLE_BITS = 17


class SolverMissing(RuntimeError):
    """The compiled search cannot be loaded; the message says why."""


class Solver:
    """The compiled search with a table of its own: 2^`table_bits` entries of 8 bytes.

    Positions stay in the table between questions, whatever the deal. Threads may
    share a solver: a lock lets one question run at a time.
    """

    def __init__(self, table_bits: int = TABLE_BITS) -> None:
        self._kernel = _load_kernel()
        self._block = self._kernel.new_block(table_bits)
        self._address: int = self._block.ctypes.data
        self._values = self._kernel.new_values()
        self._lock = threading.Lock()

    @property
    def nodes(self) -> int:
        """Tricks searched since the table was cleared."""
        return int(self._block[self._kernel.NODES_AT // 8])

    def clear(self) -> None:
        """Empty the table and count nodes from 0."""
        with self._lock:
            self._kernel.clear_table(self._block)

    def leader_tricks(self, mine: int, theirs: int, trump: int) -> int:
        """Tricks of the player on lead; hands as sets of bits `Card.index`, trump as `Suit.index`.

        Costs about 0.04 ms for 13 cards each.
        """
        with self._lock:
            return int(self._kernel.hands_value(self._address, mine, theirs, trump))

    def lead_tricks(self, mine: int, theirs: int, trump: int) -> dict[int, int]:
        """Tricks of the player on lead after each lead, by `Card.index`; about 0.1 ms for 13 cards."""
        with self._lock:
            self._kernel.hands_lead_values(self._address, mine, theirs, trump, self._values)
            values: list[int] = self._values.tolist()
        return {card: value for card, value in enumerate(values) if mine >> card & 1}


def ending_values(ending: Ending) -> dict[Card, int]:
    """Tricks that the player to play takes from here on after each legal card, both playing best.

    The current trick counts. The cards come in display order; none when the deal
    is over. Raises `SolverMissing` if the search cannot be loaded. Costs about
    0.1 ms on lead with 13 cards, up to twice that for the follower.

    >>> from .cards import format_cards
    >>> values = ending_values(Ending.parse("phase2.S.0.SKHQDKDT.SQHKHTCT.-"))
    >>> {str(card): tricks for card, tricks in values.items()}
    {'SK': 3, 'HQ': 1, 'DK': 2, 'DT': 2}
    """
    if ending.is_over:
        return {}
    if ending.led is not None:
        return {card: _reply_value(ending, ending.led, card) for card in legal_cards(ending)}
    mine, theirs = ending.hands[ending.leader], ending.hands[1 - ending.leader]
    tricks = shared_solver().lead_tricks(card_bits(mine), card_bits(theirs), ending.trump.index)
    return {card: tricks[card.index] for card in ending.hand}


def ending_value(ending: Ending) -> int:
    """Tricks that the player to play takes from here on, both playing best; 0 when the deal is over."""
    if ending.led is not None:
        return max(ending_values(ending).values())
    mine, theirs = ending.hands[ending.leader], ending.hands[1 - ending.leader]
    return shared_solver().leader_tricks(card_bits(mine), card_bits(theirs), ending.trump.index)


def best_cards(values: Mapping[Card, int]) -> tuple[Card, ...]:
    """The cards that take most; all of them are right (W23)."""
    most = max(values.values(), default=0)
    return tuple(card for card, tricks in values.items() if tricks == most)


def best_card(ending: Ending) -> Card:
    """A card of the most tricks; of equal ones the lowest, a plain one before a trump.

    Raises `ValueError` when the deal is over.
    """
    best = best_cards(ending_values(ending))
    if not best:
        raise ValueError("the deal is over: there is no card to play")
    return min(best, key=lambda card: (card.suit is ending.trump, card.rank, card.suit.index))


def rollout_memory() -> int:
    """The address of the memory that roll-outs keep exact endings in; right for one deal, right for any.

    Compiled code holds the interpreter's lock, so threads may share it.
    """
    with _making:  # two threads must not make two, of which one is dropped
        address: int = _rollout_block().ctypes.data
    return address


_making = threading.Lock()


@functools.cache
def _rollout_block() -> Any:
    return _load_kernel().new_block(ROLLOUT_TABLE_BITS)


@functools.cache
def shared_solver() -> Solver:
    """The solver of this process."""
    return Solver()


def _reply_value(ending: Ending, led: Card, reply: Card) -> int:
    """Tricks of the follower after `reply`."""
    follower = 1 - ending.leader
    mine = card_bits(ending.hands[follower]) ^ 1 << reply.index
    theirs = card_bits(ending.hands[ending.leader])
    if trick_winner(led, reply, ending.trump, ending.leader) == follower:
        return 1 + shared_solver().leader_tricks(mine, theirs, ending.trump.index)
    return ending.tricks_left - 1 - shared_solver().leader_tricks(theirs, mine, ending.trump.index)


def _load_kernel() -> ModuleType:
    try:
        from . import ending_kernel  # noqa: PLC0415 - loaded on first use
    except (ImportError, RuntimeError) as error:  # numba raises the second if it may keep code nowhere
        raise SolverMissing(f"exact endings need numba and numpy: {error}") from error
    return ending_kernel
