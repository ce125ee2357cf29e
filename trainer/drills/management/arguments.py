"""What several commands read from their command line, and how they show progress."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from typing import Any

from tqdm import tqdm

LOG_SECONDS = 30  # between two lines of progress where nobody watches


def positive(text: str) -> int:
    """A whole number above 0."""
    if not text.isdigit() or int(text) == 0:
        raise ArgumentTypeError(f"{text!r} is no number above 0")
    return int(text)


def progress(total: int, done: int, unit: str, what: str) -> tqdm[Any]:
    """A bar that begins at what was done before; in a log a line now and then."""
    watched = sys.stderr.isatty()
    return tqdm(total=total, initial=done, unit=unit, desc=what, mininterval=0.1 if watched else LOG_SECONDS)
