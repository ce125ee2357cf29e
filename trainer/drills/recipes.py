"""What bulk work depends on beside its seeds, in short: the engine's version and the weights that play."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from trainer.engine import ENGINE_VERSION
from trainer.engine.policies import POLICIES
from trainer.engine.rule_sets import BASE, RuleSet


def engine_recipe() -> str:
    """The recipe where no trained weights come in."""
    return f"e{ENGINE_VERSION}"


def weights_recipe(policies: Iterable[str]) -> str:
    """The recipe of work in which these policies play by the base rules: it changes with their weights."""
    return recipe_of({name: weights_hash(name) for name in policies})


def recipe_of(hashes: Mapping[str, str]) -> str:
    """The recipe of work that depends on weights with these names and hashes."""
    digest = hashlib.sha256()
    for name, found in hashes.items():
        digest.update(name.encode() + found.encode())
    return f"{engine_recipe()}-{digest.hexdigest()[:8]}"


def weights_hash(policy: str, rules: RuleSet = BASE) -> str:
    """Twelve digits that say which weights a policy plays by."""
    return hashlib.sha256(POLICIES[policy].weights(rules).tobytes()).hexdigest()[:12]
