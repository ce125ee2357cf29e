"""Background work of the drills on whatever queue the site has: building pieces, solving reports."""

from __future__ import annotations

import logging
from dataclasses import astuple

from django.db import transaction
from django.tasks import DEFAULT_TASK_BACKEND_ALIAS, task, task_backends
from django.tasks.backends.immediate import ImmediateBackend

from . import queueing, reporting
from .models import DrillReport
from .pieces import Line, Piece, text_of

logger = logging.getLogger(__name__)


@task
def build_piece(kind: str, recipe: str, first: int, count: int) -> str:
    """Build one piece and put it into the database, unless it is there or in work elsewhere."""
    from .building import lines_of_seed  # noqa: PLC0415 - the compiled engine; pages queue, workers build

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


@task
def solve_report(key: int) -> str:
    """Solve a reported drill again, unless that has been done."""
    report = reporting.waiting().filter(pk=key).first()
    return reporting.solve(report).state if report else "solved before, or gone"


def queue_report(report: DrillReport) -> None:
    """Put a report on the queue, if the site has one elsewhere: no request waits for the engine.

    What can't be queued stays in the database for `manage.py drill_reports`.
    """
    if isinstance(task_backends[DEFAULT_TASK_BACKEND_ALIAS], ImmediateBackend):
        return

    def put() -> None:
        try:
            solve_report.enqueue(report.pk)
        except Exception:
            logger.exception("report %s is not on the queue", report.pk)

    transaction.on_commit(put)


def enqueue(piece: Piece) -> None:
    """Put a piece on the site's queue."""
    build_piece.enqueue(*astuple(piece))


def require_recipe(piece: Piece) -> None:
    """Raise `ValueError` on a machine whose engine or weights would give other lines."""
    from .building import KINDS  # noqa: PLC0415

    here = KINDS[piece.kind].recipe()
    if piece.recipe != here:
        raise ValueError(f"{piece} was queued by another version: this one works by recipe {here}")
