"""Deals played by our own policies, as a source of positions to ask about.

Both seats now and then play any legal card, so that positions come up that good play alone avoids.
Everything follows from the generator that is handed in.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from trainer.engine.deals import shuffled_deal
from trainer.engine.estimates import ducking_cards, winning_cards
from trainer.engine.policies import Policy, policy_card
from trainer.engine.positions import Position, position_of
from trainer.engine.state import new_state, play


def positions_of_deal(rng: Random, players: tuple[Policy, Policy]) -> Iterator[Position]:
    """Every decision of phase one of one deal, by either seat."""
    state = new_state(shuffled_deal(rng, dealer=rng.randrange(2)))
    while state.phase == 1:
        position = position_of(state, state.to_play)
        yield position
        state = play(state, policy_card(players[position.player], position, rng))


def is_open(position: Position) -> bool:
    """Whether the follower may both win the trick and let it go."""
    return bool(winning_cards(position) and ducking_cards(position))
