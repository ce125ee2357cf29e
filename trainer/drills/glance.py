"""A first glance at a decision by the net alone: microseconds, to pass over what cannot be a drill."""

from __future__ import annotations

from functools import cache

import numpy as np

from trainer.engine.cards import Card
from trainer.engine.estimates import BASE_POLICY, ducking_cards, touching_groups, winning_cards
from trainer.engine.net_kernel import net_values
from trainer.engine.policies import POLICIES, scratch, table_of
from trainer.engine.positions import Position, legal_cards
from trainer.engine.weights_kernel import Weights


def glance(position: Position) -> float:
    """By how many tricks the net values the best winning card above the best ducking one."""
    values = card_values(position)
    wins = max(values[card] for card in winning_cards(position))
    return wins - max(values[card] for card in ducking_cards(position))


def lead_glance(position: Position) -> float:
    """By how many tricks the net values the best lead above the best that does not touch it."""
    values = card_values(position)
    tops = sorted((max(values[card] for card in group) for group in touching_groups(position)), reverse=True)
    return tops[0] - tops[1] if len(tops) > 1 else 0.0


def card_values(position: Position) -> dict[Card, float]:
    """What the net expects of each legal card, in tricks."""
    values = np.zeros(52, dtype=np.float32)
    net_values(_weights(), scratch(), table_of(position), 0, values)
    return {card: float(values[card.index]) for card in legal_cards(position)}


@cache
def _weights() -> Weights:
    return POLICIES[BASE_POLICY].weights()
