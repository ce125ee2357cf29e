"""Work out what is shown after the answers of phase one; stop and go on when you like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.after_records import KINDS_PLAYED_ON, read_records
from trainer.drills.building import LIBRARY_DIR, cores, read_drills
from trainer.drills.building_after import is_fresh, play_on
from trainer.drills.management.arguments import positive, progress


class Command(BaseCommand):
    help = "Play every drill of phase one on in a typical deal, and part the differences between leads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--library", type=Path, default=LIBRARY_DIR)
        parser.add_argument("--workers", type=positive, help="processes to use; one a core if not given")

    def handle(self, *args: Any, **options: Any) -> None:
        library = options["library"]
        paths = {kind: library / f"{kind}.jsonl" for kind in KINDS_PLAYED_ON}
        drills = {kind: read_drills(path) for kind, path in paths.items() if path.exists()}
        if not drills:
            raise CommandError(f"no drills of phase one in {library}")
        total, done = 0, 0
        for kind, found in drills.items():
            records = read_records(library, kind)
            total += len(found)
            done += sum(is_fresh(drill, records.get(drill["id"])) for drill in found)
        try:
            with progress(total, done, "drill", "Playing on") as bar:
                for kind, found in drills.items():
                    for more in play_on(kind, found, library, options["workers"] or cores()):
                        bar.update(more)
        except KeyboardInterrupt:
            raise CommandError("stopped; run the same command again to go on", returncode=130) from None
        self.stdout.write(f"{total - done} of {total} drills played on")
