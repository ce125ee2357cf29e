"""The drill library: from pieces of each kind to a balanced set of drills on file.

A piece (see `pieces`) holds every drill that its seeds give. From all pieces of a kind
`write_library` chooses a balanced set. Nothing here needs Django or a database.

A drill is a JSON object, one a line; `drill_line` names the fields. Its address
comes from a hash of what it asks: stable, and no place to count from.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainer.engine import ENGINE_VERSION
from trainer.engine.rule_sets import BASE

from .building_endings import ending_drills, select_endings
from .building_leads import lead_drills
from .building_memory import memory_drills, memory_recipe, select_memory
from .building_phase_one import follow_drills
from .building_rules import rules_drills, select_rules
from .judged import judging_recipe
from .pieces import Line, Piece, in_processes, read_lines, text_of, write_text
from .recipes import engine_recipe
from .selecting_phase_one import select_follow, select_leads

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
    recipe: Callable[[], str] = engine_recipe


KINDS = {
    "follow": Kind(follow_drills, select_follow, 3400, piece=20, wanted=1600, recipe=judging_recipe),
    "lead": Kind(lead_drills, select_leads, 500, piece=20, wanted=120, recipe=judging_recipe),
    "ending": Kind(ending_drills, select_endings, seeds=24_000, piece=200, wanted=400),
    "memory": Kind(memory_drills, select_memory, 600, piece=100, wanted=200, recipe=memory_recipe),
    "rules": Kind(rules_drills, select_rules, seeds=200, piece=100, wanted=100),
}


def pieces_of(kind: str, seeds: int | None = None) -> list[Piece]:
    """All pieces of a kind in order."""
    step, recipe = KINDS[kind].piece, KINDS[kind].recipe()
    return [Piece(kind, recipe, first, step) for first in range(0, seeds or KINDS[kind].seeds, step)]


def lines_of_seed(kind: str, seed: int) -> list[Line]:
    """The drills that one seed gives, as they stand in a piece."""
    return [drill_line(kind, drill) for drill in KINDS[kind].of_seed(seed)]


def build(pieces: Sequence[Piece], folder: Path, workers: int = 1) -> Iterator[Piece]:
    """Build the pieces and yield each as it is finished; with several workers in any order."""
    yield from in_processes(build_piece, pieces, folder, workers)


def build_piece(piece: Piece, folder: Path) -> Piece:
    """Build one piece and put its file in place."""
    lines = [line for seed in piece.seeds for line in lines_of_seed(piece.kind, seed)]
    write_text(piece.path(folder), text_of(lines))
    return piece


def cores() -> int:
    """How many processes the work is spread over unless told otherwise."""
    return os.process_cpu_count() or 1


def write_library(
    kind: str, pieces: Iterable[Piece], folder: Path, library: Path = LIBRARY_DIR
) -> list[Drill]:
    """Choose the drills of a kind from its finished pieces and write them; return them."""
    found = [drill for piece in pieces for drill in read_lines(piece.path(folder))]
    different = list({drill["id"]: drill for drill in found}.values())
    chosen = sorted(KINDS[kind].select(different, KINDS[kind].wanted), key=lambda drill: drill["id"])
    write_text(library / f"{kind}.jsonl", text_of(chosen))
    return chosen


def read_drills(path: Path) -> list[Drill]:
    """The drills of a library file."""
    return read_lines(path)


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
