"""Worksheets: the drills of an assignment, or picked ones, on paper; the key on sheets of its own."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from trainer.accounts.http import SiteRequest
from trainer.classes import access, queries
from trainer.classes.assign_forms import MOST_DRILLS
from trainer.classes.choosing import picked_versions
from trainer.drills.models import DrillVersion
from trainer.drills.on_paper import KINDS_ON_PAPER, key_of, tasks_of
from trainer.table.paper import PrintPage, as_pdf, to_print


@require_safe
def sheet(request: SiteRequest, public_id: str) -> HttpResponse:
    """The drills of an assignment to print, in the versions that were given."""
    return to_print(request, _of_assignment(request, public_id, "sheet"))


@require_safe
def sheet_pdf(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same as PDF."""
    return as_pdf(request, _of_assignment(request, public_id, "sheet"))


@require_safe
def sheet_key(request: SiteRequest, public_id: str) -> HttpResponse:
    """The key to it."""
    return to_print(request, _of_assignment(request, public_id, "sheet_key"))


@require_safe
def sheet_key_pdf(request: SiteRequest, public_id: str) -> HttpResponse:
    """The key as PDF."""
    return as_pdf(request, _of_assignment(request, public_id, "sheet_key"))


@require_safe
def picked_sheet(request: SiteRequest, public_id: str) -> HttpResponse:
    """Drills picked by hand to print; the address names them."""
    return to_print(request, _of_picked(request, public_id, "picked_sheet"))


@require_safe
def picked_sheet_pdf(request: SiteRequest, public_id: str) -> HttpResponse:
    """The same as PDF."""
    return as_pdf(request, _of_picked(request, public_id, "picked_sheet"))


@require_safe
def picked_key(request: SiteRequest, public_id: str) -> HttpResponse:
    """The key to them."""
    return to_print(request, _of_picked(request, public_id, "picked_key"))


@require_safe
def picked_key_pdf(request: SiteRequest, public_id: str) -> HttpResponse:
    """The key as PDF."""
    return as_pdf(request, _of_picked(request, public_id, "picked_key"))


def _of_assignment(request: SiteRequest, public_id: str, name: str) -> PrintPage:
    given = access.taught_assignment(request, public_id)
    versions = [item.version for item in queries.items_of(given)]
    back = reverse("classes:assignment", args=[public_id])
    return _page(
        versions, given.title, name, _addresses(("sheet", "sheet_key"), public_id, "") | {"back": back}
    )


def _of_picked(request: SiteRequest, public_id: str, name: str) -> PrintPage:
    access.taught_classroom(request, public_id)
    ids = list(dict.fromkeys(request.GET.getlist("drills")))[:MOST_DRILLS]
    query = "?" + "&".join(f"drills={version.drill.public_id}" for version in picked_versions(ids))
    back = reverse("classes:pick", args=[public_id]) + query
    addresses = _addresses(("picked_sheet", "picked_key"), public_id, query)
    return _page(picked_versions(ids), _("Drills"), name, addresses | {"back": back})


def _addresses(names: tuple[str, str], public_id: str, query: str) -> dict[str, str]:
    """Sheet and key, each to print and as PDF."""
    found = {}
    for kind, name in zip(("sheet", "key"), names, strict=True):
        found[kind] = reverse(f"classes:{name}", args=[public_id]) + query
        found[f"{kind}_pdf"] = reverse(f"classes:{name}_pdf", args=[public_id]) + query
    return found


def _page(versions: Sequence[DrillVersion], title: str, name: str, addresses: dict[str, str]) -> PrintPage:
    on_paper = [version for version in versions if version.drill.kind in KINDS_ON_PAPER]
    context: dict[str, object] = {"title": title, "addresses": addresses}
    if name.endswith("key"):
        context["answers"] = key_of(on_paper)
        return PrintPage("classes/sheet_key.html", context, "key", addresses["key_pdf"])
    context |= {"tasks": tasks_of(on_paper), "left_out": len(versions) - len(on_paper)}
    return PrintPage("classes/sheet.html", context, "worksheet", addresses["sheet_pdf"])
