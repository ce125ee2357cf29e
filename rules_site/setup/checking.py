"""`make test` and `make test-all`: style, types, import contracts and every test, summed up at the end."""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from rules_site.setup import packages, postgres
from rules_site.setup.steps import ROOT, StepFailed, Steps, command, in_colour, say

BIN = packages.VENV / "bin"
# A worker that is done takes tests from the others, so that none waits for a long one at the end.
WORKERS = ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]
# What keeps people's data from others holds on both databases each time; the rest does when everything runs.
SAFETY_NET = ["-m", "safety and not long"]
EVERYTHING_ON_POSTGRESQL = ["--database-only", "-m", "(not browser and not long) or safety or both_databases"]
_NOTHING_CHOSEN = 5  # pytest's status
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun)")
_CLOSING = re.compile(r"^=+ .* in [\d.]+s.* =+$")

CHECKS: dict[str, list[str]] = {
    "Style (ruff check)": ["ruff", "check", "."],
    "Layout (ruff format)": ["ruff", "format", "--check", "."],
    "Types (mypy)": ["mypy"],
    "Import contracts (lint-imports)": ["lint-imports", "--no-cache", "--no-logo"],
}
ADVICE = {
    "Style (ruff check)": "`.venv/bin/ruff check --fix .` mends most of it.",
    "Layout (ruff format)": "`.venv/bin/ruff format .` mends it.",
    "Types (mypy)": "The lines above name the files.",
    "Import contracts (lint-imports)": "pyproject.toml lists the contracts, CONTRIBUTING.md says why.",
}


def test(everything: bool, arguments: list[str]) -> int:
    """Run the whole test command; 0 when nothing failed. `arguments` go to pytest."""
    os.chdir(ROOT)
    steps = Steps(6 + len(CHECKS) + 1)
    closings: list[str] = []
    tools = packages.DEBIAN_TOOLS | (packages.POSTGRESQL if everything else {})
    steps.run("Debian packages", lambda: packages.install_tools(tools))
    steps.run("Virtual environment", packages.make_environment)
    steps.run("Packages", lambda: packages.install(packages.DEV_LOCK, including=packages.RUN_LOCK))
    steps.run("Translations", _compile_translations)
    for name, (program, *rest) in CHECKS.items():
        steps.check(name, _checker([BIN / program, *rest], ADVICE[name]))
    steps.run("Engine", _compile_engine)
    on_postgresql = EVERYTHING_ON_POSTGRESQL if everything else SAFETY_NET
    steps.check("Tests on PostgreSQL", lambda: _test_on_postgresql(on_postgresql, arguments, closings))
    selection = [] if everything else ["-m", "not long"]
    steps.check("Tests", lambda: _pytest([*WORKERS, *selection, *arguments], os.environ, closings))
    say(f"\n{'make test-all' if everything else 'make test'}:\n{steps.summary()}")
    say(total_line(closings))
    return 1 if steps.failed else 0


def _checker(arguments: list[str | Path], advice: str) -> Callable[[], str]:
    def check() -> str:
        command(arguments, advice)
        return ""

    return check


def _compile_translations() -> str:
    command([packages.PYTHON, "manage.py", "compile_locale"], "The message names the catalogue part.")
    return "compiled"


def _compile_engine() -> str:
    """Once, before the workers of pytest would all do it at the same time."""
    command([packages.PYTHON, "manage.py", "warm_engine"], "The lines above say what is wrong.")
    return "compiled"


def _test_on_postgresql(chosen: list[str], arguments: list[str], closings: list[str]) -> str:
    """Tests that touch the database, on a cluster of their own that is gone afterwards."""
    if not postgres.binaries():
        if os.environ.get("CI") == "true":
            raise StepFailed("PostgreSQL is not here. Run `apt-get install postgresql` as root.")
        return "skipped: PostgreSQL is not here (`apt-get install postgresql` as root)"
    with postgres.temporary_cluster() as address:
        environment = os.environ | {"SITE_DATABASE": address}
        return _pytest([*WORKERS, *chosen, *arguments], environment, closings, none_is_fine=bool(arguments))


def _pytest(
    arguments: list[str], environment: Mapping[str, str], closings: list[str], *, none_is_fine: bool = False
) -> str:
    """Run pytest with its output passed through, and keep its closing line."""
    process = subprocess.Popen(
        [packages.PYTHON, "-m", "pytest", *in_colour(), *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    assert process.stdout is not None
    closing = ""
    for line in process.stdout:
        print(line, end="", flush=True)
        plain = _COLOUR.sub("", line).strip()
        closing = plain if _CLOSING.match(plain) else closing
    status = process.wait()
    closings.append(closing)
    if status and not (none_is_fine and status == _NOTHING_CHOSEN):
        raise StepFailed(f"pytest ended with status {status}: {closing.strip('= ')}")
    return closing.strip("= ")


def total_line(closings: list[str]) -> str:
    """Pytest's closing line; of several runs, one line in the same form with their sums."""
    if len(closings) == 1:
        return closings[0]
    counts: Counter[str] = Counter()
    seconds = 0.0
    for closing in closings:
        for number, word in _COUNTS.findall(closing):
            counts[_PLURALS.get(word, word)] += int(number)
        took = re.search(r" in ([\d.]+)s", closing)
        seconds += float(took[1]) if took else 0
    order = sorted(counts, key=lambda word: word != "failed")
    return f" {', '.join(f'{counts[word]} {word}' for word in order)} in {seconds:.2f}s ".center(80, "=")


_PLURALS = {"error": "errors", "warning": "warnings"}
