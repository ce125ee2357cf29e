"""Where the papers that tests compare with are found: oracle lines and fixtures.

A folder named `shared` beside the repository, or beside a folder above it, has
the newest papers; a clone without one uses the copies in `tests/data`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent


def paper_file(name: str) -> Path:
    """The path of a paper such as `oracle/phase2_full.jsonl`."""
    folders = [folder / "shared" for folder in REPOSITORY.parents]
    candidates = [folder / name for folder in (*folders, REPOSITORY / "tests" / "data")]
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise FileNotFoundError(f"no paper {name}: looked in {', '.join(map(str, candidates))}")


def paper_lines(name: str) -> list[dict[str, Any]]:
    """The objects of a paper with one JSON object a line."""
    with paper_file(name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
