"""Estimates: same worlds for all cards, same seed same numbers, agreement with the reference."""

from __future__ import annotations

import itertools
from random import Random

import numpy as np
import pytest

from tests.engine.self_play import phase_one_positions, phase_one_states
from tests.shared_files import paper_lines
from trainer.engine.beliefs import last_worlds, sample_worlds
from trainer.engine.cards import Card, format_cards
from trainer.engine.deals import shuffled_deal
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import ending_value
from trainer.engine.estimates import (
    BASE_POLICY,
    PositionEstimate,
    ducking_cards,
    estimate_cards,
    touching_groups,
    winning_cards,
)
from trainer.engine.policies import POLICIES, RANDOM, WEIGHED, policy_card, scratch, table_of
from trainer.engine.positions import Position, legal_cards, played_cards, position_of
from trainer.engine.rule_sets import ALL26, BASE, FREE, FREE_ALL26, Pack, RuleSet
from trainer.engine.state import State, new_state, play

POSITIONS = [Position.from_json(line) for line in paper_lines("oracle/phase1_positions.jsonl")]


def follower_choices(seed: int) -> list[Position]:
    """Decisions of one deal in which the follower may win or duck."""
    return [
        position
        for position in phase_one_positions(seed)
        if winning_cards(position) and ducking_cards(position)
    ]


def tricks(estimate: PositionEstimate) -> list[float]:
    return [result.tricks for result in estimate.cards.values()]


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others() -> None:
    first = estimate_cards(POSITIONS[0], worlds=60, seed=1)
    again = estimate_cards(POSITIONS[0], worlds=60, seed=1)
    other = estimate_cards(POSITIONS[0], worlds=60, seed=2)
    assert np.array_equal(first.outcomes, again.outcomes)
    assert not np.array_equal(first.outcomes, other.outcomes)


def test_batches_are_the_same_worlds_as_one_run() -> None:
    whole = estimate_cards(POSITIONS[3], worlds=50, seed=7).outcomes
    parts = [estimate_cards(POSITIONS[3], worlds=25, seed=7, first_world=start).outcomes for start in (0, 25)]
    assert np.array_equal(whole, np.concatenate(parts))


def test_the_world_that_the_python_sampler_draws_is_the_one_that_is_played_out() -> None:
    """One roll-out, step by step through the rules of the game and the exact solver."""
    for position in POSITIONS[:6]:
        require_same_outcomes(position, worlds=3)


def played_out(state: State) -> tuple[int, int]:
    """The tricks that count for both players: phase one by the base policy, then best play."""
    rng = Random(0)
    while state.phase == 1:
        state = play(state, policy_card(POLICIES[BASE_POLICY], position_of(state, state.to_play), rng))
    value, rules = ending_value(ending_of(state)), state.rule_set
    tricks = [rules.phase_tricks - value] * 2
    tricks[state.to_play] = value
    earlier = state.phase_one_tricks if rules.both_phases_count else (0, 0)
    return tricks[0] + earlier[0], tricks[1] + earlier[1]


def test_no_policy_sees_the_other_hand() -> None:
    """The kernel's referee table holds the other hand; filling it in must not change the choice."""
    from trainer.engine import policy_kernel as kernel  # noqa: PLC0415 - compiled
    from trainer.engine import table_kernel  # noqa: PLC0415 - compiled

    stream = np.zeros(1, dtype=np.uint64)
    for position in itertools.chain(*(phase_one_positions(seed) for seed in range(3))):
        blind = table_of(position)
        choice = kernel.choose(WEIGHED.weights(), scratch(), blind, 0, stream)
        for world in sample_worlds(position, 3, seed=1):
            seeing = blind.copy()
            seeing[table_kernel.HANDS + 1] = sum(1 << card.index for card in world.held)
            assert kernel.choose(WEIGHED.weights(), scratch(), seeing, 0, stream) == choice
        assert Card.from_index(choice) in legal_cards(position)


def test_tips_beats_random_cards_by_far() -> None:
    rng = Random(5)
    won = 0
    for number in range(60):
        policies = [WEIGHED, WEIGHED.with_errors(1.0)]
        state = new_state(shuffled_deal(rng, dealer=number % 2))
        while state.phase == 1:
            card = policy_card(policies[state.to_play], position_of(state, state.to_play), rng)
            state = play(state, card)
        value = ending_value(ending_of(state))
        won += (value if state.to_play == 0 else 13 - value) >= 7
    assert won >= 42  # 87 % over many deals


def test_cards_that_touch_are_one_answer() -> None:
    position = next(position for position in POSITIONS if position.notation() == POSITIONS[0].notation())
    groups = [format_cards(group) for group in touching_groups(position)]
    assert groups == ["SA", "SJ S7 S6", "S4 S3"]  # the ten, nine, eight are played; the five is not seen
    estimate = estimate_cards(position, worlds=20, seed=1)
    for group in estimate.groups:
        assert len({estimate.estimate(card) for card in group}) == 1


def test_the_difference_in_common_worlds_is_sharper_than_two_estimates() -> None:
    estimate = estimate_cards(POSITIONS[0], worlds=300, seed=1)
    win, duck = estimate.best_of(winning_cards(POSITIONS[0])), estimate.best_of(ducking_cards(POSITIONS[0]))
    difference = estimate.difference(win, duck)
    first, second = estimate.estimate(win), estimate.estimate(duck)
    assert difference.mean == pytest.approx(first.tricks - second.tricks)
    assert difference.se < (first.se**2 + second.se**2) ** 0.5
    assert estimate.win_difference(win, duck).mean == pytest.approx(first.win - second.win)


SMALL_PACKS = [BASE.on(Pack(2, 4, 2)), ALL26.on(Pack(3, 4, 3)), FREE.on(Pack(4, 5, 5))]
OTHER_RULES = [FREE, ALL26, FREE_ALL26, *SMALL_PACKS]


@pytest.mark.parametrize("rules", OTHER_RULES, ids=str)
def test_every_rule_set_and_pack_is_played_out_by_its_own_rules(rules: RuleSet) -> None:
    """The compiled roll-out against the rules of the game, step by step, at every decision of a deal."""
    rng = Random(3)
    state = new_state(shuffled_deal(rng, 1, rules.pack.cards), rules)
    while state.phase == 1:
        position = position_of(state, state.to_play)
        assert Position.parse(position.notation()) == position
        if position.trick < rules.phase_tricks:
            require_same_outcomes(position, worlds=2)
        state = play(state, policy_card(RANDOM, position, rng))


def require_same_outcomes(position: Position, worlds: int) -> None:
    estimate = estimate_cards(position, worlds=worlds, seed=4)
    for number, world in enumerate(sample_worlds(position, worlds, seed=4)):
        start = new_state(world.deal(position), position.rule_set)
        for card in played_cards(position):
            start = play(start, card)
        for place, group in enumerate(estimate.groups):
            played = played_out(play(start, group[-1]))
            assert played[position.player] == estimate.outcomes[number, place]


def test_the_last_decision_of_the_follower_is_enumerated() -> None:
    lasts = (list(phase_one_positions(seed))[-1] for seed in range(20))
    for position in itertools.islice(lasts, 4):
        estimate = estimate_cards(position, worlds=500, seed=1)
        assert estimate.is_enumerated
        assert estimate.worlds == len(last_worlds(position)) <= 14
        for card, result in estimate.cards.items():
            assert result.se == result.win_se == 0
            sampled = [value_after(position, world.deal(position), card) for world in worlds_of(position)]
            assert result.tricks == pytest.approx(np.mean(sampled), abs=0.5)


def worlds_of(position: Position):
    return sample_worlds(position, 150, seed=2)


def value_after(position: Position, deal, card: Card) -> int:
    state = new_state(deal)
    for played in (*played_cards(position), card):
        state = play(state, played)
    value = ending_value(ending_of(state))
    return value if state.to_play == position.player else 13 - value


def test_win_or_duck_agrees_with_the_reference_where_it_is_clear() -> None:
    """The reference has another base policy. Measured: 28 of 28 clear ones agree, correlation 0.99."""
    agreed, clear = 0, 0
    ours: list[float] = []
    theirs: list[float] = []
    for line, position in zip(paper_lines("oracle/phase1_positions.jsonl"), POSITIONS, strict=True):
        reference = {Card.parse(name): row["tricks"] for name, row in line["reference"]["cards"].items()}
        estimate = estimate_cards(position, worlds=300, seed=1)
        ours += tricks(estimate)
        theirs += [reference[card] for card in estimate.cards]
        winners, ducks = winning_cards(position), ducking_cards(position)
        if winners and ducks:
            gap = max(map(reference.__getitem__, winners)) - max(map(reference.__getitem__, ducks))
            if abs(gap) >= 0.3:
                clear += 1
                difference = estimate.difference(estimate.best_of(winners), estimate.best_of(ducks))
                agreed += (difference.mean > 0) == (gap > 0)
    assert clear >= 25
    assert agreed >= 0.92 * clear
    assert np.corrcoef(ours, theirs)[0, 1] > 0.97


def test_states_and_positions_of_self_play_fit() -> None:
    assert len(list(phase_one_states(2))) == 26
