"""Building the drill library in pieces that can be stopped and taken up again.

A piece is a range of seeds of one kind of drill, and its file holds every drill that
those seeds give. It appears whole or not at all, so an interrupted run loses at most
the pieces in work, and the same pieces come out whatever the number of workers and
of runs. From all pieces `write_library` chooses a balanced set. Nothing here needs
Django or a database.

A drill is a JSON object, one a line; `drill_line` names the fields. Its address
comes from a hash of what it asks: stable, and no place to count from.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from trainer.engine import ENGINE_VERSION
from trainer.engine.rule_sets import BASE

from .building_endings import ending_drills, select_endings
from .building_phase_one import follow_drills, select_follow
from .building_rules import rules_drills, select_rules

LIBRARY_DIR = Path(__file__).resolve().parent / "library"
SALT = "tomannswhist drill"

type Drill = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """How drills of one kind come about: those of a seed, the choice among them, how many seeds."""

    of_seed: Callable[[int], Iterator[Drill]]
    select: Callable[[Sequence[Drill], int], list[Drill]]
    seeds: int
    piece: int
    wanted: int


KINDS = {
    "follow": Kind(follow_drills, select_follow, seeds=900, piece=20, wanted=240),
    "ending": Kind(ending_drills, select_endings, seeds=1200, piece=100, wanted=80),
    "rules": Kind(rules_drills, select_rules, seeds=200, piece=100, wanted=48),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """The seeds from `first` on of one kind, `count` of them."""

    kind: str
    first: int
    count: int

    def path(self, folder: Path) -> Path:
        """Where the piece lies when it is finished."""
        return folder / f"{self.kind}-{self.first:06d}-{self.first + self.count - 1:06d}.jsonl"


def pieces_of(kind: str, seeds: int | None = None) -> list[Piece]:
    """All pieces of a kind in order."""
    step = KINDS[kind].piece
    return [Piece(kind, first, step) for first in range(0, seeds or KINDS[kind].seeds, step)]


def missing_pieces(pieces: Iterable[Piece], folder: Path) -> list[Piece]:
    """Those whose file is not there yet."""
    return [piece for piece in pieces if not piece.path(folder).exists()]


def build(pieces: Sequence[Piece], folder: Path, workers: int = 1) -> Iterator[Piece]:
    """Build the pieces and yield each as it is finished; with several workers in any order."""
    folder.mkdir(parents=True, exist_ok=True)
    if workers == 1:
        for piece in pieces:
            yield build_piece(piece, folder)
        return
    # Not forked: a thread's lock in this process would stay locked in the child.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(build_piece, pieces, [folder] * len(pieces))
        finally:
            pool.shutdown(cancel_futures=True)


def build_piece(piece: Piece, folder: Path) -> Piece:
    """Build one piece and put its file in place."""
    kind = KINDS[piece.kind]
    seeds = range(piece.first, piece.first + piece.count)
    lines = [drill_line(piece.kind, drill) for seed in seeds for drill in kind.of_seed(seed)]
    path = piece.path(folder)
    _write(path, lines)
    return piece


def write_library(
    kind: str, pieces: Iterable[Piece], folder: Path, library: Path = LIBRARY_DIR
) -> list[Drill]:
    """Choose the drills of a kind from its finished pieces and write them; return them."""
    found: list[Drill] = []
    for piece in pieces:
        found += read_drills(piece.path(folder))
    different = list({drill["id"]: drill for drill in found}.values())
    chosen = sorted(KINDS[kind].select(different, KINDS[kind].wanted), key=lambda drill: drill["id"])
    library.mkdir(parents=True, exist_ok=True)
    _write(library / f"{kind}.jsonl", chosen)
    return chosen


def read_drills(path: Path) -> list[Drill]:
    """The drills of a file, one JSON object a line."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def drill_line(kind: str, drill: Mapping[str, Any]) -> Drill:
    """A drill with the fields that all have, in the order of the file.

    `drill` brings theme, seed, question, position, choices and facts.
    """
    asked = {"rule_set": BASE.id, "question": drill["question"], "position": drill["position"]}
    identity = json.dumps([kind, asked, drill["facts"].get("asked")], sort_keys=True)
    facts = {name: value for name, value in drill["facts"].items() if name != "asked"}
    return {
        "id": drill_id(identity),
        "version": 1,
        "kind": kind,
        "theme": drill["theme"],
        "rule_set": BASE.id,
        "engine": ENGINE_VERSION,
        "seed": drill["seed"],
        "question": drill["question"],
        "position": drill["position"],
        "choices": drill["choices"],
        "facts": facts | dict(drill["facts"].get("asked") or {}),
    }


def drill_id(identity: str) -> str:
    """Eight small letters and digits that say nothing about the drill."""
    digest = hashlib.sha256(f"{SALT} {identity}".encode()).digest()
    return base64.b32encode(digest)[:8].decode().lower()


def _write(path: Path, drills: Iterable[Mapping[str, Any]]) -> None:
    """Write a file whole: first beside its place, then into it."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    with beside.open("w", encoding="utf-8", newline="\n") as file:
        for drill in drills:
            file.write(json.dumps(drill, ensure_ascii=False, separators=(", ", ": ")) + "\n")
    beside.replace(path)
