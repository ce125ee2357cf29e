"""Phase one played through by a policy in both seats, in compiled code: where drills come from.

Faster than asking the policy for each card of a position: about 1 ms a deal, most of it
for the state, which is replayed by the rules.
"""

from __future__ import annotations

from random import Random

import numpy as np

from . import table_kernel as kernel
from .cards import Card, card_bits
from .deals import shuffled_deal
from .policies import Policy, scratch, table_of
from .policy_kernel import choose
from .positions import position_of
from .random_kernel import Stream
from .state import State, new_state, play


def played_phase_one(policy: Policy, rng: Random) -> State:
    """A shuffled deal, either player the dealer, after trick 13; both seats play the policy."""
    state = new_state(shuffled_deal(rng, dealer=rng.randrange(2)))
    stream = np.array([rng.getrandbits(64)], dtype=np.uint64)
    for card in policy_line(state, policy, stream):
        state = play(state, card)
    return state


def policy_line(start: State, policy: Policy, stream: Stream) -> list[Card]:
    """The cards that the policy plays from the first lead of a deal to the end of phase one.

    The kernels' player 0 is the one who leads first.
    """
    weights, work = policy.weights(start.rule_set), scratch()
    table = table_of(position_of(start, start.leader))
    table[kernel.HANDS + 1] = card_bits(start.hands[1 - start.leader])
    stock = np.array([card.index for card in start.stock_left[1:]], dtype=np.int64)
    cards: list[Card] = []
    place = 0
    while table[kernel.TRICK] <= table[kernel.SIZE]:
        leads = table[kernel.LED] < 0
        player = table[kernel.LEADER] if leads else 1 - table[kernel.LEADER]
        card = choose(weights, work, table, player, stream)
        place = kernel.play_card(table, stock, place, player, card)
        cards.append(Card.from_index(card))
    return cards
