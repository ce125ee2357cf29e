"""Writes on pads. Every step is taken once, and only by who has seen the steps before it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext

from trainer.accounts.models import Learner
from trainer.engine.classic_scoring import PenaltyRefused
from trainer.scorekeeper.counting import Deal, count_pad
from trainer.scorekeeper.models import Entry, Pad, Step
from trainer.scorekeeper.queries import deals_of

MOST_PADS = 500
MOST_DEALS = 300

ADD, CHANGE, REMOVE = "add", "change", "remove"


@dataclass(frozen=True, slots=True)
class Entered:
    """A step as it was sent: its own id, the deal it is about, and the revision it was made at."""

    step_id: uuid.UUID
    kind: str
    entry_id: uuid.UUID
    base: int
    deal: Deal | None = None


class Stale(Exception):
    """The pad has been written on since, on another phone or in another tab."""


class Refused(Exception):
    """The step cannot be taken; says why."""


def make_pad(learner: Learner, request_key: uuid.UUID, fields: dict[str, Any]) -> Pad:
    """A new pad; the same form sent twice makes one. Raises `Refused` when there are too many."""
    with transaction.atomic():
        made = Pad.objects.filter(learner=learner, request_key=request_key).first()
        if made is None and learner.score_pads.count() >= MOST_PADS:
            raise Refused(gettext("There is no room for more matches. Delete some old ones first."))
        pad, _made = Pad.objects.get_or_create(learner=learner, request_key=request_key, defaults=fields)
    return pad


@transaction.atomic
def take_step(pad: Pad, entered: Entered) -> Pad:
    """Enter, change or remove a deal; a step that has been taken before does nothing.

    Raises `Stale` for one made without knowing the latest, `Refused` for one that cannot be.
    """
    locked = Pad.objects.select_for_update().get(pk=pad.pk)
    if Step.objects.filter(pad=locked, step_id=entered.step_id).exists():
        return locked
    if entered.base != locked.revision:
        raise Stale
    _TAKE[entered.kind](locked, entered)
    Step.objects.create(pad=locked, step_id=entered.step_id)
    locked.revision += 1
    locked.changed_at = timezone.now()
    locked.save(update_fields=["revision", "changed_at"])
    return locked


def delete_pad(pad: Pad) -> None:
    """Delete a match with its deals."""
    pad.delete()


def move_pads(sender: object, guest: Learner, learner: Learner, **_signal: object) -> None:
    """A guest's pads follow into the account."""
    Pad.objects.filter(learner=guest).update(learner=learner)


def _add(pad: Pad, entered: Entered) -> None:
    assert entered.deal is not None
    deals = deals_of(pad)
    if len(deals) >= MOST_DEALS:
        raise Refused(gettext("There is room for %(most)s deals, not more.") % {"most": MOST_DEALS})
    if count_pad(pad, deals).is_over:
        raise Refused(gettext("The match is over, so the deal was not entered."))
    _require_penalties(pad, [*deals, entered.deal])
    last = Entry.objects.filter(pad=pad).aggregate(last=Max("number"))["last"] or 0
    Entry.objects.create(pad=pad, entry_id=entered.entry_id, number=last + 1, **_columns(entered.deal))


def _change(pad: Pad, entered: Entered) -> None:
    assert entered.deal is not None
    entry, deal = _entry(pad, entered), entered.deal
    _require_penalties(pad, [deal if old.entry_id == deal.entry_id else old for old in deals_of(pad)])
    Entry.objects.filter(pk=entry.pk).update(**_columns(deal))


def _remove(pad: Pad, entered: Entered) -> None:
    entry = _entry(pad, entered)
    _require_penalties(pad, [old for old in deals_of(pad) if old.entry_id != entry.entry_id.hex])
    entry.delete()


def _require_penalties(pad: Pad, deals: Sequence[Deal]) -> None:
    """Refuse a step after which a penalty, of this deal or a later one, could not be taken in full (F67)."""
    try:
        count_pad(pad, deals)
    except PenaltyRefused as refusal:
        raise Refused(
            gettext(
                "A penalty for a revoke cannot be split: the side must have three tricks to give, or three "
                "points to lose, in that deal. Nothing has been changed."
            )
        ) from refusal


def _entry(pad: Pad, entered: Entered) -> Entry:
    found = Entry.objects.filter(pad=pad, entry_id=entered.entry_id).first()
    if found is None:
        raise Refused(gettext("That deal has been removed."))
    return found


def _columns(deal: Deal) -> dict[str, int | str]:
    return {
        "first_tricks": deal.tricks[0],
        "second_tricks": deal.tricks[1],
        "first_honours": deal.honours[0],
        "second_honours": deal.honours[1],
        "first_penalty": deal.penalties[0],
        "second_penalty": deal.penalties[1],
    }


_TAKE = {ADD: _add, CHANGE: _change, REMOVE: _remove}
