"""Measure the engine on this machine: exact endings, phase one, start-up; and against C if there is one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.benchmark import (
    EndingTimes,
    as_fields,
    call_overhead_us,
    ending_times,
    endings_in,
    phase_one_times,
    played_on_times,
    random_endings,
    start_times,
)
from trainer.engine.warm_up import warm_up

HARD_ENDINGS = "tests/data/oracle/phase2_hard.jsonl"

PLAYED_ON = 50  # endings

type Figures = dict[str, Any]


class Command(BaseCommand):
    help = "Print how fast the engine is; --yardstick builds the C program in a folder and prints the ratios."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=1000, help="random endings of 13 cards")
        parser.add_argument(
            "--hard", type=Path, metavar="FILE", help=f"more endings; by default {HARD_ENDINGS}"
        )
        parser.add_argument("--yardstick", type=Path, metavar="DIR", help="folder with bench.c")
        parser.add_argument(
            "--endings-only", action="store_true", help="leave out phase one, loading, compiling"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object instead of lines to read")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["deals"] < 2:
            raise CommandError("a spread needs at least two deals")
        if options["yardstick"]:
            require_yardstick(options["yardstick"])
        figures = measured(options)
        if options["json"]:
            self.stdout.write(json.dumps(figures))
        else:
            self.stdout.write("\n".join(lines(figures)))


def measured(options: dict[str, Any]) -> Figures:
    """All that the options ask for; the C program runs between the endings, in the same minute."""
    figures: Figures = {}
    if not options["endings_only"]:
        figures["start"] = as_fields(start_times())
    warm_up()
    times = ending_times(random_endings(options["deals"], seed=1))
    figures |= {
        "deals": options["deals"],
        "ending_all_leads_cold_ms": as_fields(times)["cold"],
        "ending_all_leads_warm_ms": as_fields(times)["warm"],
        "ending_nodes_mean": round(times.nodes, 1),
    }
    if options["yardstick"]:
        figures["yardstick"] = compared(times, options["yardstick"], options["deals"])
    hard = options["hard"] or settings.BASE_DIR / HARD_ENDINGS
    if hard.is_file():
        figures["hard_endings"] = as_fields(ending_times(endings_in(hard)))
    figures["played_on"] = as_fields(played_on_times(random_endings(PLAYED_ON, seed=2), seed=2))
    figures["ending_values_call_us"] = round(call_overhead_us(), 2)
    if not options["endings_only"]:
        figures["phase_one"] = as_fields(phase_one_times(seed=1))
    return figures


def compared(times: EndingTimes, folder: Path, deals: int) -> Figures:
    """The C program's times and ours as ratios to them."""
    median, p95 = yardstick_times(folder, deals)
    return {
        "median_ms": median,
        "p95_ms": p95,
        "ratio_median": round(times.cold.median / median, 3),
        "ratio_p95": round(times.cold.p95 / p95, 3),
    }


def lines(figures: Figures) -> list[str]:
    """The figures for a person to read."""
    found = [f"Exact endings, 13 cards, all leads, {figures['deals']} random deals, CPU time:"]
    found += _ending_lines(
        figures["ending_all_leads_cold_ms"], figures["ending_all_leads_warm_ms"], figures["ending_nodes_mean"]
    )
    if "yardstick" in figures:
        c = figures["yardstick"]
        found.append(f"  C yardstick: median {c['median_ms']:.4f} ms, p95 {c['p95_ms']:.4f} ms")
        found.append(f"  ratio to C: median {c['ratio_median']:.2f}, p95 {c['ratio_p95']:.2f}")
    if "hard_endings" in figures:
        hard = figures["hard_endings"]
        found += ["Hard endings:", *_ending_lines(hard["cold"], hard["warm"], hard["nodes"])]
    on = figures["played_on"]
    found += [
        "A card in an ending played on, with its answer and refutation:",
        f"  median {on['known']['median']:.2f} ms, p95 {on['known']['p95']:.2f} ms; "
        f"the whole line anew: median {on['anew']['median']:.1f} ms, p95 {on['anew']['p95']:.1f} ms",
        f"  ratio to all leads of an ending: {on['ratio']:.1f}",
    ]
    found.append(f"A call of ending_values adds {figures['ending_values_call_us']:.1f} µs")
    if "phase_one" in figures:
        found += _phase_one_lines(figures["phase_one"])
    if "start" in figures:
        start = figures["start"]
        found.append(f"Compiling what pages, drills and players need {start['compile_s']:.1f} s,")
        found.append(f"  loading it {start['load_s']:.2f} s,")
        found.append(f"  peak memory of that process {start['peak_memory_mib']:.0f} MiB")
    return found


def _ending_lines(cold: Figures, warm: Figures, nodes: float) -> list[str]:
    return [
        f"  empty table: median {cold['median']:.4f} ms, p95 {cold['p95']:.4f} ms, "
        f"max {cold['max']:.4f} ms, {nodes:.0f} nodes on average",
        f"  once more: median {warm['median']:.4f} ms, p95 {warm['p95']:.4f} ms",
    ]


def _phase_one_lines(times: Figures) -> list[str]:
    strong = times["strong_decision_ms"]
    return [
        f"Net decision: {times['net_decision_us']:.2f} µs",
        f"Roll-out of two tricks: {times['truncated_us']:.1f} µs, {1e6 / times['truncated_us']:.0f} a second",
        f"Roll-out from trick 1: {times['roll_out_us']:.1f} µs, {1e6 / times['roll_out_us']:.0f} a second",
        f"A choice of strong: median {strong['median']:.2f} ms, p95 {strong['p95']:.2f}, "
        f"max {strong['max']:.2f}",
        f"A judged position: {times['clear_drill_s']:.2f} s where the answer is clear, "
        f"{times['other_position_s']:.2f} s elsewhere",
    ]


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
