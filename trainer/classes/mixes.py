"""The address of a shared mix, read as drills for a class.

A mix names kinds, themes, a level and rules (the page that begins a session has its address). Mixes that
follow one learner's own work, reviews and weak themes, say nothing about drills for a class.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.conf import settings
from django.http import QueryDict
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.utils.translation import override

from trainer.drills.picking import Pick
from trainer.engine.rule_sets import RuleSet
from trainer.table.chosen_rules import ChosenRules

_PAGES = {"sessions:start", "drills:next", "drills:index"}
_OF_ONE_LEARNER = {"weak", "reviews"}


class UnknownMix(ValueError):
    """An address that is no mix for a class; says why."""


@dataclass(frozen=True, slots=True)
class MixedDrills:
    """The drills that a mix means, and the rules they are to stand by."""

    pick: Pick
    rule_set: RuleSet


def read_mix(address: str) -> MixedDrills:
    """The mix of an address, in whichever language; raise `UnknownMix`."""
    path, _mark, said = re.sub(r"^https?://[^/]*", "", address.strip()).partition("?")
    if not _is_page_of_mixes(path):
        raise UnknownMix(_("This is not the address of a mix. Copy it from the page that begins a session."))
    query = QueryDict(said.partition("#")[0][:1000])
    if query.get("mode", "") in _OF_ONE_LEARNER:
        raise UnknownMix(_("This mix follows one learner's own work. Choose kinds or themes instead."))
    lists = {name: ",".join(query.getlist(name))[:400] for name in ("kind", "theme")}
    kinds = "" if lists["kind"] == "mixed" else lists["kind"]
    pick = Pick.read(kinds, lists["theme"], query.get("level", ""))
    if not pick.is_known:
        raise UnknownMix(_("There are no drills of this kind."))
    return MixedDrills(pick, ChosenRules.from_query(query).rule_set)


def _is_page_of_mixes(path: str) -> bool:
    for language, _name in settings.LANGUAGES:
        with override(language):
            try:
                if resolve(path).view_name in _PAGES:
                    return True
            except Resolver404:
                continue
    return False
