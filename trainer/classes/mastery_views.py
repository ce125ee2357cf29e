"""How well the pupils of a class know each theme of what they were given, as a table and as a file."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from trainer.accounts.http import SiteRequest
from trainer.classes import access, queries
from trainer.classes.grid_files import About, as_csv, as_xlsx, mastery_rows
from trainer.classes.mastery_grid import MasteryGrid, mastery_grid
from trainer.classes.models import Assignment, Classroom
from trainer.classes.results import Chosen, given_in
from trainer.classes.results_views import file_addresses, file_name, filters_of, page_of, period_lines
from trainer.drills.mastery import mastery_rule


@require_safe
def mastery(request: SiteRequest, public_id: str) -> HttpResponse:
    """The themes that the address asks for."""
    room = access.taught_classroom(request, public_id)
    chosen = Chosen.of(request.GET)
    grid, assignments = _grid(room, chosen)
    context = {
        "grid": grid,
        "page": page_of(request, grid.rows),
        "mastery_rule": mastery_rule(),
        **filters_of(room, chosen, assignments),
        **file_addresses(chosen, "mastery", public_id),
    }
    return render(request, "classes/mastery.html", context)


@require_safe
def mastery_csv(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same as CSV."""
    return as_csv(*_for_file(request, public_id))


@require_safe
def mastery_xlsx(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same as a workbook."""
    return as_xlsx(*_for_file(request, public_id))


def _grid(room: Classroom, chosen: Chosen) -> tuple[MasteryGrid, list[Assignment]]:
    assignments, asked = given_in(room, chosen)
    pupils = queries.pupils_of(room, get_language() or "nb")
    return mastery_grid(asked, chosen.kind, pupils, chosen.sorting), assignments


def _for_file(request: SiteRequest, public_id: str) -> tuple[list[list[str | int | float | None]], About]:
    room = access.taught_classroom(request, public_id)
    chosen = Chosen.of(request.GET)
    grid, _assignments = _grid(room, chosen)
    about = About(file_name(room, _("Mastery")), period_lines(room, chosen))
    return list(mastery_rows(grid)), about
