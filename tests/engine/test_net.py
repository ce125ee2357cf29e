"""The value net: the compiled choice against plain numpy, names of suits, and what it may not read."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.engine.net_forward import Names, card_value, forward, inputs, seen
from tests.engine.self_play import phase_one_positions, phase_one_states
from trainer.engine import net_kernel, table_kernel
from trainer.engine.cards import Card, Suit, card_bits
from trainer.engine.policies import scratch, table_of
from trainer.engine.positions import Position, legal_cards, position_of
from trainer.engine.rule_sets import ALL26, BASE, FREE, FREE_ALL26, RuleSet
from trainer.engine.training import Recipe, first_learner
from trainer.engine.weights_kernel import Weights


@pytest.fixture(scope="module")
def weights() -> Weights:
    """Untrained weights: every place of them counts, biases too."""
    weights = first_learner(Recipe(seed=5)).weights
    weights += np.random.default_rng(6).normal(0, 0.05, len(weights)).astype(np.float32)
    weights[0] = 3
    return weights


def values(weights: Weights, position: Position) -> dict[Card, float]:
    """What the kernel says of each legal card; its own choice is checked to be the best."""
    filled = np.full(52, -99, dtype=np.float32)
    best = net_kernel.net_values(weights, scratch(), table_of(position), 0, filled)
    assert net_kernel.choose_net(weights, scratch(), table_of(position), 0) == best
    assert filled[best] == filled.max()
    rated = {Card.from_index(place): float(filled[place]) for place in range(52) if filled[place] != -99}
    assert set(rated) == set(legal_cards(position))
    return rated


@pytest.mark.parametrize("rules", [BASE, FREE, ALL26, FREE_ALL26], ids=lambda rules: rules.id)
def test_the_kernel_agrees_with_plain_numpy(weights: Weights, rules: RuleSet) -> None:
    for seed in range(6):
        for position in phase_one_positions(seed, rule_set=rules):
            rated = values(weights, position)
            expected = [card_value(weights, position, card) for card in rated]
            assert list(rated.values()) == pytest.approx(expected, abs=1e-4)


def test_the_boundary_value_agrees_with_plain_numpy(weights: Weights) -> None:
    for seed in range(6):
        for position in phase_one_positions(seed):
            if position.led is not None:
                continue
            value = net_kernel.boundary_value(weights, scratch(), table_of(position), 0)
            x = inputs(seen(position), Names(position), net_kernel.START_ROWS)
            assert value == pytest.approx(forward(weights, net_kernel.START_AT, x)[0], abs=1e-4)


def renamed(card: Card, names: dict[Suit, Suit]) -> Card:
    return Card(names[card.suit], card.rank)


def moved(cards: int, names: dict[Suit, Suit]) -> int:
    """A set of cards with its suits renamed."""
    return card_bits(renamed(Card.from_index(place), names) for place in range(52) if cards >> place & 1)


def renamed_table(table: table_kernel.Table, names: dict[Suit, Suit]) -> table_kernel.Table:
    other = table.copy()
    for place in (*range(table_kernel.KNOWN + 2), table_kernel.PLAYED, table_kernel.PACK):
        other[place] = moved(int(table[place]), names)
    for place in (table_kernel.UPCARD, table_kernel.LED):
        if table[place] >= 0:
            other[place] = renamed(Card.from_index(int(table[place])), names).index
    suits = list(Suit)
    other[table_kernel.TRUMP] = names[suits[table[table_kernel.TRUMP]]].index
    for player in range(2):
        ages = table_kernel.AGES + 4 * player
        for suit in suits:
            other[ages + names[suit].index] = table[ages + suit.index]
    return other


def test_the_names_of_suits_do_not_matter(weights: Weights) -> None:
    rng = Random(8)
    for seed in range(8):
        for position in phase_one_positions(seed):
            shuffled = list(Suit)
            rng.shuffle(shuffled)
            names = dict(zip(Suit, shuffled, strict=True))
            filled = np.zeros(52, dtype=np.float32)
            table = renamed_table(table_of(position), names)
            net_kernel.net_values(weights, scratch(), table, 0, filled)
            for card, value in values(weights, position).items():
                assert filled[renamed(card, names).index] == pytest.approx(value, abs=1e-4)


def test_the_gap_a_played_card_leaves_does_not_matter(weights: Weights) -> None:
    """With the ace played the king is what the ace was, whatever the card's own name."""
    played = 1 << Card.parse("HA").index
    assert net_kernel.relative_card(Card.parse("HK").index, played) == Card.parse("HA").index
    assert net_kernel.relative(card_bits([Card.parse("HK"), Card.parse("SA")]), played) == card_bits(
        [Card.parse("HA"), Card.parse("SA")]
    )


def test_the_hidden_cards_of_the_other_player_are_not_read(weights: Weights) -> None:
    rng = Random(9)
    for state in phase_one_states(3):
        position = position_of(state, state.to_play)
        table = table_of(position)
        before = net_kernel.choose_net(weights, scratch(), table, 0)
        leaf = net_kernel.boundary_value(weights, scratch(), table, 0)
        hidden = [card for card in range(52) if table_kernel.unseen_cards(table, 0) >> card & 1]
        for _ in range(3):
            hand = rng.sample(hidden, min(len(hidden), 13))
            table[table_kernel.HANDS + 1] = table[table_kernel.KNOWN + 1] | sum(1 << card for card in hand)
            assert net_kernel.choose_net(weights, scratch(), table, 0) == before
            assert net_kernel.boundary_value(weights, scratch(), table, 0) == leaf
