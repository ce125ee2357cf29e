"""Policies: how both seats play phase one in roll-outs and in self-play, by name.

A policy is an array of weights for the compiled choice of `policy_kernel`; it sees
what the player to move knows and nothing else. They go by name in `POLICIES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from random import Random

import numpy as np

from . import table_kernel as kernel
from . import weights_kernel
from .cards import Card, card_bits
from .net_weights import net_weights
from .policy_kernel import choose
from .positions import Position, known_opponent_cards, played_cards
from .rule_sets import BASE, RuleSet
from .table_kernel import Table
from .weights_kernel import Weights, Work


@dataclass(frozen=True, slots=True)
class Policy:
    """Weights under a name; `errors` is the chance of a random legal card instead of the policy's.

    `load` gives the weights in the layout of `weights_kernel` and of the policy's own kernel;
    `under` those that the policy has for other rule sets of the full pack, by their ids.
    """

    name: str
    load: Callable[[], Weights]
    errors: float = 0.0
    under: Mapping[str, Callable[[], Weights]] = field(default_factory=dict)

    def weights(self, rules: RuleSet = BASE) -> Weights:
        """The weights for the kernels, a fresh copy."""
        weights = self.under.get(rules.id, self.load)().copy()
        weights[weights_kernel.ERRORS] = self.errors
        return weights

    def with_errors(self, errors: float) -> Policy:
        """The same policy, now and then playing any legal card."""
        return replace(self, errors=errors)


@cache
def random_weights() -> Weights:
    """Any legal card."""
    return np.array([weights_kernel.RANDOM, 0], dtype=np.float32)


@cache
def weighed_weights() -> Weights:
    """The usual advice as a sum of worths, in the order of `advice_kernel`.

    The worths of plain and trump cards, by how many cards can beat them, began as a
    regression of the exact values of 20,000 random endings on who holds which card (a
    sum of worths left a deviation of 0.96 of 2.02 tricks). Then each weight was moved as
    long as it won more against the first ones, over 6,000 deals played twice: 52.3 % of
    fresh deals. Against random cards it wins 87 %.
    """
    plain = (0.47, 0.28, 0.14, 0.04, 0.0, 0.0, 0.0)
    trump = (0.8, 0.8, 0.78, 0.55, 0.53, 0.51, 0.5)
    unseen, prize, wanted = 0.5, 2.6, -0.2
    return np.array((weights_kernel.WEIGHED, 0, *plain, *trump, unseen, prize, wanted), dtype=np.float32)


@cache
def tips_weights() -> Weights:
    """The usual advice as rules: it has no weights."""
    return np.array([weights_kernel.TIPS, 0], dtype=np.float32)


RANDOM = Policy("random", random_weights)
TIPS = Policy("tips", tips_weights)
WEIGHED = Policy("weighed", weighed_weights)

OWN_NETS = ("all26", "free", "free-all26")  # rule sets besides the base with a net of their own

# Value nets, trained apart from each other (`training`; the origin of each lies beside its weights).
NET = Policy(
    "net",
    partial(net_weights, "net"),
    under={rules: partial(net_weights, f"net-{rules}") for rules in OWN_NETS},
)
NET2 = Policy("net2", partial(net_weights, "net2"))

POLICIES: dict[str, Policy] = {policy.name: policy for policy in (RANDOM, TIPS, WEIGHED, NET, NET2)}


@cache
def shared_weights(policy: str, rules: RuleSet) -> Weights:
    """A policy's weights, loaded once and not to be written to."""
    return POLICIES[policy].weights(rules)


def scratch() -> Work:
    """The scratch memory that the compiled choice asks for."""
    return np.zeros(weights_kernel.WORK, dtype=np.float32)


def policy_card(policy: Policy, position: Position, rng: Random) -> Card:
    """The card that the policy plays; `rng` is asked only where something is left to chance."""
    weights = policy.weights(position.rule_set)
    at_random = policy.errors > 0 or weights[weights_kernel.KIND] == weights_kernel.RANDOM
    stream = np.array([rng.getrandbits(64) if at_random else 0], dtype=np.uint64)
    return Card.from_index(choose(weights, scratch(), table_of(position), 0, stream))


def table_of(position: Position) -> Table:
    """The position as the kernels' table, its player as player 0; the other hand is left empty."""
    player, rules = position.player, position.rule_set
    table = np.zeros(kernel.PLACES, dtype=np.int64)
    table[kernel.HANDS] = card_bits(position.hand)
    taken = {row.upcard for row in position.history if row.winner == player}
    table[kernel.KNOWN] = card_bits(taken.intersection(position.hand))
    table[kernel.KNOWN + 1] = card_bits(known_opponent_cards(position))
    table[kernel.PLAYED] = card_bits(played_cards(position))
    table[kernel.UPCARD] = position.upcard.index
    table[kernel.LEADER] = 0 if position.leader == player else 1
    table[kernel.LED] = -1 if position.led is None else position.led.index
    table[kernel.TRICK] = position.trick
    table[kernel.TRUMP] = position.trump.index
    table[kernel.PACK] = card_bits(rules.pack.cards)
    table[kernel.SIZE] = rules.pack.hand
    table[kernel.FREE] = 0 if rules.follow_in_phase_one else 1
    table[kernel.COUNTED] = 1 if rules.both_phases_count else 0
    table[kernel.WON] = sum(row.winner == player for row in position.history)
    _write_voids(table, position)
    return table


def _write_voids(table: Table, position: Position) -> None:
    """What both players showed to lack, and how many cards each drew unseen since (F46)."""
    voids, ages = [0, 0], [[kernel.NEVER] * 4, [kernel.NEVER] * 4]
    for row in position.history:
        follower, loser = 1 - row.leader, 1 - row.winner
        if row.follow.suit is not row.lead.suit and position.rule_set.follow_in_phase_one:
            voids[follower] |= 1 << row.lead.suit.index
            ages[follower][row.lead.suit.index] = 0
        voids[row.winner] &= ~(1 << row.upcard.suit.index)
        voids[loser] = 0
        ages[loser] = [age + 1 if age >= 0 else age for age in ages[loser]]
    for seat, player in enumerate((position.player, 1 - position.player)):
        table[kernel.VOIDS + seat] = voids[player]
        place = kernel.AGES + 4 * seat
        table[place : place + 4] = ages[player]
