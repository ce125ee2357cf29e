"""The weights of the value nets as files: the one place of the engine that reads and writes any.

`data/NAME.npy` holds the flat array of `net_kernel` in 16-bit floats, half the size for
a change of the values of some thousandths of a trick. `data/NAME.json` says where it comes
from: the SHA-256 of the first file, the recipe of `training` with its seed and rule set.
`manage.py train_policy` writes both.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .net_kernel import NET_WEIGHTS
from .weights_kernel import KIND, NET, Weights

DATA = Path(__file__).resolve().parent / "data"


@cache
def net_weights(name: str, folder: Path = DATA) -> Weights:
    """The weights of a net by name, read once. Raises `ValueError` if the files don't fit."""
    path = folder / f"{name}.npy"
    if file_hash(path) != origin(name, folder)["sha256"]:
        raise ValueError(f"{path} is not what {name}.json describes")
    weights: Weights = np.load(path).astype(np.float32)
    if len(weights) != NET_WEIGHTS or weights[KIND] != NET:
        raise ValueError(f"{path} does not hold the {NET_WEIGHTS} weights of a value net")
    return weights


def origin(name: str, folder: Path = DATA) -> dict[str, Any]:
    """Where the weights come from: hash, recipe, deals played."""
    found: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return found


def file_hash(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_net(name: str, folder: Path, weights: Weights, described: dict[str, Any]) -> None:
    """Write the weights and where they come from."""
    path = folder / f"{name}.npy"
    kept = weights.astype(np.float16)
    kept[KIND] = NET
    np.save(path, kept)
    text = json.dumps({"sha256": file_hash(path), **described}, indent=2)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
