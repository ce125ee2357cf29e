"""Compile the engine's search, so that the first reader does not wait for it."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer.engine.ending_positions import Ending
from trainer.engine.endings import SolverMissing, ending_values
from trainer.engine.warm_up import warm_up

EXAMPLE = "phase2.S.0.SKHQDKDT.SQHKHTCT.-"


class Command(BaseCommand):
    help = "Compile the engine's searches (half a minute the first time) and solve an ending with them."

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.monotonic()
        try:
            warm_up(self._report if options["verbosity"] > 1 else lambda part, done, total: None)
            values = ending_values(Ending.parse(EXAMPLE))
        except SolverMissing as error:
            raise CommandError(str(error)) from error
        said = ", ".join(f"{card} {tricks}" for card, tricks in values.items())
        self.stdout.write(f"The engine is ready after {time.monotonic() - begun:.1f} s ({EXAMPLE}: {said}).")

    def _report(self, part: str, done: int, total: int) -> None:
        self.stdout.write(f"{done} of {total}: {part}")
