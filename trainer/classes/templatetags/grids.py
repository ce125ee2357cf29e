"""Template tags of the table of answers: heads that sort, cells beside their columns, the averages."""

from __future__ import annotations

from collections.abc import Iterator

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from trainer.classes.grid import Cell, Column, Grid, Row, Sorting, figure_names
from trainer.classes.results import Chosen

register = template.Library()


@register.simple_tag
def sort_head(sorting: Sorting, by: str, name: str, chosen: Chosen) -> SafeString:
    """The head of a column with its name and the link that sorts by it."""
    link = sort_link(sorting, by, name, chosen)
    return format_html('<th scope="col"{}>{} {}</th>', aria_sort(sorting, by), name, link)


@register.simple_tag
def aria_sort(sorting: Sorting, by: str) -> SafeString:
    """What a screen reader is told of the column by which the rows stand."""
    if sorting.by != by:
        return SafeString("")
    return format_html(' aria-sort="{}"', "descending" if sorting.descending else "ascending")


@register.simple_tag
def sort_link(sorting: Sorting, by: str, name: object, chosen: Chosen) -> SafeString:
    """The arrow that sorts by a column, and the other way round when it does already."""
    arrow = "↕" if sorting.by != by else "↓" if sorting.descending else "↑"
    said = _("Sort by %(column)s") % {"column": name}
    query = chosen.sorted_by(sorting.flipped(by))
    return format_html(
        '<a class="by" href="?{}"><span aria-hidden="true">{}</span><span class="vh">{}</span></a>',
        query,
        arrow,
        said,
    )


@register.filter
def beside(row: Row, grid: Grid) -> list[tuple[Column, Cell | None]]:
    """The cells of a row, each with its column."""
    return list(zip(grid.columns, row.cells, strict=True))


@register.filter
def averages(grid: Grid) -> Iterator[tuple[str, list[str], list[str]]]:
    """A line a figure under the rows: its name, that of each drill, and that of everything at its place."""
    for place, name in enumerate(figure_names().values()):
        of_columns = [column.summary.figures[place].text for column in grid.columns]
        figures = enumerate(grid.summary.figures)
        yield name, of_columns, [figure.text if at == place else "" for at, figure in figures]
