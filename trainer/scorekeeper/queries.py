"""Reads of pads: one with its deals, and a list of a learner's own."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Prefetch, QuerySet

from trainer.accounts.models import Learner
from trainer.scorekeeper.counting import Count, Deal, count_pad
from trainer.scorekeeper.models import Entry, Pad

ON_A_PAGE = 20


def deals_of(pad: Pad) -> list[Deal]:
    """The deals entered on a pad, in order."""
    return [_deal(entry) for entry in pad.entries.all()]


def counted(pad: Pad) -> Count:
    """The pad with its points."""
    return count_pad(pad, deals_of(pad))


def latest_pads(learner: Learner | None) -> QuerySet[Pad]:
    """A learner's pads, the last used first, with their deals."""
    entries = Prefetch("entries", queryset=Entry.objects.order_by("number"))
    pads = Pad.objects.filter(learner=learner) if learner else Pad.objects.none()
    return pads.order_by("-changed_at", "-pk").prefetch_related(entries)


def with_counts(pads: Sequence[Pad]) -> list[tuple[Pad, Count]]:
    """Pads with how they stand."""
    return [(pad, counted(pad)) for pad in pads]


def _deal(entry: Entry) -> Deal:
    return Deal(
        entry.entry_id.hex,
        (entry.first_tricks, entry.second_tricks),
        (entry.first_honours, entry.second_honours),
        (entry.first_penalty, entry.second_penalty),
    )
