"""On a small pack all worlds can be listed by replaying the deals: the sampler must be even over them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from trainer.engine.beliefs import World, last_worlds, sample_worlds, uniform_histories
from trainer.engine.cards import Card
from trainer.engine.deals import shuffled_deal
from trainer.engine.positions import (
    Position,
    legal_cards,
    opponent_voids,
    played_cards,
    position_of,
    unseen_cards,
)
from trainer.engine.rule_sets import BASE, FREE, Pack, RuleSet
from trainer.engine.state import IllegalCard, new_state, play

SAMPLES = 200  # a world

type Places = tuple[frozenset[Card], tuple[Card, ...], tuple[Card, ...]]


def random_positions(rule_set: RuleSet, seed: int) -> Iterator[Position]:
    """The decisions of a deal in which both play any legal card."""
    rng = Random(seed)
    state = new_state(shuffled_deal(rng, rng.randrange(2), rule_set.pack.cards), rule_set)
    while state.phase == 1:
        position = position_of(state, state.to_play)
        yield position
        state = play(state, rng.choice(legal_cards(position)))


def listed_worlds(position: Position) -> set[Places]:
    """Every way to lay the hidden cards that replays to the position, by the rules of the game alone."""
    dealt = position.rule_set.pack.hand
    plays = {play.card for play in position.opponent.hidden_plays}
    draws = len(position.opponent.hidden_slots) - dealt
    cards = [*plays, *unseen_cards(position)]
    worlds: set[Places] = set()
    for first in itertools.combinations(cards, dealt):
        rest = [card for card in cards if card not in first]
        for order in itertools.permutations(rest):
            drawn, stock = order[:draws], order[draws:]
            if plays <= {*first, *drawn} and _replays(position, World(first, drawn, (), stock)):
                worlds.add((frozenset(first), drawn, stock))
    return worlds


def _replays(position: Position, world: World) -> bool:
    try:
        state = new_state(world.deal(position), position.rule_set)
        for card in played_cards(position):
            state = play(state, card)
    except IllegalCard:
        return False
    return position_of(state, position.player) == position


def chi_square(counts: Counter[Places], worlds: set[Places]) -> float:
    """The statistic against equal chances; a world that should not be makes it infinite."""
    if not counts.keys() <= worlds:
        return float("inf")
    mean = counts.total() / len(worlds)
    return sum((counts[world] - mean) ** 2 for world in worlds) / mean


def require_even_spread(position: Position, seed: int) -> None:
    """Compare the sampler with the list: beyond mean + 4.5 deviations comes up once in several thousand."""
    worlds = listed_worlds(position)
    found = sample_worlds(position, SAMPLES * len(worlds), seed)
    counts = Counter((frozenset(world.dealt), world.draws, world.stock_left) for world in found)
    freedom = len(worlds) - 1
    assert chi_square(counts, worlds) <= freedom + 4.5 * (2 * max(freedom, 1)) ** 0.5 + 4, position.notation()


def chosen(rule_set: RuleSet, *, voids: bool, most: int, count: int) -> list[Position]:
    """Positions with or without a void shown, of `most` unseen cards or fewer, and with a hidden play."""
    every = (position for seed in range(10_000) for position in random_positions(rule_set, seed))
    fitting = (
        position
        for position in every
        if bool(opponent_voids(position)) == voids
        and len(unseen_cards(position)) <= most
        and position.opponent.hidden_plays
    )
    return list(itertools.islice(fitting, count))


@pytest.mark.parametrize("size", [(2, 4, 2), (4, 2, 2)], ids=str)
@pytest.mark.parametrize("voids", [False, True])
def test_worlds_of_two_cards_are_spread_evenly_over_all_that_replay(
    size: tuple[int, int, int], voids: bool
) -> None:
    for seed, position in enumerate(chosen(BASE.on(Pack(*size)), voids=voids, most=5, count=6)):
        require_even_spread(position, seed)


def test_under_free_play_an_off_suit_card_leaves_all_worlds_open() -> None:
    rule_set = FREE.on(Pack(2, 4, 2))
    positions = chosen(rule_set, voids=False, most=4, count=40)
    off_suit = [
        p for p in positions if p.history and p.history[-1].lead.suit is not p.history[-1].follow.suit
    ]
    for seed, position in enumerate(off_suit[:4]):
        require_even_spread(position, seed)
    assert len(off_suit) >= 4


@pytest.mark.long
@pytest.mark.parametrize("size", [(2, 6, 3), (3, 4, 3), (4, 3, 3)], ids=str)
@pytest.mark.parametrize("voids", [False, True])
def test_worlds_of_three_cards_are_spread_evenly_over_all_that_replay(
    size: tuple[int, int, int], voids: bool
) -> None:
    for seed, position in enumerate(chosen(BASE.on(Pack(*size)), voids=voids, most=5, count=3)):
        require_even_spread(position, seed)


@pytest.mark.parametrize("size", [(2, 4, 2), (3, 4, 3)], ids=str)
def test_the_last_hidden_card_has_the_chances_of_the_list(size: tuple[int, int, int]) -> None:
    rule_set = BASE.on(Pack(*size))
    last = [
        position
        for seed in range(60)
        for position in random_positions(rule_set, seed)
        if position.trick == rule_set.phase_tricks and position.led is not None
    ]
    shown = [position for position in last if opponent_voids(position)][:6]
    assert len(shown) == 6
    for position in [*shown, *last[:4]]:
        worlds = listed_worlds(position)
        counts = Counter(stock[0] for _, _, stock in worlds)
        exact = {card: count / len(worlds) for card, count in counts.items()}
        assert last_worlds(position) == pytest.approx(exact)


def test_histories_are_counted_as_listed() -> None:
    for position in chosen(BASE.on(Pack(2, 4, 2)), voids=True, most=5, count=10):
        histories = {(dealt, draws) for dealt, draws, _ in listed_worlds(position)}
        assert uniform_histories(position).total == pytest.approx(len(histories))
