"""Why one card is better than another: the difference in parts that can be named.

From the one card to the other a single thing changes at a time, in the same worlds, and
each change is played out. What it makes is its part; the parts add up to the whole
difference. Which part gets what depends a little on the order of the changes, which is
always the same one.

A reply that wins instead of one that loses: first the opponent draws a card from
further down the stock instead of the upcard (*opponent*), then the player takes the
upcard and the opponent the hidden card (*prize*), then the card played changes
(*spent*), then who leads (*lead*). At the last trick there is no card further down: the
exchange of the two draws is one part, *prize*.

One lead instead of another: the card given up changes (*spent*), then what the opponent
gives up for it (*reply*), then who draws which card (*prize*), then who leads (*lead*).

Where the tricks of phase one count (F31), the trick itself is a part (*trick*). Two
replies that both win or both lose differ only in the card *spent*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from . import rollout_kernel, split_kernel
from .beliefs import UNIFORM
from .cards import Card
from .endings import rollout_memory
from .estimates import (
    BASE_POLICY,
    BY_RULES,
    Difference,
    Numbers,
    ducking_cards,
    is_last_reply,
    mean_of,
    played_out,
    touching_groups,
    winning_cards,
)
from .policies import scratch, shared_weights, table_of
from .positions import Position, legal_cards
from .worlds import Chances, Worlds, all_last_worlds, world_source

PLAYER, OPPONENT = 0, 1


@dataclass(frozen=True, slots=True)
class Split:
    """What `card` takes more than `other`, in tricks that count, whole and in parts.

    `parts` by name: see the module. They add up to `total`, which is the difference
    of `estimate_cards` with the same arguments. `wins` says of two leads in which share
    of the worlds each wins its trick, `card` first.
    """

    card: Card
    other: Card
    parts: dict[str, Difference]
    total: Difference
    wins: tuple[float, float] | None = None


def split(  # noqa: PLR0913 - what fixes an estimate
    position: Position,
    card: Card,
    other: Card,
    *,
    worlds: int,
    seed: int,
    policy: str = BASE_POLICY,
    belief: str = UNIFORM,
) -> Split:
    """Split what `card` takes more than `other` by counterfactuals in the same worlds.

    Costs up to five roll-outs a world. Raises `ValueError` for a card that is not legal.
    """
    for named in (card, other):
        if named not in legal_cards(position):
            raise ValueError(f"{named} is not a legal card of the position")
    drawn = _worlds(position, worlds, seed, policy, belief)
    wins = None
    if position.led is None:
        steps, wins = _leads(position, drawn, card, other, policy)
    elif card in winning_cards(position) and other in ducking_cards(position):
        steps = _winner_instead(position, drawn, card, other, policy)
    elif card in ducking_cards(position) and other in winning_cards(position):
        steps = {
            name: -change for name, change in _winner_instead(position, drawn, other, card, policy).items()
        }
    else:
        columns = _columns(position, drawn, [_by_rules(position, other), _by_rules(position, card)], policy)
        steps = {"spent": columns[1] - columns[0]}
    parts = {name: _mean(change, drawn) for name, change in steps.items()}
    return Split(card, other, parts, _mean(np.sum(list(steps.values()), axis=0), drawn), wins)


def _winner_instead(
    position: Position, drawn: Worlds, win: Card, duck: Card, policy: str
) -> dict[str, Numbers]:
    """What winning the trick changes, in each world."""
    low, high = _played_for(position, duck), _played_for(position, win)
    choices = [
        _by_rules(position, duck),
        (low, rollout_kernel.NOBODY, OPPONENT, OPPONENT),
        (low, PLAYER, OPPONENT, OPPONENT),
        (high, PLAYER, OPPONENT, OPPONENT),
        (high, PLAYER, PLAYER, OPPONENT),
        _by_rules(position, win),
    ]
    names = ["opponent", "prize", "spent", "lead", "trick"]
    if position.trick == position.rule_set.phase_tricks:
        del choices[1], names[0]
    return _changes(position, names, _columns(position, drawn, choices, policy))


def _leads(
    position: Position, drawn: Worlds, card: Card, other: Card, policy: str
) -> tuple[dict[str, Numbers], tuple[float, float]]:
    """What leading `card` instead of `other` changes, in each world; and how often each wins its trick."""
    tricks = np.zeros((len(drawn), split_kernel.STEPS), dtype=np.int8)
    wins = np.zeros((len(drawn), 2), dtype=np.int8)
    table = table_of(position)
    split_kernel.play_two_leads(
        rollout_memory(),
        shared_weights(policy, position.rule_set),
        scratch(),
        table,
        drawn.hands,
        drawn.stocks,
        drawn.streams,
        np.array([_played_for(position, other), _played_for(position, card)], dtype=np.int64),
        tricks,
        wins,
        np.zeros_like(table),
        np.zeros(2, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
        np.zeros(1, dtype=np.uint64),
    )
    columns = [column.astype(np.float64) for column in tricks.T]
    counts = 1.0 if position.rule_set.both_phases_count else 0.0
    trick = counts * (wins[:, 1].astype(np.float64) - wins[:, 0])
    columns.insert(-1, columns[-1] - trick)
    of_other, of_card = (float(share) for share in np.average(wins, axis=0, weights=drawn.weights))
    return _changes(position, ["spent", "reply", "prize", "lead", "trick"], columns), (of_card, of_other)


def _changes(position: Position, names: Sequence[str], columns: Sequence[Numbers]) -> dict[str, Numbers]:
    """From column to column, by name; the trick itself only where it counts."""
    steps = {name: columns[step + 1] - columns[step] for step, name in enumerate(names)}
    if not position.rule_set.both_phases_count:
        del steps["trick"]
    return steps


def _worlds(position: Position, count: int, seed: int, policy: str, belief: str) -> Worlds:
    if is_last_reply(position) and belief == UNIFORM:
        return all_last_worlds(position)
    return world_source(position, belief=belief, policy=policy, seed=seed).draw(count)


def _columns(
    position: Position, drawn: Worlds, choices: Sequence[tuple[int, int, int, int]], policy: str
) -> list[Numbers]:
    return [column.astype(np.float64) for column in played_out(position, drawn, choices, policy).T]


def _by_rules(position: Position, card: Card) -> tuple[int, int, int, int]:
    return (_played_for(position, card), BY_RULES, BY_RULES, BY_RULES)


def _played_for(position: Position, card: Card) -> int:
    """The card that is played out for those that touch it: the lowest."""
    return next(group[-1] for group in touching_groups(position) if card in group).index


def _mean(numbers: Numbers, drawn: Worlds) -> Difference:
    weights: Chances | None = drawn.weights
    return mean_of(numbers, weights, drawn.are_all)
