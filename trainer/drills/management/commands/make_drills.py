"""Build the drill library; stop it when you like and run it again to go on."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from trainer.drills.building import KINDS, LIBRARY_DIR, build, missing_pieces, pieces_of, write_library


class Command(BaseCommand):
    help = "Build drills in pieces that survive an interruption, then choose and write the library."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "kinds", nargs="*", metavar="KIND", help=f"any of {', '.join(KINDS)}; all if none"
        )
        parser.add_argument("--seeds", type=positive, help="how many seeds a kind, instead of its own number")
        parser.add_argument("--workers", type=positive, default=1, help="processes to use")
        parser.add_argument("--pieces", type=Path, default=settings.BASE_DIR / "drill_pieces")
        parser.add_argument("--library", type=Path, default=LIBRARY_DIR)

    def handle(self, *args: Any, **options: Any) -> None:
        kinds = options["kinds"] or list(KINDS)
        if unknown := set(kinds) - KINDS.keys():
            raise CommandError(f"no kind {', '.join(sorted(unknown))}: there are {', '.join(KINDS)}")
        pieces = {kind: pieces_of(kind, options["seeds"]) for kind in kinds}
        folder: Path = options["pieces"]
        todo = [piece for kind in kinds for piece in missing_pieces(pieces[kind], folder)]
        try:
            self._build(todo, sum(map(len, pieces.values())), folder, options["workers"])
        except KeyboardInterrupt:
            raise CommandError("stopped; run the same command again to go on", returncode=130) from None
        for kind in kinds:
            drills = write_library(kind, pieces[kind], folder, options["library"])
            themes = Counter(drill["theme"] for drill in drills)
            told = ", ".join(f"{theme} {count}" for theme, count in sorted(themes.items()))
            self.stdout.write(f"{kind}: {len(drills)} drills ({told})")

    def _build(self, todo: list[Any], total: int, folder: Path, workers: int) -> None:
        with tqdm(total=total, initial=total - len(todo), unit="piece", desc="Drills") as bar:
            for piece in build(todo, folder, workers):
                bar.set_postfix_str(f"{piece.kind} {piece.first}")
                bar.update()


def positive(text: str) -> int:
    """A whole number above 0 from the command line."""
    if not text.isdigit() or int(text) == 0:
        raise ArgumentTypeError(f"{text!r} is no number above 0")
    return int(text)
