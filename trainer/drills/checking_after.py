"""Working out again what is shown after the answers: the same line by line, or what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .after_records import KINDS_PLAYED_ON, read_records
from .building_after import is_fresh, played_on
from .checking import Disagreement

ROUNDING = 0.0011  # parts are kept to three digits

type Drill = dict[str, Any]


def records_disagreeing(drills: list[Drill], library: Path) -> list[Disagreement]:
    """What is wrong with the records of some drills; a library without records has none to be wrong."""
    kept = {kind: read_records(library, kind) for kind in KINDS_PLAYED_ON}
    return [
        Disagreement(drill["id"], reason)
        for drill in drills
        if kept.get(drill["kind"])
        for reason in _wrong(drill, kept[drill["kind"]].get(drill["id"]))
    ]


def _wrong(drill: Drill, record: Mapping[str, Any] | None) -> Iterator[str]:
    if record is None or not is_fresh(drill, record):
        yield "it has not been played on as it stands: run play_on_drills"
        return
    found = played_on(drill)
    if found["deal"] != record["deal"]:
        yield "the typical deal is another one"
    yield from (
        f"the line of {card} is another one"
        for card, cards in found["lines"].items()
        if record["lines"].get(card) != cards
    )
    for other, parts in found["splits"].items():
        stored = record["splits"].get(other, {})
        yield from (
            f"{name} beside {other} is {numbers}, not {stored.get(name)}"
            for name, numbers in parts.items()
            if not _near(numbers, stored.get(name, ()))
        )


def _near(numbers: list[float], stored: list[float]) -> bool:
    pairs = zip(numbers, stored, strict=False)
    return len(numbers) == len(stored) and all(abs(one - other) < ROUNDING for one, other in pairs)
