"""Load the drills that ship with the site; run as often as you like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.after_loading import load_after
from trainer.drills.library import (
    LIBRARY_DIR,
    LibraryError,
    library_files,
    load,
    read_library,
    stored_versions,
)


class Command(BaseCommand):
    help = "Load the drill library: new lines are added, changed ones get a new version."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--directory", type=Path, default=LIBRARY_DIR, help="folder with *.jsonl files")

    def handle(self, *args: Any, **options: Any) -> None:
        files = library_files(options["directory"])
        if not files:
            raise CommandError(f"no *.jsonl files in {options['directory']}")
        try:
            done = load(read_library(files, stored_versions()))
        except LibraryError as error:
            raise CommandError(f"nothing was loaded: {error}") from error
        after = load_after(options["directory"])
        if options["verbosity"]:
            self.stdout.write(
                f"Drills: {done.added} added, {done.changed} changed, "
                f"{done.unchanged} unchanged, {done.withdrawn} withdrawn."
                + (f" After the answer: {after} loaded." if after else "")
            )
