"""Measure the engine on this machine: exact endings, roll-outs, start-up; and against C if there is one."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.benchmark import EndingTimes, ending_times, rollout_micros, start_up_seconds
from trainer.engine.warm_up import warm_up


class Command(BaseCommand):
    help = "Print how fast exact endings and roll-outs are; --yardstick builds the C program in a folder too."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=1000, help="random endings of 13 cards")
        parser.add_argument("--yardstick", type=Path, metavar="DIR", help="folder with bench.c")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["yardstick"]:
            require_yardstick(options["yardstick"])
        self.stdout.write(f"A process that loads the engine, start to end: {start_up_seconds():.2f} s")
        warm_up()
        times = ending_times(options["deals"], seed=1)
        self.stdout.write(
            f"Exact endings, 13 cards, all leads, empty table, {options['deals']} deals, CPU time:"
        )
        self.stdout.write(
            f"  median {times.median:.4f} ms, p95 {times.p95:.4f} ms, max {times.most:.4f} ms, "
            f"{times.nodes:.0f} nodes on average"
        )
        micros = rollout_micros(worlds=200, seed=1)
        self.stdout.write(f"Roll-outs from trick 1: {micros:.1f} µs each, {1e6 / micros:.0f} a second")
        if options["yardstick"]:
            self._compare(times, options["yardstick"], options["deals"])

    def _compare(self, times: EndingTimes, folder: Path, deals: int) -> None:
        median, p95 = yardstick_times(folder, deals)
        self.stdout.write(f"C yardstick: median {median:.4f} ms, p95 {p95:.4f} ms")
        self.stdout.write(f"Ratio to C: median {times.median / median:.2f}, p95 {times.p95 / p95:.2f}")


def require_yardstick(folder: Path) -> None:
    """Raise `CommandError` unless the C program in `folder` can be built."""
    if shutil.which("gcc") is None:
        raise CommandError("the yardstick needs gcc, which is not installed")
    if not (folder / "bench.c").is_file():
        raise CommandError(f"there is no bench.c in {folder}")


def yardstick_times(folder: Path, deals: int) -> tuple[float, float]:
    """Median and p95 of all leads in milliseconds, from the C program in `folder`."""
    with tempfile.TemporaryDirectory() as place:
        program = str(Path(place) / "bench")
        flags = ["-O3", "-march=native", "-w"]
        subprocess.run(["gcc", *flags, "-o", program, str(folder / "bench.c"), "-lm"], check=True)
        run = subprocess.run(
            [program, "13", str(deals), "15", "5"], check=True, capture_output=True, text=True
        )
    found = re.search(r"all ms\s+mean \S+ median (\S+) p95 (\S+)", run.stdout)
    if found is None:
        raise CommandError(f"the yardstick printed something else: {run.stdout!r}")
    return float(found[1]), float(found[2])
