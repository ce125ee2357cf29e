"""Positions and endings as JSON objects, and the card that a player plays in one.

A position of phase one comes in the form of the oracle files (`Position.from_json`), an
ending as in theirs (`Ending.from_json`, with the led card in `led`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from .cards import Card, NotationError
from .ending_positions import Ending
from .players import Player
from .positions import Position


def chosen_card(fields: Mapping[str, object], player: Player, seed: int) -> Card:
    """The player's card; the same seed and position give the same one, whatever came before.

    Raises `NotationError` for fields that are no position, `SolverMissing` without the compiled code.
    """
    situation = read_situation(fields)
    return player.choose(situation, stream_seed(seed, situation))


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
