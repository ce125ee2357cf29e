"""Steps of a command: numbered, timed, and with a word on what to do when one fails."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class StepFailed(Exception):
    """A step that could not be done; the message says what to do about it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finished step."""

    name: str
    seconds: float
    note: str
    failed: bool = False

    def line(self) -> str:
        mark = "FAILED" if self.failed else "ok"
        return f"  {mark:<6}  {self.seconds:6.1f} s  {self.name}{f': {self.note}' if self.note else ''}"


@dataclass(slots=True)
class Steps:
    """The steps of one command, of which there are `total`."""

    total: int
    outcomes: list[Outcome] = field(default_factory=list)

    def run(self, name: str, action: Callable[[], str]) -> bool:
        """Do a step whose failure stops the command. The action returns a short note."""
        outcome = self._do(name, action)
        if outcome.failed:
            raise StepFailed(outcome.note)
        return True

    def check(self, name: str, action: Callable[[], str]) -> bool:
        """Do a step whose failure is counted, so that one run shows every fault."""
        return not self._do(name, action).failed

    def _do(self, name: str, action: Callable[[], str]) -> Outcome:
        say(f"[{len(self.outcomes) + 1}/{self.total}] {name} …")
        begun = time.monotonic()
        try:
            note, failed = action(), False
        except StepFailed as error:
            note, failed = str(error), True
        outcome = Outcome(name, time.monotonic() - begun, note, failed)
        say(f"      {'FAILED: ' if failed else ''}{note or 'done'} ({outcome.seconds:.1f} s)")
        self.outcomes.append(outcome)
        return outcome

    @property
    def failed(self) -> bool:
        return any(outcome.failed for outcome in self.outcomes)

    def summary(self) -> str:
        total = sum(outcome.seconds for outcome in self.outcomes)
        lines = [outcome.line() for outcome in self.outcomes]
        return "\n".join([*lines, f"  {'':<6}  {total:6.1f} s  in all"])


def say(text: str) -> None:
    """Print at once, so that our lines and those of the programs we start keep their order."""
    print(text, flush=True)


def command(
    arguments: Sequence[str | Path], advice: str, environment: Mapping[str, str] | None = None
) -> None:
    """Run a program with its output shown; the advice is for when it fails or is not there."""
    try:
        status = subprocess.run(list(arguments), cwd=ROOT, env=environment, check=False).returncode
    except OSError as error:
        raise StepFailed(f"{error}. {advice}") from error
    if status:
        raise StepFailed(f"`{' '.join(map(str, arguments[:6]))}` ended with status {status}. {advice}")


def in_colour() -> list[str]:
    """The colour flag for programs whose output passes through us to a terminal."""
    return ["--color=yes"] if sys.stdout.isatty() else []
