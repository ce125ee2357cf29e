"""What bulk work depends on beside its seeds, in short: the engine's version and the weights that play."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from trainer.engine import ENGINE_VERSION
from trainer.engine.policies import POLICIES


def engine_recipe() -> str:
    """The recipe where no trained weights come in."""
    return f"e{ENGINE_VERSION}"


def weights_recipe(policies: Iterable[str]) -> str:
    """The recipe of work in which these policies play: it changes with any of their weights."""
    digest = hashlib.sha256()
    for name in policies:
        digest.update(name.encode() + weights_hash(name).encode())
    return f"{engine_recipe()}-{digest.hexdigest()[:8]}"


def weights_hash(policy: str) -> str:
    """Twelve digits that say which weights a policy plays by."""
    return hashlib.sha256(POLICIES[policy].load().tobytes()).hexdigest()[:12]
