"""Lines of a CSV file as Norwegian and Swedish spreadsheets open them.

Semicolons, a byte order mark in front, decimals with a comma. A cell of text never runs as a formula.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

BYTE_ORDER_MARK = "\ufeff"
_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")

type Cell = str | int | float | None


class _Line:
    """What the CSV writer writes to: it hands each line back."""

    def write(self, line: str) -> str:
        return line


def csv_lines(rows: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """The rows as lines of a file, the first with the byte order mark; nothing is held back."""
    writer = csv.writer(_Line(), delimiter=";", lineterminator="\r\n")
    mark = BYTE_ORDER_MARK
    for row in rows:
        yield mark + writer.writerow([_written(cell) for cell in row])
        mark = ""


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return harmless(cell)
    return str(cell).replace(".", ",")


def harmless(text: str) -> str:
    """Text as a cell; what a spreadsheet would run gets an apostrophe in front.

    >>> harmless("=1+1"), harmless("spar ess")
    ("'=1+1", 'spar ess')
    """
    return f"'{text}" if text.startswith(_BEGINS_A_FORMULA) else text
