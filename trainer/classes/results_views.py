"""All answers of a class as one table, and every table of answers as a file."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from trainer.accounts.clock import long_date, today_in, zone_named
from trainer.accounts.http import SiteRequest
from trainer.classes import access, queries
from trainer.classes.grid import Grid, figure_names, grid_of
from trainer.classes.grid_files import About, as_csv, as_xlsx
from trainer.classes.models import Assignment, Classroom
from trainer.classes.results import PERIODS, Chosen, Results, results_of
from trainer.drills.models import OFFERED_KINDS


def _language() -> str:
    return get_language() or "nb"


@require_safe
def results(request: SiteRequest, public_id: str) -> HttpResponse:
    """The answers that the address asks for."""
    room = access.taught_classroom(request, public_id)
    chosen = Chosen.of(request.GET)
    found = results_of(room, queries.pupils_of(room, _language()), chosen)
    since, until = _period(found, room)
    context = {
        "classroom": room,
        "chosen": chosen,
        "results": found,
        "since": since,
        "until": until,
        "periods": [(period, _period_name(period)) for period in PERIODS],
        "kinds": OFFERED_KINDS,
        **table_of(found, chosen, "results", public_id),
    }
    return render(request, "classes/results.html", context)


def table_of(found: Results, chosen: Chosen, name: str, public_id: str) -> dict[str, object]:
    """What the table needs beside its page."""
    return {"grid": found.grid, "names": figure_names(), **file_addresses(chosen, name, public_id)}


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


def _period(found: Results, room: Classroom) -> tuple[str, str]:
    zone = zone_named(room.time_zone)
    return (
        long_date(found.since.astimezone(zone).date(), _language()),
        long_date(found.until.astimezone(zone).date(), _language()),
    )


@require_safe
def results_csv(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same as CSV."""
    return as_csv(*_results_for_file(request, public_id), _language())


@require_safe
def results_xlsx(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same as a workbook."""
    return as_xlsx(*_results_for_file(request, public_id), _language())


def _results_for_file(request: SiteRequest, public_id: str) -> tuple[Grid, About]:
    room = access.taught_classroom(request, public_id)
    found = results_of(room, queries.pupils_of(room, _language()), Chosen.of(request.GET))
    since, until = _period(found, room)
    lines = ((_("Class"), room.name), (_("Given from"), since), (_("Given until"), until))
    return found.grid, About(_file_name(room, _("answers")), lines)


def _file_name(room: Classroom, what: str) -> str:
    return f"{room.name} {what} {today_in(zone_named(room.time_zone)).isoformat()}"


@require_safe
def grid_csv(request: SiteRequest, public_id: str) -> HttpResponse:
    """The answers to one assignment as CSV."""
    return as_csv(*_grid_for_file(request, access.taught_assignment(request, public_id)), _language())


@require_safe
def grid_xlsx(request: SiteRequest, public_id: str) -> HttpResponse:
    """The answers to one assignment as a workbook."""
    return as_xlsx(*_grid_for_file(request, access.taught_assignment(request, public_id)), _language())


def _grid_for_file(request: SiteRequest, given: Assignment) -> tuple[Grid, About]:
    grid = grid_of(given, _language(), Chosen.of(request.GET).sorting)
    room = given.classroom
    lines = (
        (_("Class"), room.name),
        (_("Assignment"), given.title),
        (_("Given from"), queries.moment_text(given.given_from, room, _language())),
        (_("Due date"), queries.due_text(given, room, _language())),
    )
    return grid, About(_file_name(room, given.title), lines)
