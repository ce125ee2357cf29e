"""Answering positions in text lines: one JSON object in, one out, whatever the line holds.

A position of phase one comes in the form of the oracle files (`Position.from_json`), an
ending as in theirs (`Ending.from_json`, with the led card in `led`); `id` may be any
JSON value and comes back with the answer. A line that is no position gets
an `error` that says why.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping

from .cards import NotationError
from .ending_positions import Ending
from .players import Player
from .positions import Position

Answer = dict[str, object]


def answers(lines: Iterable[bytes], player: Player, seed: int) -> Iterator[Answer]:
    """The player's card for each line, in order; the same seed and position give the same card.

    Raises `SolverMissing` without the compiled code.
    """
    return (answer(line, player, seed) for line in lines)


def answer(line: bytes, player: Player, seed: int) -> Answer:
    """`{"id", "card"}`, or `{"error"}` with the id if it could be read."""
    try:
        fields = _read_object(line)
    except NotationError as error:
        return {"error": str(error)}
    known = {"id": fields["id"]} if "id" in fields else {}
    try:
        situation = read_situation(fields)
        return {"id": fields.get("id"), "card": str(player.choose(situation, stream_seed(seed, situation)))}
    except NotationError as error:
        return {**known, "error": str(error)}


def read_situation(fields: Mapping[str, object]) -> Position | Ending:
    """The position or ending that a JSON object holds; raise `NotationError` for any other."""
    if "hands" not in fields:
        return Position.from_json(fields)
    ending = Ending.from_json(fields)
    if ending.is_over:
        raise NotationError("both hands are empty: there is no card to play")
    return ending


def stream_seed(seed: int, situation: Position | Ending) -> int:
    """The random stream for a situation, wherever among the lines it comes."""
    text = f"{seed} {situation.notation()}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def _read_object(line: bytes) -> Mapping[str, object]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"the line is no JSON: {error}") from None
    if not isinstance(fields, dict):
        raise NotationError("the line holds no JSON object")
    return fields
