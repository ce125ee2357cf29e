"""Background work of the drills: building pieces of the library, on whatever queue the site has."""

from __future__ import annotations

from dataclasses import astuple

from django.tasks import task

from . import queueing
from .building import KINDS, lines_of_seed
from .pieces import Line, Piece, text_of


@task
def build_piece(kind: str, recipe: str, first: int, count: int) -> str:
    """Build one piece and put it into the database, unless it is there or in work elsewhere."""
    piece = Piece(kind, recipe, first, count)
    require_recipe(piece)
    name = queueing.claim(piece)
    if name is None:
        return "built before, or in work elsewhere"
    try:
        lines: list[Line] = []
        for seed in piece.seeds:
            lines += lines_of_seed(kind, seed)
            queueing.renew(piece, name)
        queueing.deliver(piece, name, text_of(lines))
    except queueing.ClaimLost:
        return "taken over by another worker"
    except BaseException:
        queueing.give_up(piece, name)
        raise
    queueing.queue_stale(kind, recipe, enqueue)
    return f"built: {len(lines)} lines"


def enqueue(piece: Piece) -> None:
    """Put a piece on the site's queue."""
    build_piece.enqueue(*astuple(piece))


def require_recipe(piece: Piece) -> None:
    """Raise `ValueError` on a machine whose engine or weights would give other lines."""
    here = KINDS[piece.kind].recipe()
    if piece.recipe != here:
        raise ValueError(f"{piece} was queued by another version: this one works by recipe {here}")
