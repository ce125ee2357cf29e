"""The steps of set-up that need Django, in one process: translations, database, drills, engine."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable

from rules_site.setup.steps import Outcome, StepFailed, Steps, say

# Errors whose message is written for the reader; others come with their traceback.
SAYS_ENOUGH = {"CatalogueError", "CommandError"}


def prepare(before: int, total: int) -> None:
    """Do the steps; `before` were done by the caller."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rules_site.settings")
    import django  # noqa: PLC0415 - the other steps of set-up run without it

    steps = Steps(total, [Outcome("", 0, "")] * before)
    django.setup()
    steps.run("Translations", _guarded(translations, "The message names the catalogue part under locale/."))
    steps.run(
        "Database",
        _guarded(
            database, "If this database comes from another version, move db.sqlite3 away and try again."
        ),
    )
    steps.run("Drills", _guarded(drills, "The library stands in trainer/drills/library/."))
    steps.run("Engine", _guarded(engine, "Delete the __pycache__ folders in trainer/engine and try again."))


def translations() -> str:
    _manage("compile_locale")
    return "compiled"


def database() -> str:
    _manage("migrate")
    _manage("createcachetable")
    return "migrated"


def drills() -> str:
    _manage("load_drills")
    from trainer.drills.models import Drill  # noqa: PLC0415 - needs django.setup()

    return f"{Drill.objects.count()} drills"


def engine() -> str:
    from django.core.management import call_command  # noqa: PLC0415

    call_command("warm_engine", verbosity=2, stdout=Indented())
    return "compiled and warm"


class Indented(io.TextIOBase):
    """Shows the lines of a command under the step they belong to."""

    def write(self, text: str) -> int:
        for line in text.splitlines():
            say(f"      {line}")
        return len(text)


def _manage(name: str) -> None:
    from django.core.management import call_command  # noqa: PLC0415

    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        call_command(name, verbosity=0, stdout=nowhere)


def _guarded(action: Callable[[], str], advice: str) -> Callable[[], str]:
    """Any error ends the step with its own message and with what to do."""

    def guarded() -> str:
        try:
            return action()
        except Exception as error:
            if type(error).__name__ not in SAYS_ENOUGH:
                traceback.print_exc()
            raise StepFailed(f"{error}. {advice}") from error

    return guarded


if __name__ == "__main__":
    try:
        prepare(int(sys.argv[1]), int(sys.argv[2]))
    except StepFailed:
        sys.exit(1)  # the step has said why
