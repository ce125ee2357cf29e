"""Training of the value net: its gradient, its views and targets, and that it can be stopped and repeated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tests.engine.net_forward import forward
from trainer.engine import learning_kernel, net_kernel, training_kernel, views_kernel
from trainer.engine.ending_kernel import hands_value, new_block
from trainer.engine.matches import play_match
from trainer.engine.net_weights import DATA, file_hash, net_weights, origin, write_net
from trainer.engine.policies import POLICIES, RANDOM, scratch
from trainer.engine.policy_kernel import choose
from trainer.engine.rule_sets import ALL26, BASE, FREE_ALL26, RULE_SETS, Pack, RuleSet
from trainer.engine.table_kernel import HANDS, LEADER, LED, PLACES, TRUMP, beats, finish_trick, take_card
from trainer.engine.training import NETS, RECIPES, Learner, Recipe, first_learner, learn_shard, train
from trainer.engine.vectors_kernel import FIRST
from trainer.engine.weights_kernel import ERRORS, KIND, NET, Weights

TINY = Recipe(seed=3, rounds=4, opening_rounds=1, shards=2, deals=60, batch=64)

Views = tuple[list[npt.NDArray[np.int64]], list[npt.NDArray[np.float32]]]


def played(weights: Weights, deals: int, keep: float, rules: RuleSet = BASE, noise: float = 0.0) -> Views:
    """Views and targets of the three nets from self-play."""
    views = [np.zeros((each * deals, views_kernel.WORDS), dtype=np.int64) for *_, each in NETS]
    targets = [np.zeros((each * deals, 2), dtype=np.float32) for *_, each in NETS]
    free, counted = int(not rules.follow_in_phase_one), int(rules.both_phases_count)
    block = new_block()
    training_kernel.self_play(
        block.ctypes.data, weights, scratch(), np.arange(52), free, counted, 11, 0, noise, keep,
        views[0], views[1], views[2], targets[0], targets[1], targets[2],
    )  # fmt: skip
    return views, targets


def inputs_of(views: npt.NDArray[np.int64], rows: int) -> npt.NDArray[np.float32]:
    """Noted views as inputs of a net."""
    x = np.zeros((len(views), rows), dtype=np.float32)
    for row, view in enumerate(views.tolist()):
        for group in range(4):
            for place in range(52):
                x[row, 52 * group + place] = view[group] >> place & 1
        rest = view[views_kernel.REST]
        x[row, rest & 255] = 1
        x[row, net_kernel.LEADS] = rest >> views_kernel.LEADS_BIT & 1
        for place in range(8):
            age = view[views_kernel.VOIDS_SHOWN] >> 8 * place & 255
            if age:
                x[row, net_kernel.OTHER_VOID + place] = 1 / age
        for base, byte in (
            (net_kernel.UP, views_kernel.UP_BYTE),
            (net_kernel.LAID, views_kernel.LAID_BYTE),
        ):
            place = rest >> byte & 255
            if place:
                x[row, base + place - 1] = 1
    return x


def player_and_trick(view: npt.NDArray[np.int64]) -> tuple[int, int]:
    rest = int(view[views_kernel.REST])
    return rest >> views_kernel.PLAYER_BIT & 1, rest >> views_kernel.TRICK_BYTE


def loss(
    weights: npt.NDArray[np.float64],
    x: npt.NDArray[np.float32],
    targets: npt.NDArray[np.float32],
    win_share: float,
) -> float:
    """Half the squared error in tricks and the cross entropy of winning, over all views."""
    tricks, logit = forward(weights, 0, x).T  # type: ignore[arg-type]
    entropy = np.logaddexp(0, logit) - targets[:, 1] * logit
    return float((0.5 * (tricks - targets[:, 0]) ** 2 + win_share * entropy).sum())


@pytest.mark.parametrize("net", range(3), ids=["after", "start", "lead"])
def test_the_gradient_is_the_slope_of_the_loss(net: int) -> None:
    at, rows, _ = NETS[net]
    learner = first_learner(TINY)
    views, targets = played(learner.weights, 3, 1.0)
    part = learner.weights[at : at + rows * FIRST + net_kernel.TAIL].copy()
    part += np.random.default_rng(1).normal(0, 0.05, len(part)).astype(np.float32)
    slopes = np.zeros_like(part)
    tail = 4 * (len(part) - net_kernel.TAIL)
    work, active = scratch(), np.zeros(learning_kernel.MOST_ROWS, dtype=np.int64)
    start, to = part.ctypes.data, slopes.ctypes.data
    for row in range(len(views[net])):
        learning_kernel.learn_view(
            start, start + tail, to, to + tail, work.ctypes.data, views[net], row, active,
            targets[net][row, 0], targets[net][row, 1], 0.5,
        )  # fmt: skip
    x = inputs_of(views[net], rows)
    rng = np.random.default_rng(2)
    used = np.flatnonzero(x.any(axis=0))
    places = [*range(len(part) - 70, len(part)), *rng.integers(tail // 4, len(part), 40)]
    places += [int(row) * FIRST + int(rng.integers(FIRST)) for row in used]
    for place in places:
        around = [part.astype(np.float64) for _ in range(2)]
        around[0][place] += 1e-5
        around[1][place] -= 1e-5
        slope = (loss(around[0], x, targets[net], 0.5) - loss(around[1], x, targets[net], 0.5)) / 2e-5
        assert slopes[place] == pytest.approx(slope, rel=2e-3, abs=2e-2)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_views_are_what_the_net_sees_when_it_plays(rules: RuleSet) -> None:
    """Without errors and with lambda 0, the target of a start is the net's value of the card then played."""
    weights = first_learner(TINY).weights
    (after, start, lead), (_, targets, _) = played(weights, 8, 0.0, rules)
    of_after = forward(weights, net_kernel.AFTER_AT, inputs_of(after, net_kernel.AFTER_ROWS))[:, 0]
    of_lead = forward(weights, net_kernel.LEAD_AT, inputs_of(lead, net_kernel.LEAD_ROWS))[:, 0]
    for row, view in enumerate(start):
        player, trick = player_and_trick(view)
        if trick == 14:
            continue
        number = row // training_kernel.START_VIEWS
        leads = training_kernel.LEAD_VIEWS * number + trick - 1
        if player_and_trick(lead[leads]) == (player, trick):
            assert targets[row, 0] == pytest.approx(of_lead[leads], abs=1e-4)
        else:
            follower = training_kernel.AFTER_VIEWS * number + 2 * trick - 1
            assert player_and_trick(after[follower]) == (player, trick)
            won = after[follower, views_kernel.REST] >> views_kernel.LEADS_BIT & 1
            taken = int(won and rules.both_phases_count)
            assert targets[row, 0] == pytest.approx(of_after[follower] + taken, abs=1e-4)


@pytest.mark.parametrize("rules", [BASE, ALL26, FREE_ALL26], ids=lambda rules: rules.id)
def test_with_lambda_one_the_target_is_the_result(rules: RuleSet) -> None:
    weights = first_learner(TINY).weights
    (after, _, _), (targets, _, _) = played(weights, 20, 1.0, rules, noise=1.0)
    for number in range(20):
        won = np.zeros(2)
        totals = []
        for row in range(26 * number, 26 * number + 26):
            player, trick = player_and_trick(after[row])
            if rules.both_phases_count:
                won[player] += after[row, views_kernel.REST] >> views_kernel.LEADS_BIT & 1
            totals.append((player, won[player] + targets[row, 0], targets[row, 1]))
            assert trick == (row - 26 * number) // 2 + 1
        results = set(totals)
        assert len(results) == 2
        (_, first, first_win), (_, second, second_win) = sorted(results)
        assert first + second == rules.counted_tricks
        assert first_win + second_win == 1
        assert (first_win > second_win) == (first > second)


def last(rounds: Iterable[Learner]) -> Learner:
    *_, learner = rounds
    return learner


def test_training_goes_on_after_a_stop_as_if_there_had_been_none(tmp_path: Path) -> None:
    whole = last(train(TINY, tmp_path / "whole.npz"))
    for learner in train(TINY, tmp_path / "stopped.npz"):
        if learner.done == 2:
            break
    resumed = last(train(TINY, tmp_path / "stopped.npz"))
    assert resumed.done == whole.done == TINY.rounds
    assert np.array_equal(resumed.weights, whole.weights)
    assert np.array_equal(resumed.mean, whole.mean)
    assert not np.array_equal(whole.mean, last(train(replace(TINY, seed=4), tmp_path / "other.npz")).mean)


def test_a_checkpoint_of_another_recipe_is_refused(tmp_path: Path) -> None:
    list(train(replace(TINY, rounds=1), tmp_path / "rounds.npz"))
    with pytest.raises(ValueError, match="another recipe"):
        list(train(TINY, tmp_path / "rounds.npz"))


def test_shards_of_a_round_can_be_learned_in_any_order(tmp_path: Path) -> None:
    def backwards(recipe: Recipe, learner: Learner) -> Iterable[Learner]:
        shards = [learn_shard(recipe, learner, shard) for shard in reversed(range(recipe.shards))]
        return reversed(shards)

    recipe = replace(TINY, rounds=2)
    other = last(train(recipe, tmp_path / "backwards.npz", backwards))
    assert np.array_equal(last(train(recipe, tmp_path / "in_turn.npz")).mean, other.mean)


def tricks_against(weights: Weights, against: Weights, deals: int) -> float:
    """Mean phase-two tricks of the first of two policies, each deal played from both seats."""
    block, table, stream = new_block(), np.zeros(PLACES, dtype=np.int64), np.ones(1, dtype=np.uint64)
    total = 0
    for number in range(2 * deals):
        stream[0] = number // 2
        pack = np.arange(52)
        training_kernel.deal(table, pack, stream, 0, 0, 0)
        seats = (weights, against) if number % 2 else (against, weights)
        for place in range(27, 53, 2):
            leader = int(table[LEADER])
            lead = choose(seats[leader], scratch(), table, leader, stream)
            take_card(table, leader, lead)
            table[LED] = lead
            reply = choose(seats[1 - leader], scratch(), table, 1 - leader, stream)
            take_card(table, 1 - leader, reply)
            winner = 1 - leader if beats(reply, lead, table[TRUMP]) else leader
            finish_trick(table, pack, place, lead, reply, winner, winner, winner)
        leader = int(table[LEADER])
        tricks = hands_value(
            block.ctypes.data, table[HANDS + leader], table[HANDS + 1 - leader], table[TRUMP]
        )
        total += tricks if seats[leader] is weights else 13 - tricks
    return total / (2 * deals)


def test_a_little_training_beats_random_play(tmp_path: Path) -> None:
    recipe = Recipe(seed=3, rounds=4, opening_rounds=2, deals=800, batch=128)
    trained = last(train(recipe, tmp_path / "rounds.npz")).mean
    assert tricks_against(trained, RANDOM.weights(), 150) > 7.2


@pytest.mark.parametrize("name", RECIPES)
def test_shipped_nets_are_what_their_origin_says(name: str) -> None:
    recorded = origin(name)
    assert recorded["sha256"] == file_hash(DATA / f"{name}.npy")
    assert Recipe(**recorded["recipe"]) == RECIPES[name]
    assert recorded["rule_set"] == RECIPES[name].rule_set
    weights = net_weights(name)
    assert weights[KIND] == NET
    assert weights[ERRORS] == 0
    assert np.isfinite(weights).all()


def test_shipped_nets_beat_the_advice_they_began_with() -> None:
    for name in ("net", "net2"):
        assert tricks_against(POLICIES[name].weights(), POLICIES["weighed"].weights(), 400) > 6.6


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_net_plays_by_the_weights_trained_for_the_rule_set(rules: RuleSet) -> None:
    (own,) = (name for name, recipe in RECIPES.items() if recipe.rule_set == rules.id and name != "net2")
    assert np.array_equal(POLICIES["net"].weights(rules), net_weights(own))
    assert rules == BASE or not np.array_equal(POLICIES["net"].weights(rules), net_weights("net"))
    small = rules.on(Pack(2, 4, 2))
    assert np.array_equal(POLICIES["net"].weights(small), net_weights("net"))


@pytest.mark.parametrize(("rule_set", "share"), [("free", 0.78), ("all26", 0.58), ("free-all26", 0.62)])
def test_net_beats_the_usual_advice_under_every_rule_set(rule_set: str, share: float) -> None:
    assert play_match("net", "tips", deals=400, seed=5, rule_set=RULE_SETS[rule_set]).share.mean > share


def test_changed_weights_are_refused(tmp_path: Path) -> None:
    write_net("other", tmp_path, first_learner(TINY).mean, {})
    content = bytearray((tmp_path / "other.npy").read_bytes())
    content[-1] ^= 1
    (tmp_path / "other.npy").write_bytes(content)
    with pytest.raises(ValueError, match=r"is not what other\.json describes"):
        net_weights("other", tmp_path)
