"""The published numbers of phase one: measured by `measuring`, read by pages and tests.

Reading them needs neither the engine nor Django.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

NUMBERS = Path(__file__).resolve().parent / "library" / "numbers.json"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: how many decisions, the mean difference in tricks, its standard error."""

    id: str
    decisions: int
    mean: float
    se: float

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return 2 * self.se


class NoSuchRow(ValueError):
    """A table or a row that was not measured; the message lists those that were."""


def read_numbers(path: Path = NUMBERS) -> dict[str, Any]:
    """All that the file says, read again when it has changed; not to be written to."""
    return _read(path, path.stat().st_mtime_ns)


def table(name: str) -> dict[str, Row]:
    """The rows of a published table in order; raise `NoSuchRow` for an unknown one."""
    tables = read_numbers()["tables"]
    if name not in tables:
        raise NoSuchRow(f"no table {name!r} was measured: expected one of {', '.join(tables)}")
    return {fields["id"]: Row(**fields) for fields in tables[name]}


def row(name: str, row_id: str) -> Row:
    """One row of a published table; raise `NoSuchRow` where there is none."""
    rows = table(name)
    if row_id not in rows:
        raise NoSuchRow(f"no row {row_id!r} in the table {name}: expected one of {', '.join(rows)}")
    return rows[row_id]


@lru_cache(maxsize=4)
def _read(path: Path, _changed_at: int) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return fields
