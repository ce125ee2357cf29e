"""Worlds: every one can have happened, and all are equally likely."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests.engine.self_play import phase_one_positions
from trainer.engine import belief_kernel, random_kernel
from trainer.engine.beliefs import World, last_worlds, sample_worlds, uniform_histories
from trainer.engine.cards import PACK, Card
from trainer.engine.positions import (
    Position,
    known_opponent_cards,
    opponent_voids,
    played_cards,
    position_of,
    unseen_cards,
)
from trainer.engine.rule_sets import BASE, FREE, RuleSet
from trainer.engine.state import new_state, play


def replayed(position: Position, world: World) -> Position:
    """The position that the player sees after the same plays in this world; raises if one is illegal."""
    state = new_state(world.deal(position), position.rule_set)
    for card in played_cards(position):
        state = play(state, card)
    return position_of(state, position.player)


@pytest.mark.parametrize("rule_set", [BASE, FREE])
def test_every_world_replays_to_the_same_position(rule_set: RuleSet) -> None:
    for seed in range(4):
        for position in phase_one_positions(seed, rule_set=rule_set):
            for world in sample_worlds(position, 4, seed):
                assert replayed(position, world) == position


def test_a_world_places_every_card_once() -> None:
    for position in phase_one_positions(99):
        for world in sample_worlds(position, 3, seed=1):
            assert sorted(world.deal(position).pack) == sorted(PACK)
            size = 13 if position.led is None else 12
            assert len(world.held) == size
            assert set(known_opponent_cards(position)) <= set(world.held)
            assert set(world.held) | set(world.stock_left) >= set(unseen_cards(position))


def test_world_i_is_the_same_in_every_batch() -> None:
    position = next(itertools.islice(phase_one_positions(4), 15, None))
    ten = list(sample_worlds(position, 10, seed=3))
    assert list(sample_worlds(position, 4, seed=3)) == ten[:4]
    assert list(sample_worlds(position, 10, seed=4)) != ten


# Small packs, where every history can be listed. Windows and earliest times as in belief_kernel:
# (played cards as (first, last), draw times, earliest times of the unplayed cards, cards dealt)
SMALL = [
    ([], [], [0, 0, 0, 0], 2),
    ([(0, 0)], [1], [0, 0, 0, 0], 2),
    ([(0, 0), (0, 1)], [1], [0, 0, 0, 1], 2),
    ([(0, 0), (1, 2), (0, 3)], [1, 3], [0, 0, 1, 2, 3], 3),
    ([(0, 0), (0, 1), (2, 2), (0, 3)], [1, 2, 3], [0, 0, 2, 2, 4], 3),
    ([(0, 2), (0, 2)], [1, 2], [0, 2, 2, 2], 2),
    ([(0, 0), (0, 1), (1, 3)], [1, 2], [0, 1, 1, 1], 2),
]


def all_histories(
    played: list[tuple[int, int]], draws: list[int], earliest: list[int], dealt: int
) -> Iterator[tuple[frozenset[int], tuple[int, ...]]]:
    """Every way to fill the slots, straight from the definition: the deal as a set, then the draws."""
    cards = range(len(played) + len(earliest))

    def fits(card: int, time: int) -> bool:
        if card < len(played):
            return played[card][0] <= time <= played[card][1]
        return earliest[card - len(played)] <= time

    for chosen in itertools.combinations(cards, dealt):
        if all(fits(card, 0) for card in chosen):
            rest = [card for card in cards if card not in chosen]
            for drawn in itertools.permutations(rest, len(draws)):
                placed = set(chosen) | set(drawn)
                if placed >= set(range(len(played))) and all(map(fits, drawn, draws)):
                    yield frozenset(chosen), drawn


@pytest.mark.parametrize(("played", "draws", "earliest", "dealt"), SMALL)
def test_every_history_of_a_small_pack_is_equally_likely(
    played: list[tuple[int, int]], draws: list[int], earliest: list[int], dealt: int
) -> None:
    expected = set(all_histories(played, draws, earliest, dealt))
    counts: Counter[tuple[frozenset[int], tuple[int, ...]]] = Counter()
    draw_history, total = small_sampler(played, draws, earliest, dealt)
    assert total == pytest.approx(len(expected))
    samples = 400 * len(expected)
    for world in range(samples):
        slots = draw_history(world)
        counts[frozenset(slots[:dealt]), tuple(slots[dealt:])] += 1
    assert set(counts) == expected
    freedom = len(expected) - 1
    chi_square = sum((count - 400) ** 2 / 400 for count in counts.values())
    # mean + 4.5 standard deviations of chi-square: one run in several thousand would be beyond it
    assert chi_square <= freedom + 4.5 * (2 * max(freedom, 1)) ** 0.5 + 4


def small_sampler(played, draws, earliest, dealt):
    """A function from world number to the cards of the slots, and the number of histories."""
    times = np.array(sorted(earliest))
    first = np.array([low for low, _ in played], dtype=np.int64)
    last = np.array([high for _, high in played], dtype=np.int64)
    draw_times = np.array(draws, dtype=np.int64)
    fitting = np.searchsorted(times, draw_times, side="right").astype(np.int64)
    dealt_fitting = int(np.searchsorted(times, 0, side="right"))
    ways = np.zeros((len(draws) + 1, 1 << len(played)))
    chances = np.zeros(1 << len(played))
    total = belief_kernel.count_histories(
        first, last, draw_times, fitting, dealt, dealt_fitting, ways, chances
    )
    cards = np.arange(len(played), dtype=np.int64)
    unplayed = np.arange(len(played), len(played) + len(earliest), dtype=np.int64)
    order, slots = np.zeros_like(unplayed), np.zeros(dealt + len(draws), dtype=np.int64)
    stream = np.zeros(1, dtype=np.uint64)
    windows = (cards, first, last, draw_times, fitting, dealt, dealt_fitting, ways, chances, unplayed)

    def draw_history(world: int) -> list[int]:
        random_kernel.start_stream(stream, 5, world)
        belief_kernel.sample_history(stream, *windows, order, slots)
        return [int(card) for card in slots]

    return draw_history, total


def by_rejection(position: Position, rng: Random) -> World | None:
    """A world by the definition alone: shuffle the hidden cards into the slots and see whether it fits."""
    view = position.opponent
    plays = {play.card: play.trick for play in view.hidden_plays}
    cards = [*plays, *unseen_cards(position)]
    rng.shuffle(cards)
    slots = [slot.filled_at for slot in view.hidden_slots]
    placed = dict(zip(cards, slots, strict=False))
    if not plays.keys() <= placed.keys():
        return None
    if not all(view.may_have_held(time, card, plays.get(card)) for card, time in placed.items()):
        return None
    in_slots = cards[: len(slots)]
    held = (*known_opponent_cards(position), *(card for card in in_slots if card not in plays))
    return World(tuple(in_slots[:13]), tuple(in_slots[13:]), held, tuple(cards[len(slots) :]))


def with_a_void() -> Iterator[Position]:
    """Early positions in which the opponent has shown a void and drawn unseen since."""
    for seed in range(2000):
        for position in itertools.islice(phase_one_positions(seed), 4, 9):
            if opponent_voids(position) and any(
                slot.filled_at >= opponent_voids(position)[0].trick for slot in position.opponent.hidden_slots
            ):
                yield position
                break


@pytest.mark.long
def test_worlds_after_a_void_are_spread_as_by_rejection() -> None:
    for position in itertools.islice(with_a_void(), 2):
        rng = Random(6)
        expected: Counter[Card] = Counter()
        accepted = 0
        for _ in range(150_000):
            world = by_rejection(position, rng)
            if world is not None:
                accepted += 1
                expected.update(world.held)
        assert accepted > 100
        found: Counter[Card] = Counter()
        count = 20_000
        for world in sample_worlds(position, count, seed=9):
            found.update(world.held)
        for card in unseen_cards(position):
            share, other = expected[card] / accepted, found[card] / count
            error = (max(other * (1 - other), 1e-4) * (1 / accepted + 1 / count)) ** 0.5
            assert abs(share - other) < 4.5 * error, (position.notation(), card)


def test_a_void_forbids_the_suit_only_in_slots_filled_before_it() -> None:
    position = next(with_a_void())
    void = opponent_voids(position)[-1]
    since = sum(slot.filled_at >= void.trick for slot in position.opponent.hidden_slots)
    known = sum(card.suit is void.suit for card in known_opponent_cards(position))
    counts = [
        sum(card.suit is void.suit for card in world.held) - known
        for world in sample_worlds(position, 2000, seed=2)
    ]
    assert min(counts) == 0
    assert 0 < max(counts) <= since


def test_at_the_last_trick_the_chances_of_the_hidden_card_are_those_of_the_sampler() -> None:
    positions = (list(phase_one_positions(seed))[-1] for seed in range(60))
    with_voids = (position for position in positions if len(opponent_voids(position)) >= 2)
    for position in itertools.islice(with_voids, 4):
        chances = last_worlds(position)
        assert sum(chances.values()) == pytest.approx(1)
        found = Counter(world.stock_left[0] for world in sample_worlds(position, 4000, seed=8))
        assert set(found) <= set(chances)
        for card, chance in chances.items():
            assert found[card] / 4000 == pytest.approx(chance, abs=4.5 * (chance / 4000) ** 0.5 + 1e-3)


def test_without_voids_every_unseen_card_is_held_equally_often() -> None:
    position = next(phase_one_positions(11))
    assert not opponent_voids(position)
    count = 20_000
    found = Counter(card for world in sample_worlds(position, count, seed=1) for card in world.held)
    share = (13 if position.led is None else 12) / len(unseen_cards(position))
    for card in unseen_cards(position):
        assert found[card] / count == pytest.approx(share, abs=4.5 * (share / count) ** 0.5)


def test_counting_stays_small_late_in_phase_one() -> None:
    *_, position = phase_one_positions(3)
    histories = uniform_histories(position)
    assert histories.ways.size <= 14 * 2**13
    assert histories.total > 0
