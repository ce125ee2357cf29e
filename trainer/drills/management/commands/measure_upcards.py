"""Measure what winning a trick of phase one is worth by what lies up, and write the tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.building import cores
from trainer.drills.management.arguments import positive, progress
from trainer.drills.measuring import DEALS, measure_piece, pieces, write_numbers
from trainer.drills.numbers import NUMBERS
from trainer.drills.pieces import Piece, in_processes, missing_pieces


class Command(BaseCommand):
    help = "Measure winning against ducking in deals played by the engine; stop and go on when you like."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=positive, default=DEALS)
        parser.add_argument("--workers", type=positive, help="processes to use; one a core if not given")
        parser.add_argument("--pieces", type=Path, default=settings.BASE_DIR / "drill_pieces")
        parser.add_argument("--output", type=Path, default=NUMBERS)

    def handle(self, *args: Any, **options: Any) -> None:
        every = pieces(options["deals"])
        try:
            self._measure(every, options["pieces"], options["workers"] or cores())
        except KeyboardInterrupt:
            raise CommandError("stopped; run the same command again to go on", returncode=130) from None
        numbers = write_numbers(every, options["pieces"], options["output"])
        self.stdout.write(f"{numbers['decisions']} decisions; winning instead of ducking, in tricks:")
        for row in numbers["tables"]["upcard"]:
            margin = 2 * row["se"]
            self.stdout.write(f"  {row['id']:12} {row['mean']:+.2f} ± {margin:.2f} ({row['decisions']})")

    def _measure(self, every: Sequence[Piece], folder: Path, workers: int) -> None:
        todo = missing_pieces(every, folder)
        with progress(len(every), len(every) - len(todo), "piece", "Decisions") as bar:
            for _piece in in_processes(measure_piece, todo, folder, workers):
                bar.update()
