"""After the answer: the lines of play step by step, and a drill of the same idea."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import current_learner, ensure_guest, learner_key, remember_guest
from trainer.drills import queries
from trainer.drills.addresses import Way
from trainer.drills.lines_view import LinesView, lines_view
from trainer.drills.models import OFFERED_KINDS, Drill, DrillVersion
from trainer.drills.withholding import withheld_until
from trainer.engine.rule_sets import BASE


@dataclass(frozen=True, slots=True)
class Ways:
    """Where the buttons lead: None where there is no such trick."""

    previous: str | None
    following: str | None
    phase_two: str | None
    end: str | None


@require_safe
def lines(request: SiteRequest, public_id: str) -> HttpResponse:
    """Trick `?trick=` of both lines, after `?card=` and the card it is compared with.

    Only who has answered the version and may be told the verdict sees them; anyone else is led to the drill.
    """
    way = Way.of(request)
    versions = DrillVersion.objects.select_related("drill")
    number = read_number(request.GET.get("version", ""))
    version = get_object_or_404(versions, drill__public_id=public_id, number=number)
    learner = current_learner(request)
    if not queries.attempts_on(learner, version) or withheld_until(learner, version):
        return lead_to(request, way.to_drill(public_id))
    shown = lines_view(version, queries.after_answer(version), request.GET.get("card", ""))
    if shown is None:
        raise Http404(f"{version} has no such lines")
    trick = min(max(read_number(request.GET.get("trick", "")), shown.first), shown.last)
    context = {
        "kind": version.drill.kind,
        "lines": shown,
        "pair": [(line, line.at(trick)) for line in shown.lines],
        "trick": trick,
        "ways": _ways(way, version, shown, trick),
        "answer_url": way.to_drill(public_id),
    }
    part = "#fragment" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"drills/lines.html{part}", context)


def lead_to(request: SiteRequest, address: str) -> HttpResponse:
    """Go to a page as a whole, also out of a piece of one."""
    if not request.htmx:
        return redirect(address)
    response = HttpResponse()
    response["HX-Redirect"] = address
    return response


def read_number(text: str) -> int:
    """A small number of an address, 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


def _ways(way: Way, version: DrillVersion, shown: LinesView, trick: int) -> Ways:
    def to(number: int, exists: bool) -> str | None:
        return way.to_lines(version, str(shown.card), number) if exists else None

    two = BASE.phase_tricks + 1
    return Ways(
        to(trick - 1, trick > shown.first),
        to(trick + 1, trick < shown.last),
        to(two, trick != two and shown.first < two),
        to(shown.last, trick < shown.last),
    )


@require_safe
def same_idea(request: SiteRequest, public_id: str) -> HttpResponse:
    """Lead to a drill of the same kind and theme that this learner has not answered.

    It goes on the same way, without the theme in the address: after it a mixed set is mixed again.
    When none is left, the page of the theme says so and offers the missed ones.
    """
    way = Way.of(request)
    drill = get_object_or_404(Drill.objects.filter(kind__in=OFFERED_KINDS), public_id=public_id)
    ensure_guest(request)
    order = queries.drill_order(learner_key(request), drill.kind, drill.theme, way.rules.rule_set)
    found = queries.next_public_id(order, queries.answered_ids(current_learner(request)), public_id)
    if found is None:
        found_way = replace(way, chosen=drill.kind, theme=drill.theme, assignment="")
        return remember_guest(request, redirect(found_way.to_next(drill)))
    return remember_guest(request, redirect(way.to_drill(found)))
