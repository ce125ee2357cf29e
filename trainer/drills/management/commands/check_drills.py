"""Compute the drills of the library again and fail on any disagreement."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from trainer.drills.building import LIBRARY_DIR, read_drills
from trainer.drills.checking import Disagreement, disagreements, sample_of
from trainer.drills.checking_after import records_disagreeing

FRESH_SHARE = 0.05


class Command(BaseCommand):
    help = "Recompute drills: the same numbers under their own seeds, the same answers under fresh ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kinds", nargs="*", metavar="KIND", help="files of the library; all if none")
        parser.add_argument("--library", type=Path, default=LIBRARY_DIR)
        parser.add_argument("--fresh", action="store_true", help="a random 5 %% under new seeds")
        parser.add_argument("--seed", type=int, default=1, help="moves the fresh seeds and picks the sample")
        parser.add_argument("--sample", type=int, metavar="N", help="check N drills")

    def handle(self, *args: Any, **options: Any) -> None:
        paths = sorted(options["library"].glob("*.jsonl"))
        chosen = [path for path in paths if path.stem in (options["kinds"] or [path.stem])]
        drills = [drill for path in chosen for drill in read_drills(path)]
        if not drills:
            raise CommandError(f"no drills in {options['library']}")
        fresh = options["seed"] if options["fresh"] else None
        size = options["sample"] or (math.ceil(FRESH_SHARE * len(drills)) if options["fresh"] else None)
        sample = sample_of(drills, size, options["seed"])
        wrong: list[Disagreement] = []
        for _, found in tqdm(
            disagreements(sample, fresh), total=len(sample), unit="drill", disable=not sys.stderr.isatty()
        ):
            wrong += found
        if fresh is None:
            wrong += records_disagreeing(sample, options["library"])
        for disagreement in wrong:
            self.stderr.write(str(disagreement))
        if wrong:
            raise CommandError(f"{len({found.drill for found in wrong})} of {len(sample)} drills disagree")
        self.stdout.write(f"{len(sample)} of {len(drills)} drills checked: all agree")
