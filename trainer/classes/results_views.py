"""All answers of a class as one table, and every table of answers as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from trainer.accounts.clock import long_date, today_in, zone_named
from trainer.accounts.http import SiteRequest
from trainer.classes import access, queries
from trainer.classes.grid import figure_names, grid_of
from trainer.classes.grid_files import About, as_csv, as_xlsx, rows_of
from trainer.classes.models import Assignment, Classroom
from trainer.classes.results import PERIODS, Chosen, results_of
from trainer.drills.models import OFFERED_KINDS
from trainer.table.spreadsheets import Cell

PUPILS_A_PAGE = 50


def _language() -> str:
    return get_language() or "nb"


@require_safe
def results(request: SiteRequest, public_id: str) -> HttpResponse:
    """The answers that the address asks for."""
    room = access.taught_classroom(request, public_id)
    chosen = Chosen.of(request.GET)
    found = results_of(room, queries.pupils_of(room, _language()), chosen)
    context = {
        "results": found,
        "grid": found.grid,
        "page": page_of(request, found.grid.rows),
        "names": figure_names(),
        **filters_of(room, chosen, found.assignments),
        **file_addresses(chosen, "results", public_id),
    }
    return render(request, "classes/results.html", context)


def filters_of(room: Classroom, chosen: Chosen, assignments: list[Assignment]) -> dict[str, object]:
    """What can be chosen, and what is."""
    since, until = period_of(room, chosen)
    return {
        "classroom": room,
        "chosen": chosen,
        "since": since,
        "until": until,
        "assignments": assignments,
        "periods": [(period, _period_name(period)) for period in PERIODS],
        "kinds": OFFERED_KINDS,
    }


def page_of[T](request: SiteRequest, rows: Sequence[T]) -> Page[T]:
    """So many rows as a browser takes easily. Averages and files are of all of them."""
    return Paginator(rows, PUPILS_A_PAGE).get_page(request.GET.get("page", "1"))


def file_addresses(chosen: Chosen, name: str, public_id: str) -> dict[str, str]:
    """Where the files of a table are, in the order chosen."""
    query = f"?{chosen.query()}" if chosen.query() else ""
    return {
        f"{kind}_address": reverse(f"classes:{name}_{kind}", args=[public_id]) + query
        for kind in ("csv", "xlsx")
    }


def _period_name(period: str) -> str:
    if period == "all":
        return _("all the time of the class")
    return ngettext("%(n)s day", "%(n)s days", int(period)) % {"n": period}


def period_of(room: Classroom, chosen: Chosen) -> tuple[str, str]:
    """From when to when assignments are shown, in words."""
    zone = zone_named(room.time_zone)
    return (
        long_date(chosen.since(room).astimezone(zone).date(), _language()),
        long_date(today_in(zone), _language()),
    )


@require_safe
def results_csv(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same as CSV."""
    return as_csv(*_results_for_file(request, public_id))


@require_safe
def results_xlsx(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same as a workbook."""
    return as_xlsx(*_results_for_file(request, public_id))


def _results_for_file(request: SiteRequest, public_id: str) -> tuple[Iterator[list[Cell]], About]:
    room = access.taught_classroom(request, public_id)
    found = results_of(room, queries.pupils_of(room, _language()), Chosen.of(request.GET))
    about = About(file_name(room, _("answers")), period_lines(room, Chosen.of(request.GET)))
    return rows_of(found.grid, _language()), about


def period_lines(room: Classroom, chosen: Chosen) -> tuple[tuple[str, str], ...]:
    """What a file says of the class and the period."""
    since, until = period_of(room, chosen)
    return (_("Class"), room.name), (_("Given from"), since), (_("Given until"), until)


def file_name(room: Classroom, what: str) -> str:
    return f"{room.name} {what} {today_in(zone_named(room.time_zone)).isoformat()}"


@require_safe
def grid_csv(request: SiteRequest, public_id: str) -> HttpResponse:
    """The answers to one assignment as CSV."""
    return as_csv(*_grid_for_file(request, access.taught_assignment(request, public_id)))


@require_safe
def grid_xlsx(request: SiteRequest, public_id: str) -> HttpResponse:
    """The answers to one assignment as a workbook."""
    return as_xlsx(*_grid_for_file(request, access.taught_assignment(request, public_id)))


def _grid_for_file(request: SiteRequest, given: Assignment) -> tuple[Iterator[list[Cell]], About]:
    grid = grid_of(given, _language(), Chosen.of(request.GET).sorting)
    room = given.classroom
    lines = (
        (_("Class"), room.name),
        (_("Assignment"), given.title),
        (_("Given from"), queries.moment_text(given.given_from, room, _language())),
        (_("Due date"), queries.due_text(given, room, _language())),
    )
    return rows_of(grid, _language()), About(file_name(room, given.title), lines)
