"""Compute the drills of the library again and fail on any disagreement."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from trainer.drills.building import LIBRARY_DIR, read_drills
from trainer.drills.checking import Disagreement, disagreements, sample_of


class Command(BaseCommand):
    help = "Recompute drills: the same numbers under their own seeds, the same answers under fresh ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--library", type=Path, default=LIBRARY_DIR)
        parser.add_argument("--fresh", action="store_true", help="use new seeds: the better side must hold")
        parser.add_argument("--seed", type=int, default=1, help="moves the fresh seeds and picks the sample")
        parser.add_argument("--sample", type=int, metavar="N", help="check N drills instead of all")

    def handle(self, *args: Any, **options: Any) -> None:
        drills = [drill for path in sorted(options["library"].glob("*.jsonl")) for drill in read_drills(path)]
        if not drills:
            raise CommandError(f"no drills in {options['library']}")
        sample = sample_of(drills, options["sample"], options["seed"])
        fresh = options["seed"] if options["fresh"] else None
        wrong: list[Disagreement] = []
        for _, found in tqdm(
            disagreements(sample, fresh), total=len(sample), unit="drill", disable=not sys.stderr.isatty()
        ):
            wrong += found
        for disagreement in wrong:
            self.stderr.write(str(disagreement))
        if wrong:
            raise CommandError(f"{len({found.drill for found in wrong})} of {len(sample)} drills disagree")
        self.stdout.write(f"{len(sample)} of {len(drills)} drills checked: all agree")
