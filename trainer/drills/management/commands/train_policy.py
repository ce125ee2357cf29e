"""Train a value net by self-play; stop it when you like and run it again to go on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.management.arguments import positive, progress
from trainer.engine.net_weights import DATA, write_net
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.training import (
    RECIPES,
    Learner,
    Recipe,
    Shards,
    described,
    learn_shard,
    shards_in_turn,
    train,
)


class Command(BaseCommand):
    help = "Train the weights of a value net from a seed and write them with their origin."

    def add_arguments(self, parser: CommandParser) -> None:
        known = ", ".join(RECIPES)
        parser.add_argument("name", help=f"name of the net; its recipe if it is one of {known}, else net's")
        parser.add_argument("--rule-set", choices=RULE_SETS, help="the game to learn")
        for option, told in (
            ("seed", "seed of deals, play and first weights"),
            ("rounds", "rounds of play and learning"),
            ("deals", "deals a shard of a round"),
            ("shards", "parts of a round that are learned apart, then averaged"),
        ):
            parser.add_argument(f"--{option}", type=int if option == "seed" else positive, help=told)
        parser.add_argument("--workers", type=positive, default=1, help="processes, one shard each")
        parser.add_argument("--out", type=Path, default=DATA, help="folder for the weights")
        parser.add_argument("--rounds-folder", type=Path, default=settings.BASE_DIR / "training_rounds")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        changed = {
            key: options[key]
            for key in ("rule_set", "seed", "rounds", "deals", "shards")
            if options[key] is not None
        }
        recipe = replace(RECIPES.get(name, RECIPES["net"]), **changed)
        options["rounds_folder"].mkdir(parents=True, exist_ok=True)
        checkpoint = options["rounds_folder"] / f"{name}.npz"
        try:
            learner = self._train(recipe, checkpoint, options["workers"])
        except ValueError as error:
            raise CommandError(f"{error}; remove it to begin anew") from error
        except KeyboardInterrupt:
            raise CommandError("stopped; run the same command again to go on", returncode=130) from None
        write_net(name, options["out"], learner.mean, described(recipe, learner))
        self.stdout.write(
            f"{options['out'] / name}.npy: {learner.done} rounds, error {learner.error:.3f} tricks"
        )

    def _train(self, recipe: Recipe, checkpoint: Path, workers: int) -> Learner:
        rounds = train(recipe, checkpoint, shards_of(workers))
        learner = next(rounds)
        with progress(recipe.rounds, learner.done, "round", "Training") as bar:
            for learner in rounds:
                bar.set_postfix_str(f"error {learner.error:.3f} tricks")
                bar.update()
        return learner


def shards_of(workers: int) -> Shards:
    """How a round's shards are learned: here, or each in one of several processes."""
    if workers <= 1:
        return shards_in_turn
    pool = get_context("spawn").Pool(workers)

    def in_processes(recipe: Recipe, learner: Learner) -> Iterable[Learner]:
        return pool.starmap(
            learn_shard, [(recipe, learner, shard) for shard in range(recipe.shards)], chunksize=1
        )

    return in_processes
