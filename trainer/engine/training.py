"""Training the value net by self-play: a recipe and a seed give the weights.

A round plays deals with the mean of the weights so far and learns from them. It is cut
into shards, each a self-contained piece of work from the same starting point; the
round's outcome is the mean over its shards (local SGD). So a round can be done by any number of
processes, on the same kind of machine with the same result, and training can go on from the last
round that was finished.

The first rounds are played by the usual advice (`weighed`), so that the net need not find out
from random play what a trump is. Learning is Adam written out in `learning_kernel`;
numpy and numba, which playing needs too, are all it takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import learning_kernel, net_kernel, training_kernel, vectors_kernel, views_kernel, weights_kernel
from .ending_kernel import new_block
from .notation import read_rule_set
from .policies import POLICIES, scratch
from .weights_kernel import Weights

# The three nets within the flat weights: where the first layer begins, and its rows.
NETS = (
    (net_kernel.AFTER_AT, net_kernel.AFTER_ROWS, training_kernel.AFTER_VIEWS),
    (net_kernel.START_AT, net_kernel.START_ROWS, training_kernel.START_VIEWS),
    (net_kernel.LEAD_AT, net_kernel.LEAD_ROWS, training_kernel.LEAD_VIEWS),
)
VIEW_ROWS = 45  # about how many rows of the first layer a view adds
OPENING_ERRORS = 0.15
TABLE_BITS = 16


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that the weights depend on.

    `noise` (tricks) and `errors` (chance) vary the play; `keep` is lambda, the share that the
    next decision's target keeps against the net's own expectation; `rate` falls along
    a cosine to a hundredth; `win_share` weighs winning against tricks.
    """

    rule_set: str = "base"
    seed: int = 1
    rounds: int = 44
    opening_rounds: int = 3
    shards: int = 1
    deals: int = 25_000  # a shard
    passes: int = 2
    batch: int = 512
    rate: float = 0.002
    noise: float = 0.4
    errors: float = 0.02
    keep: float = 0.8
    win_share: float = 0.5


# The recipes of the nets in `data`, by name.
RECIPES = {
    "net": Recipe(),
    "net2": Recipe(seed=2, keep=0.7),
    "net-all26": Recipe("all26", keep=0.7),
    "net-free": Recipe("free", keep=0.7),
    "net-free-all26": Recipe("free-all26", keep=0.7),
}


@dataclass(frozen=True, slots=True)
class Learner:
    """Where training stands: rounds done, steps a net, the weights, their running mean, Adam's moments."""

    done: int
    steps: tuple[int, ...]
    weights: Weights
    mean: Weights
    first: Weights
    second: Weights
    error: float = math.nan  # root of the mean squared error against the targets, in tricks

    def save(self, path: Path, recipe: Recipe) -> None:
        """Write a checkpoint that is there whole or not at all."""
        part = path.with_suffix(".part.npz")
        arrays = {name: getattr(self, name) for name in ("weights", "mean", "first", "second")}
        counts = {"done": self.done, "steps": self.steps, "error": self.error}
        np.savez(part, recipe=recipe_text(recipe), **counts, **arrays)  # type: ignore[arg-type]
        part.replace(path)


def described(recipe: Recipe, learner: Learner) -> dict[str, Any]:
    """What to record beside the weights."""
    deals = learner.done * recipe.shards * recipe.deals
    return {
        "rule_set": recipe.rule_set,
        "recipe": asdict(recipe),
        "deals": deals,
        "error_tricks": round(learner.error, 4),
    }


def recipe_text(recipe: Recipe) -> str:
    """A recipe in one line."""
    return " ".join(f"{name}={value}" for name, value in asdict(recipe).items())


def load_learner(path: Path, recipe: Recipe) -> Learner:
    """Read a checkpoint; raises `ValueError` if it is of another recipe."""
    with np.load(path) as saved:
        if str(saved["recipe"]) != recipe_text(recipe):
            raise ValueError(f"{path} is of another recipe: {saved['recipe']}")
        return Learner(
            int(saved["done"]),
            tuple(int(step) for step in saved["steps"]),
            saved["weights"],
            saved["mean"],
            saved["first"],
            saved["second"],
            float(saved["error"]),
        )


def first_learner(recipe: Recipe) -> Learner:
    """Random weights: about the same spread of the sums in every layer."""
    rng = np.random.default_rng(recipe.seed)
    first, second = vectors_kernel.FIRST, vectors_kernel.SECOND
    weights = np.zeros(net_kernel.NET_WEIGHTS, dtype=np.float32)
    weights[weights_kernel.KIND] = weights_kernel.NET
    for at, rows, _ in NETS:
        tail = at + rows * first
        weights[at:tail] = rng.standard_normal(rows * first) / math.sqrt(VIEW_ROWS)
        layer = slice(tail + net_kernel.SECOND_LAYER, tail + net_kernel.SECOND_BIAS)
        weights[layer] = rng.standard_normal(first * second) * math.sqrt(2 / first)
        out = slice(tail + net_kernel.OUT_TRICKS, tail + net_kernel.OUT_BIAS)
        weights[out] = rng.standard_normal(2 * second) / math.sqrt(second)
        weights[tail + net_kernel.OUT_BIAS] = read_rule_set(recipe.rule_set).phase_tricks / 2
    zeros = np.zeros_like(weights)
    return Learner(0, (0,) * len(NETS), weights, weights.copy(), zeros, zeros.copy())


def learning_rate(recipe: Recipe, done: int) -> float:
    """The rate of a round: half a cosine from `rate` to a hundredth of it."""
    return recipe.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done / recipe.rounds)))


def learn_shard(recipe: Recipe, learner: Learner, shard: int) -> Learner:
    """One shard of the next round: play its deals, then learn from them."""
    hand = read_rule_set(recipe.rule_set).pack.hand
    counts = [recipe.deals * each for each in (2 * hand, hand + 1, hand)]
    views = [np.zeros((count, views_kernel.WORDS), dtype=np.int64) for count in counts]
    targets = [np.zeros((count, 2), dtype=np.float32) for count in counts]
    _play(recipe, learner, shard, views, targets)
    copies = {name: getattr(learner, name).copy() for name in ("weights", "mean", "first", "second")}
    rng = np.random.default_rng((recipe.seed, learner.done, shard))
    steps, squares = list(learner.steps), 0.0
    for _ in range(recipe.passes):
        for net, (at, rows, _each) in enumerate(NETS):
            part = slice(at, at + rows * vectors_kernel.FIRST + net_kernel.TAIL)
            squares = learning_kernel.learn(
                copies["weights"][part],
                np.zeros(part.stop - part.start, dtype=np.float32),
                copies["first"][part],
                copies["second"][part],
                copies["mean"][part],
                views[net],
                targets[net],
                rng.permutation(len(views[net])),
                recipe.batch,
                learning_rate(recipe, learner.done),
                steps[net],
                max(4 / (steps[net] + 40), 1 / 4000),
                recipe.win_share,
            )
            steps[net] += len(views[net]) // recipe.batch
    return Learner(learner.done + 1, tuple(steps), **copies, error=math.sqrt(squares))


def _play(
    recipe: Recipe,
    learner: Learner,
    shard: int,
    views: list[npt.NDArray[np.int64]],
    targets: list[npt.NDArray[np.float32]],
) -> None:
    opening = learner.done < recipe.opening_rounds
    rules = read_rule_set(recipe.rule_set)
    weights = POLICIES["weighed"].weights() if opening else learner.mean.copy()
    weights[weights_kernel.ERRORS] = OPENING_ERRORS if opening else recipe.errors
    block = new_block(TABLE_BITS)
    training_kernel.self_play(
        block.ctypes.data,
        weights,
        scratch(),
        np.array([card.index for card in rules.pack.cards], dtype=np.int64),
        0 if rules.follow_in_phase_one else 1,
        1 if rules.both_phases_count else 0,
        recipe.seed,
        (learner.done * recipe.shards + shard) * recipe.deals,
        recipe.noise,
        1.0 if learner.done <= recipe.opening_rounds else recipe.keep,
        views[0],
        views[1],
        views[2],
        targets[0],
        targets[1],
        targets[2],
    )


def mean_learner(shards: Sequence[Learner]) -> Learner:
    """The round's outcome: the mean over its shards."""
    arrays = {
        name: np.mean([getattr(shard, name) for shard in shards], axis=0, dtype=np.float32)
        for name in ("weights", "mean", "first", "second")
    }
    error = math.sqrt(sum(shard.error**2 for shard in shards) / len(shards))
    return Learner(shards[0].done, shards[0].steps, **arrays, error=error)


type Shards = Callable[[Recipe, Learner], Iterable[Learner]]


def shards_in_turn(recipe: Recipe, learner: Learner) -> Iterator[Learner]:
    """The shards of the next round, in this process."""
    return (learn_shard(recipe, learner, shard) for shard in range(recipe.shards))


def train(recipe: Recipe, checkpoint: Path, shards: Shards = shards_in_turn) -> Iterator[Learner]:
    """Yield where training stands at the start and after every round, going on from the checkpoint if any."""
    learner = load_learner(checkpoint, recipe) if checkpoint.exists() else first_learner(recipe)
    yield learner
    while learner.done < recipe.rounds:
        learner = mean_learner(list(shards(recipe, learner)))
        learner.save(checkpoint, recipe)
        yield learner
