"""`python3 -m rules_site.setup COMMAND`: what the commands of the Makefile do."""

from __future__ import annotations

import argparse
import signal
import sys

from rules_site.setup import auditing, checking, locking, measuring_moves, measuring_web, serving
from rules_site.setup.steps import StepFailed, say


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m rules_site.setup", description=__doc__)
    commands = parser.add_subparsers(dest="name", required=True)
    run = commands.add_parser("run", help="set up and serve")
    run.add_argument("--port", type=int, default=8000)
    for name in ("test", "test-all"):
        tests = commands.add_parser(name, help="style, types, contracts and tests")
        tests.add_argument("pytest", nargs="*", help="arguments for pytest, after --")
    commands.add_parser("teacher", help="make a teacher account to try")
    audit = commands.add_parser("audit", help="Lighthouse, HTML validation and page weights")
    audit.add_argument("pages", nargs="*", help="words of the paths to look at; all pages without any")
    audit.add_argument("--runs", type=int, default=3)
    commands.add_parser("bench-web", help="speed of drill pages and answers beside a bare Django view")
    commands.add_parser("bench-play", help="speed of moves against each player beside a bare Django view")
    commands.add_parser("lock", help="write requirements*.txt anew")
    # Ended from outside, what was started for the run (a database cluster) is stopped all the same.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        return _dispatch(parser.parse_args())
    except StepFailed as failure:
        say(f"\nStopped: {failure}")
    except KeyboardInterrupt:
        say("\nStopped.")
    return 1


def _dispatch(chosen: argparse.Namespace) -> int:
    match chosen.name:
        case "run":
            serving.run(chosen.port)
        case "teacher":
            serving.teacher()
        case "audit":
            auditing.audit(chosen.pages, chosen.runs)
        case "bench-web":
            measuring_web.bench_web()
        case "bench-play":
            measuring_moves.bench_play()
        case "lock":
            locking.lock()
        case name:
            return checking.test(name == "test-all", chosen.pytest)
    return 0


if __name__ == "__main__":
    sys.exit(main())
