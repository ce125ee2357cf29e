"""Bulk work in pieces that can be stopped, taken up again and shared between machines.

A piece is a range of seeds of one kind of work, and its result is a file of JSON lines. The file
appears whole or not at all, so that a killed run loses at most the pieces in work. What is in it
depends on the kind, the seeds and the *recipe* (engine and weights) alone, never on who built it:
the same pieces come out whatever the number of workers, runs and machines. The recipe stands in the
file's name, so that pieces of different engines never mix. Nothing here needs Django.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

type Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """The seeds from `first` on of one kind, `count` of them, worked by one recipe."""

    kind: str
    recipe: str
    first: int
    count: int

    @property
    def seeds(self) -> range:
        """The seeds in it."""
        return range(self.first, self.first + self.count)

    def path(self, folder: Path) -> Path:
        """Where the piece lies when it is finished."""
        return folder / f"{self.kind}-{self.recipe}-{self.first:06d}-{self.seeds[-1]:06d}.jsonl"


def missing_pieces(pieces: Iterable[Piece], folder: Path) -> list[Piece]:
    """Those whose file is not there yet."""
    return [piece for piece in pieces if not piece.path(folder).exists()]


def in_processes(
    work: Callable[[Piece, Path], Piece], pieces: Sequence[Piece], folder: Path, workers: int
) -> Iterator[Piece]:
    """Do the work on every piece and yield each as it is finished; with several workers in any order."""
    folder.mkdir(parents=True, exist_ok=True)
    if workers == 1:
        for piece in pieces:
            yield work(piece, folder)
        return
    # Not forked: a thread's lock in this process would stay locked in the child.
    spawn = get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=_end_with_parent) as pool:
        try:
            for done in as_completed([pool.submit(work, piece, folder) for piece in pieces]):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """End this worker when the process that started it is killed: nobody would take its next result."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def read_lines(path: Path) -> list[Line]:
    """The objects of a file, one JSON object a line."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def text_of(lines: Iterable[Mapping[str, Any]]) -> str:
    """The objects as the text of a file."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def write_text(path: Path, text: str) -> None:
    """Write a file whole: first beside its place and onto the disk, then into it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    with beside.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
