"""Players of whole deals, by name, behind one interface.

Each knows only what its seat may know: in phase one a `Position`, which holds no hidden
card, in phase two an `Ending`, where every card is located (F12). All play phase two
exactly. In phase one:

* `random`: any legal card;
* `tips`: the usual advice as plain rules; `weighed`: the same as one sum of tuned worths;
* `ismcts`: information-set Monte Carlo tree search with 300 random roll-outs to exact
  endings, the published kind of agent;
* `net`: the best card by a small value net;
* `strong`: roll-outs of the net, cut short and valued by it, in a hundred worlds.

Each of the four rule sets has a net of its own.

`ismcts-1000` and `strong-400` are the same with other numbers of iterations and worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .cards import Card
from .ending_positions import Ending
from .endings import best_card
from .policies import scratch, shared_weights, table_of
from .policy_kernel import choose
from .positions import Position, legal_cards
from .searches import SEED_MASK, TreeSearch, Truncated

STREAM_MASK = (1 << 64) - 1


class UnknownPlayer(ValueError):
    """A name that no player has; the message lists the names."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player under a name; `policy` names the policy if phase one is played by that alone."""

    name: str
    phase_one: Callable[[Position, int], Card]
    policy: str | None = None

    def choose(self, situation: Position | Ending, stream_seed: int) -> Card:
        """The card to play; the same situation and seed give the same card.

        Raises `ValueError` when the deal is over, `SolverMissing` without the compiled code.
        """
        if isinstance(situation, Ending):
            return best_card(situation)
        legal = legal_cards(situation)
        return legal[0] if len(legal) == 1 else self.phase_one(situation, stream_seed)


def player_named(name: str) -> Player:
    """The player of that name; raise `UnknownPlayer` for any other.

    >>> player_named("ismcts-20").name
    'ismcts-20'
    """
    if name in PLAYERS:
        return PLAYERS[name]
    kind, _, number = name.partition("-")
    if kind in SEARCHES and number.isdecimal() and 0 < int(number) <= MOST:
        return Player(name, SEARCHES[kind](int(number)))
    known = ", ".join(PLAYERS)
    raise UnknownPlayer(f"{name!r} is no player: expected one of {known}, or a number after a search")


def _policy_player(name: str) -> Player:
    def card(position: Position, stream_seed: int) -> Card:
        weights = shared_weights(name, position.rule_set)
        stream = np.array([stream_seed & STREAM_MASK], dtype=np.uint64)
        return Card.from_index(choose(weights, scratch(), table_of(position), 0, stream))

    return Player(name, card, policy=name)


def _searching(search: TreeSearch | Truncated) -> Callable[[Position, int], Card]:
    def card(position: Position, stream_seed: int) -> Card:
        return search.card(position, stream_seed & SEED_MASK)

    return card


STRONG, ISMCTS = Truncated(), TreeSearch()
MOST = 1_000_000
SEARCHES: dict[str, Callable[[int], Callable[[Position, int], Card]]] = {
    "ismcts": lambda number: _searching(replace(ISMCTS, iterations=number)),
    "strong": lambda number: _searching(replace(STRONG, worlds=number, more_worlds=number)),
}

PLAYERS: dict[str, Player] = {
    **{name: _policy_player(name) for name in ("random", "tips", "weighed")},
    "ismcts": Player("ismcts", _searching(ISMCTS)),
    "net": _policy_player("net"),
    "strong": Player("strong", _searching(STRONG)),
}
