"""Pieces on a queue: who builds which, so that nothing is lost and nothing comes twice.

Each piece has a row (`BuiltPiece`). A worker *claims* it, renews the claim as it goes, and puts the
lines into the row when it is finished; every step is one UPDATE that only the holder of the claim
can make, so it does not matter how many workers try, on how many machines. A claim that has not
been renewed for `settings.TASKS_LEASE` is stale: its worker is taken for dead, and the piece is
queued anew. If that worker lives after all, it finds its claim gone and its lines are dropped; they
are the same anyway.
"""

from __future__ import annotations

import os
import socket
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from .models import BuiltPiece
from .pieces import Piece, write_text


class ClaimLost(Exception):
    """Another worker has taken the piece over."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many pieces are where."""

    built: int
    in_work: int
    waiting: int
    unknown: int

    def __str__(self) -> str:
        told = f"{self.built} built, {self.in_work} in work, {self.waiting} waiting"
        return f"{told}, {self.unknown} not queued" if self.unknown else told


def queue_pieces(pieces: Iterable[Piece], enqueue: Callable[[Piece], object], again: bool = False) -> int:
    """Queue what is neither built nor waiting nor in work; return how many.

    With `again` also what is waiting: for a queue that has lost its tasks.
    """
    queued = 0
    for piece in pieces:
        row, _made = BuiltPiece.objects.get_or_create(**asdict(piece))
        if _queue_row(row, again):
            enqueue(piece)
            queued += 1
    return queued


def queue_stale(kind: str, recipe: str, enqueue: Callable[[Piece], object]) -> int:
    """Queue the pieces of a kind anew whose worker is taken for dead; return how many."""
    stale = BuiltPiece.objects.filter(_stale(), kind=kind, recipe=recipe, built_at=None)
    rows = [row for row in stale if _queue_row(row)]
    for row in rows:
        enqueue(_piece(row))
    return len(rows)


def _queue_row(row: BuiltPiece, again: bool = False) -> bool:
    """Mark the row as queued and free of any stale claim; False if it must not be queued."""
    idle = Q(claimed_at=None) if again else Q(claimed_at=None, queued_at=None)
    rows = BuiltPiece.objects.filter(idle | _stale(), pk=row.pk, built_at=None)
    return bool(rows.update(queued_at=timezone.now(), claim="", claimed_at=None))


def claim(piece: Piece) -> str | None:
    """Take the piece; return the claim, or None if it is built or another worker is at it."""
    row, _made = BuiltPiece.objects.get_or_create(**asdict(piece))
    name = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4()}"
    free = BuiltPiece.objects.filter(Q(claimed_at=None) | _stale(), pk=row.pk, built_at=None)
    return name if free.update(claim=name, claimed_at=timezone.now()) else None


def renew(piece: Piece, name: str) -> None:
    """Show that the worker is alive; raise `ClaimLost` if the piece is no longer its own."""
    if not _own(piece, name).update(claimed_at=timezone.now()):
        raise ClaimLost(f"{piece} is no longer claimed by {name}")


def deliver(piece: Piece, name: str, text: str) -> None:
    """Put the finished lines in; raise `ClaimLost` if the piece is no longer the worker's own."""
    now = timezone.now()
    if not _own(piece, name).update(lines=text, built_at=now, claimed_at=now):
        raise ClaimLost(f"{piece} is no longer claimed by {name}")


def give_up(piece: Piece, name: str) -> None:
    """Free a piece whose building failed, so that it can be queued again."""
    _own(piece, name).update(claim="", claimed_at=None, queued_at=None)


def progress(pieces: Sequence[Piece]) -> Progress:
    """Where the pieces are."""
    rows = [row for row in map(_row, pieces) if row is not None]
    built = sum(row.built_at is not None for row in rows)
    in_work = sum(row.built_at is None and row.claimed_at is not None for row in rows)
    waiting = sum(
        row.built_at is None and row.claimed_at is None and row.queued_at is not None for row in rows
    )
    return Progress(built, in_work, waiting, len(pieces) - built - in_work - waiting)


def collect(pieces: Iterable[Piece], folder: Path) -> list[Piece]:
    """Write the file of each piece that is built; return those that are not."""
    left = []
    for piece in pieces:
        row = _row(piece)
        if row is not None and row.built_at is not None:
            write_text(piece.path(folder), row.lines)
        elif not piece.path(folder).exists():
            left.append(piece)
    return left


def _row(piece: Piece) -> BuiltPiece | None:
    return BuiltPiece.objects.filter(**asdict(piece)).first()


def _piece(row: BuiltPiece) -> Piece:
    return Piece(row.kind, row.recipe, row.first, row.count)


def _own(piece: Piece, name: str) -> QuerySet[BuiltPiece]:
    return BuiltPiece.objects.filter(**asdict(piece), claim=name, built_at=None)


def _stale() -> Q:
    return Q(claimed_at__lt=_oldest_alive())


def _oldest_alive() -> datetime:
    return timezone.now() - settings.TASKS_LEASE
