"""Where the library keeps what was worked out for after the answer (`building_after` says what it holds).

Apart from the building, which needs the compiled engine: pages read this.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from .pieces import read_lines

FOLDER = "after"  # in the library
KINDS_PLAYED_ON = ("follow", "lead")

type Record = dict[str, Any]


def records_path(library: Path, kind: str) -> Path:
    """Where the lines of a kind lie."""
    return library / FOLDER / f"{kind}.jsonl"


def read_records(library: Path, kind: str) -> dict[str, Record]:
    """What has been worked out of a kind, by the drill's id; nothing where there is no file."""
    path = records_path(library, kind)
    return {record["id"]: record for record in read_lines(path)} if path.exists() else {}


def position_hash(position: str) -> str:
    """Names a position in twelve digits."""
    return hashlib.sha256(position.encode()).hexdigest()[:12]
