"""Build the drill library; stop it when you like and run it again to go on (docs/building-drills.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills import queueing
from trainer.drills.building import KINDS, LIBRARY_DIR, build, cores, pieces_of, write_library
from trainer.drills.management.arguments import positive, progress
from trainer.drills.pieces import Piece, missing_pieces
from trainer.drills.tasks import enqueue


class Command(BaseCommand):
    help = "Build drills in pieces that survive an interruption, then choose and write the library."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "kinds", nargs="*", metavar="KIND", help=f"any of {', '.join(KINDS)}; all if none"
        )
        parser.add_argument("--seeds", type=positive, help="how many seeds a kind, instead of its own number")
        parser.add_argument("--workers", type=positive, help="processes to use; one a core if not given")
        parser.add_argument("--pieces", type=Path, default=settings.BASE_DIR / "drill_pieces")
        parser.add_argument("--library", type=Path, default=LIBRARY_DIR)
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--queue", action="store_true", help="queue the pieces for workers (SITE_TASKS)")
        where.add_argument("--collect", action="store_true", help="take what workers built, write it out")
        parser.add_argument("--again", action="store_true", help="with --queue: also those already waiting")

    def handle(self, *args: Any, **options: Any) -> None:
        kinds = options["kinds"] or list(KINDS)
        if unknown := set(kinds) - KINDS.keys():
            raise CommandError(f"no kind {', '.join(sorted(unknown))}: there are {', '.join(KINDS)}")
        pieces = {kind: pieces_of(kind, options["seeds"]) for kind in kinds}
        every = [piece for of_kind in pieces.values() for piece in of_kind]
        if options["queue"]:
            self._queue(every, options["again"])
            return
        if options["collect"]:
            collect(every, options["pieces"])
        else:
            self._build(every, options["pieces"], options["workers"] or cores())
        for kind in kinds:
            drills = write_library(kind, pieces[kind], options["pieces"], options["library"])
            themes = Counter(drill["theme"] for drill in drills)
            told = ", ".join(f"{theme} {count}" for theme, count in sorted(themes.items()))
            self.stdout.write(f"{kind}: {len(drills)} drills ({told})")

    def _queue(self, pieces: Sequence[Piece], again: bool) -> None:
        queued = queueing.queue_pieces(pieces, enqueue, again)
        self.stdout.write(f"{queued} pieces queued: {queueing.progress(pieces)}")

    def _build(self, pieces: Sequence[Piece], folder: Path, workers: int) -> None:
        todo = missing_pieces(pieces, folder)
        try:
            with progress(len(pieces), len(pieces) - len(todo), "piece", "Drills") as bar:
                for piece in build(todo, folder, workers):
                    bar.set_postfix_str(f"{piece.kind} {piece.first}")
                    bar.update()
        except KeyboardInterrupt:
            raise CommandError("stopped; run the same command again to go on", returncode=130) from None


def collect(pieces: Sequence[Piece], folder: Path) -> None:
    """Write the pieces that workers built; raise `CommandError` naming how many are missing."""
    left = queueing.collect(pieces, folder)
    if left:
        told = f"{queueing.progress(pieces)}. Run the same with --queue to queue lost ones anew"
        raise CommandError(f"{len(left)} of {len(pieces)} pieces are missing: {told}")
