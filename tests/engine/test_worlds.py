"""The inferred belief: worlds that can have happened, weighed as they should be, with honest errors."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests.engine.self_play import phase_one_positions, phase_one_states
from tests.engine.small_packs.test_worlds import Places, listed_worlds
from trainer.engine import inference_kernel
from trainer.engine import table_kernel as kernel
from trainer.engine.beliefs import UNIFORM, World, sample_worlds
from trainer.engine.cards import Card
from trainer.engine.estimates import estimate_cards, mean_of, played_out, touching_groups
from trainer.engine.policies import WEIGHED, policy_card, table_of
from trainer.engine.positions import Position, opponent_voids, played_cards, position_of
from trainer.engine.rule_sets import BASE, FREE, FREE_ALL26, RULE_SETS, Pack, RuleSet
from trainer.engine.state import State, new_state, play
from trainer.engine.table_kernel import Table
from trainer.engine.worlds import (
    BELIEFS,
    FLOOR,
    HEAT,
    INFERRED,
    WorldSource,
    opponent_decisions,
    world_source,
)


def drawn_worlds(position: Position, count: int, seed: int, belief: str = INFERRED) -> Iterator[World]:
    drawn = world_source(position, belief=belief, policy="weighed", seed=seed).draw(count)
    return (drawn.world(position, number) for number in range(count))


def replayed(position: Position, world: World) -> State:
    state = new_state(world.deal(position), position.rule_set)
    for card in played_cards(position):
        state = play(state, card)
    return state


@pytest.mark.parametrize("belief", BELIEFS)
@pytest.mark.parametrize("rules", [*RULE_SETS.values(), FREE.on(Pack(3, 4, 3))], ids=str)
def test_every_world_replays_to_the_same_position(rules: RuleSet, belief: str) -> None:
    for position in phase_one_positions(5, rule_set=rules):
        for world in drawn_worlds(position, 4, 2, belief):
            state = replayed(position, world)
            assert position_of(state, position.player) == position
            assert sorted(world.held) == sorted(state.hands[1 - position.player])
            assert world.stock_left == state.stock_left[1:]


def test_the_uniform_worlds_are_those_of_the_plain_sampler() -> None:
    position = next(itertools.islice(phase_one_positions(4), 15, None))
    one, other = drawn_worlds(position, 5, 3, UNIFORM), sample_worlds(position, 5, seed=3)
    for mine, theirs in zip(one, other, strict=True):
        assert (set(mine.held), set(mine.dealt)) == (set(theirs.held), set(theirs.dealt))
        assert (mine.draws, mine.stock_left) == (theirs.draws, theirs.stock_left)


def test_world_i_is_the_same_in_every_batch() -> None:
    position = next(itertools.islice(phase_one_positions(4), 15, None))
    source = world_source(position, belief=INFERRED, policy="weighed", seed=3)
    ten, last = source.draw(10), source.draw(3, first_world=7)
    assert ten.weights is not None
    assert last.weights is not None
    assert np.array_equal(ten.slots[7:], last.slots)
    assert np.array_equal(ten.weights[7:], last.weights)


def from_the_other_seat(table: Table, tricks: int) -> Table:
    """The same table with the players' places exchanged."""
    other = table.copy()
    for place in (kernel.HANDS, kernel.KNOWN, kernel.VOIDS):
        other[place], other[place + 1] = table[place + 1], table[place]
    ages = slice(kernel.AGES, kernel.AGES + 4), slice(kernel.AGES + 4, kernel.AGES + 8)
    other[ages[0]], other[ages[1]] = table[ages[1]], table[ages[0]]
    other[kernel.LEADER] = 1 - table[kernel.LEADER]
    other[kernel.WON] = tricks - table[kernel.WON]
    return other


@pytest.mark.parametrize("rules", [BASE, FREE_ALL26, BASE.on(Pack(3, 4, 3))], ids=str)
def test_a_decision_has_the_table_that_the_opponent_saw(rules: RuleSet) -> None:
    states = list(phase_one_states(7, rule_set=rules))
    for state in states[1:]:
        position = position_of(state, state.to_play)
        theirs = [earlier for earlier in states if earlier.to_play != position.player]
        decisions = opponent_decisions(position)
        assert len(decisions.plays) == sum(len(s.plays) < len(state.plays) for s in theirs)
        for number, earlier in zip(range(len(decisions.plays)), theirs, strict=False):
            seen = table_of(position_of(earlier, earlier.to_play))
            expected = from_the_other_seat(seen, len(earlier.finished_tricks))
            expected[kernel.HANDS : kernel.HANDS + 2] = 0
            assert np.array_equal(decisions.tables[number], expected)
            assert int(decisions.plays[number]) == state.plays[len(earlier.plays)].index


def chance_by_the_rules(position: Position, world: World) -> float:
    """How likely the softened policy plays the opponent's cards, from states and positions alone."""
    state = new_state(world.deal(position), position.rule_set)
    chance = 1.0
    for card in played_cards(position):
        if state.to_play != position.player:
            chance *= chance_of(position_of(state, state.to_play), card)
        state = play(state, card)
    return chance


def chance_of(seen: Position, card: Card) -> float:
    chosen = policy_card(WEIGHED, seen, Random(0))
    groups = touching_groups(seen)
    values = [inference_kernel.PREFERENCE * (chosen in group) for group in groups]
    total = sum(math.exp(value / HEAT) for value in values)
    ours = next(value for value, group in zip(values, groups, strict=True) if card in group)
    return (1 - FLOOR) * math.exp(ours / HEAT) / total + FLOOR / len(groups)


@pytest.mark.parametrize("rules", [BASE, FREE], ids=str)
def test_the_weight_of_a_world_is_the_chance_of_the_cards_played(rules: RuleSet) -> None:
    for position in itertools.islice(phase_one_positions(12, rule_set=rules), 6, None, 5):
        source = world_source(position, belief=INFERRED, policy="weighed", seed=1)
        plain = WorldSource(position, source.histories, source.decisions, source.weights, 1)
        drawn = plain.draw(5)
        assert drawn.weights is not None
        for number in range(5):
            expected = chance_by_the_rules(position, drawn.world(position, number))
            assert drawn.weights[number] == pytest.approx(expected, rel=1e-5)


def small_positions(rules: RuleSet, count: int, voids: bool) -> list[Position]:
    """Positions on a small pack in which the opponent has played out of hidden cards."""
    every = (p for seed in range(3000) for p in phase_one_positions(seed, rule_set=rules))
    fitting = (
        p for p in every if p.opponent.hidden_plays and bool(opponent_voids(p)) == voids and p.trick > 1
    )
    return list(itertools.islice(fitting, count))


def as_places(world: World) -> Places:
    return frozenset(world.dealt), world.draws, world.stock_left


SMALL = [(BASE.on(Pack(2, 4, 2)), False), (BASE.on(Pack(2, 4, 2)), True), (FREE.on(Pack(2, 4, 2)), False)]


@pytest.mark.parametrize(("rules", "voids"), SMALL, ids=str)
def test_worlds_are_spread_by_their_chances_over_all_there_are(rules: RuleSet, voids: bool) -> None:
    """Weighted counts against the chances of every world there is: chi-square of the standard errors."""
    for position in small_positions(rules, 2, voids):
        worlds = sorted(listed_worlds(position), key=str)
        chances = np.array(
            [chance_by_the_rules(position, World(tuple(w[0]), w[1], (), w[2])) for w in worlds]
        )
        chances /= chances.sum()
        drawn = world_source(position, belief=INFERRED, policy="weighed", seed=4).draw(6000)
        number = {world: place for place, world in enumerate(worlds)}
        found = np.array([number[as_places(drawn.world(position, i))] for i in range(len(drawn))])
        statistic = 0.0
        for place, chance in enumerate(chances):
            share = mean_of((found == place).astype(np.float64), drawn.weights)
            error = max(share.se, (chance / len(drawn)) ** 0.5 / 2)
            assert abs(share.mean - chance) < 5 * error
            statistic += (share.mean - chance) ** 2 / error**2
        assert statistic < len(worlds) + 4.5 * (2 * len(worlds)) ** 0.5 + 4


@pytest.mark.parametrize("belief", BELIEFS)
def test_two_standard_errors_hold_the_exact_mean_nineteen_times_in_twenty(belief: str) -> None:
    """On a small pack the exact mean is known from all worlds; 300 seeds of 150 worlds."""
    position = small_positions(BASE.on(Pack(3, 4, 3)), 1, voids=False)[0]
    many = estimate_cards(position, worlds=60_000, seed=9, belief=belief, policy="weighed")
    cards = [group[0] for group in many.groups]
    card = max(cards, key=lambda c: many.estimate(c).se)
    exact, hits, seeds = many.estimate(card).tricks, 0, 300
    for seed in range(100, 100 + seeds):
        few = estimate_cards(position, worlds=150, seed=seed, belief=belief, policy="weighed").estimate(card)
        hits += abs(few.tricks - exact) <= 2 * few.se
    # 95.4 % of 300, give or take 3.5 standard deviations of a share
    assert 0.91 <= hits / seeds <= 0.995


def test_throwing_light_worlds_back_leaves_the_means_alone_and_saves_work() -> None:
    position = next(itertools.islice(phase_one_positions(8), 20, None))
    source = world_source(position, belief=INFERRED, policy="weighed", seed=1)
    plain = WorldSource(position, source.histories, source.decisions, source.weights, 2)
    choices = [(group[-1].index, -1, -1, -1) for group in touching_groups(position)]
    results, used = [], []
    for one in (source, plain):
        drawn = one.draw(4000)
        assert drawn.weights is not None
        tricks = played_out(position, drawn, choices[:1], "weighed")[:, 0].astype(np.float64)
        results.append(mean_of(tricks, drawn.weights))
        used.append(drawn.weights.sum() ** 2 / (drawn.weights**2).sum())
    error = (results[0].se ** 2 + results[1].se ** 2) ** 0.5
    assert abs(results[0].mean - results[1].mean) < 4 * error
    assert used[0] > 1.5 * used[1]


def test_equal_weights_give_the_plain_mean_and_error() -> None:
    numbers = np.array([3.0, 5.0, 4.0, 8.0, 6.0])
    plain, weighed = mean_of(numbers, None), mean_of(numbers, np.full(5, 0.3))
    assert weighed.mean == pytest.approx(plain.mean)
    assert weighed.se == pytest.approx(plain.se)


def test_before_the_opponent_has_played_there_is_nothing_to_infer() -> None:
    position = next(p for seed in range(9) for p in phase_one_positions(seed) if p.led is None)
    assert position.trick == 1
    assert world_source(position, belief=INFERRED, policy="weighed", seed=1).draw(3).weights is None


def test_an_unknown_belief_is_refused() -> None:
    position = next(phase_one_positions(1))
    with pytest.raises(ValueError, match="no belief 'hope'"):
        world_source(position, belief="hope", policy="weighed", seed=1)
