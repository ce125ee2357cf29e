"""The grid as a file: CSV as Norwegian and Swedish spreadsheets open it, and XLSX.

Both hold the rows that the screen shows, in its order, with numbers as numbers. In CSV a decimal has a
comma and a text that would run as a formula gets an apostrophe in front; in XLSX every text is a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO

import xlsxwriter
from django.http import HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from trainer.classes.grid import Cell, Grid, figure_names
from trainer.classes.mastery_grid import MasteryGrid, said
from trainer.drills.labels import kind_name, theme_name
from trainer.drills.templatetags.answers import answer_in_words, verdict_name
from trainer.table.spreadsheets import Cell as Value
from trainer.table.spreadsheets import csv_lines

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class About:
    """What a file says of itself: its name, and lines of (what, which) such as class and period."""

    name: str
    lines: tuple[tuple[str, str], ...]


def rows_of(grid: Grid, language: str) -> Iterator[list[Value]]:
    """Head, a row a pupil, and the averages of the class."""
    several = len(grid.groups) > 1
    yield [
        _("Pupil"),
        *(_head(column, several) for column in grid.columns),
        *figure_names().values(),
        _("Goal"),
    ]
    for row in grid.rows:
        reached = "" if row.reached is None else _("reached") if row.reached else _("not yet")
        cells = [_written(cell, language) for cell in row.cells]
        yield [row.pupil.display_name, *cells, *(figure.value for figure in row.summary.figures), reached]
    for place, name in enumerate(figure_names().values()):
        of_columns = [column.summary.figures[place].value for column in grid.columns]
        of_all = [figure.value if at == place else None for at, figure in enumerate(grid.summary.figures)]
        yield [_("The class: %(name)s") % {"name": name}, *of_columns, *of_all, None]


def mastery_rows(grid: MasteryGrid) -> Iterator[list[Value]]:
    """Head, and a row a pupil with what the screen says of each theme."""
    yield [_("Pupil"), *(f"{theme_name(each.theme)} ({kind_name(each.kind)})" for each in grid.columns)]
    for row in grid.rows:
        yield [row.pupil.display_name, *(said(mastery) for mastery in row.cells)]


def _head(column: object, several: bool) -> str:
    item = column.item  # type: ignore[attr-defined]
    drill = item.version.drill
    title = f"{item.assignment.title}, " if several else ""
    return f"{title}{item.position}. {kind_name(drill.kind)}: {theme_name(drill.theme)}"


def _written(cell: Cell | None, language: str) -> str:
    """«spar ess (Feil, For sent)», as the cell on the screen."""
    if cell is None:
        return ""
    marks = [verdict_name(cell.attempt.verdict)]
    if cell.late:
        marks.append(_("Late"))
    if cell.earlier:
        marks.append(_("Before"))
    return f"{answer_in_words(cell.attempt, language)} ({', '.join(marks)})"


def as_csv(rows: Iterable[list[Value]], about: About) -> HttpResponse:
    """The rows as CSV."""
    return _file("".join(csv_lines(rows)).encode(), "text/csv; charset=utf-8", about, "csv")


def as_xlsx(rows: Iterable[list[Value]], about: About) -> HttpResponse:
    """The rows, of which the first is the head, as a workbook with a second sheet on what they are."""
    memory = BytesIO()
    as_texts = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(memory, {"in_memory": True, **as_texts}) as book:
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        one_decimal = book.add_format({"num_format": "0.0"})
        sheet = book.add_worksheet(_("Answers"))
        columns = 1
        for row_number, row in enumerate(rows):
            columns = max(columns, len(row) - 1)
            for column_number, value in enumerate(row):
                look = one_decimal if isinstance(value, float) else None
                _write(sheet, row_number, column_number, value, look if row_number else bold)
        sheet.freeze_panes(1, 1)
        sheet.set_column(0, 0, 24)
        sheet.set_column(1, columns, 18)
        notes = book.add_worksheet(_("About"))
        notes.set_column(0, 1, 30)
        for number, (what, which) in enumerate(about.lines):
            notes.write_string(number, 0, what, bold)
            notes.write_string(number, 1, which)
    return _file(memory.getvalue(), XLSX, about, "xlsx")


def _write(sheet: xlsxwriter.worksheet.Worksheet, row: int, column: int, value: Value, look: object) -> None:
    if isinstance(value, str):
        sheet.write_string(row, column, value, look)
    elif value is not None:
        sheet.write_number(row, column, value, look)


def _file(content: bytes, kind: str, about: About, ending: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{slugify(about.name) or "whist"}.{ending}"'
    response["Cache-Control"] = "no-store"
    return response
