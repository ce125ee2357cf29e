"""Work out anew under which rule sets the answers of the library hold; stop and go on when you like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.building import LIBRARY_DIR, cores, read_drills
from trainer.drills.management.arguments import positive, progress
from trainer.drills.renewing import is_renewed, renew


class Command(BaseCommand):
    help = "After new weights: under which rule sets does each answer of phase one hold now?"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--library", type=Path, default=LIBRARY_DIR)
        parser.add_argument("--workers", type=positive, help="processes to use; one a core if not given")

    def handle(self, *args: Any, **options: Any) -> None:
        paths = sorted(options["library"].glob("*.jsonl"))
        drills = [drill for path in paths for drill in read_drills(path)]
        done = sum(map(is_renewed, drills))
        try:
            with progress(len(drills), done, "drill", "Renewing") as bar:
                for path in paths:
                    for more in renew(path, options["workers"] or cores()):
                        bar.update(more)
        except ValueError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            raise CommandError("stopped; run the same command again to go on", returncode=130) from None
        self.stdout.write(f"{len(drills) - done} of {len(drills)} drills worked out anew")
