"""Train the base policies of a small pack: two value nets, as those of the full one.

    python -m tests.engine.small_packs.nets 2 4 2

The engine's own training does it, by self-play from two seeds; only the noise of the
play is scaled down with the spread of the tricks. Writes the weights beside the
equilibrium, of which the nets know nothing, just as with the full pack. About 20 s a net.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.engine.small_packs.equilibrium import DATA
from trainer.engine.net_weights import net_weights, write_net
from trainer.engine.policies import Policy
from trainer.engine.training import Recipe, described, train

NETS = (1, 2)  # the seeds


def recipe(size: str, seed: int) -> Recipe:
    """The nets of the full pack need five times as many deals."""
    return Recipe(
        f"base-{size}", seed, rounds=24, deals=10_000, batch=256, noise=0.15, keep=0.9 if seed == 1 else 0.7
    )


def net_policy(size: str, seed: int) -> Policy:
    """One of the two nets of a pack."""
    return Policy(f"net{seed}-{size}", lambda: net_weights(f"{size}-net{seed}", DATA))


def main() -> None:
    """Train both nets and write them."""
    parser = argparse.ArgumentParser(description="Train the nets of a small pack.")
    for name in ("suits", "ranks", "hand"):
        parser.add_argument(name, type=int)
    options = parser.parse_args()
    size = f"{options.suits}x{options.ranks}x{options.hand}"
    for seed in NETS:
        with tempfile.TemporaryDirectory() as folder:
            for learner in train(recipe(size, seed), Path(folder) / "checkpoint.npz"):
                print(f"net {seed}: round {learner.done}, error {learner.error:.3f} tricks", flush=True)
        write_net(f"{size}-net{seed}", DATA, learner.mean, described(recipe(size, seed), learner))


if __name__ == "__main__":
    main()
