"""Figures of scoring and of the variants: one match counted in every way, and the games side by side.

The content gives deals and names; what they are worth and where the games differ is worked out here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules_site.pages.blocks import Block
from rules_site.pages.matches_in_words import play_match, standing
from rules_site.pages.notation import address
from rules_site.pages.which_game import PLOCKWHIST, WHOLE_STOCK
from rules_site.pages.worked_tables import plockwhist_tricks, results, written
from trainer.engine.draw_and_choose import DEALT
from trainer.engine.rule_sets import ALL26, ALL_TRICKS, BASE, FREE, RuleSet
from trainer.engine.scoring import Match, Scoring, offered_scorings
from trainer.engine.whole_stock import HAND
from trainer.table.rules_in_words import scoring_in_words

LABEL = "label "  # how a line begins that says what a game is called
# `deals` is the length of a match, as everywhere in the content.
CLAIMS = {Scoring.DIFFERENCE: "difference", Scoring.OVER_SIX: "over-six", Scoring.DEALS: "won"}


def matches(block: Block) -> dict[str, object]:
    """The same deals as a match by every way of scoring (F20-F23, F31), the reader's tricks first.

    `tricks: 26` is for all 26 tricks. `difference`, `over-six` and `won` (deals won) may claim the
    score that the match ends with.
    """
    rule_set = block.counting()
    ways = _usual_order(rule_set)
    block.require("results|caption", "|".join(("target", "deals", "tricks", *(CLAIMS[way] for way in ways))))
    deals = results(block, "results")
    rows = []
    for way in ways:
        try:
            start = Match(way, block.number_or_none("target"), block.number_or_none("deals"), rule_set)
            played, counted = play_match(start, deals)
        except ValueError as error:
            raise block.fault("results", str(error)) from None
        block.check_claim(CLAIMS[way], written(played.score))
        rows.append((scoring_in_words(way), standing(played), len(counted)))
    return {"rows": rows}


@dataclass(frozen=True, slots=True)
class Variant:
    """A game beside the base game; a cell is what it is and whether it differs from the base game."""

    name: str
    address: str
    cells: tuple[tuple[str, bool], ...]


def variants(block: Block) -> dict[str, object]:
    """The games for two side by side (F30-F34): what is dealt, trump, duty to follow, tricks, points.

    A line `label <game>: [Name](page:…)` gives each its name, in the order of the page.
    """
    known = games_in_words()
    labels = {key.removeprefix(LABEL): text for key, text in block.fields.items() if key.startswith(LABEL)}
    block.require("|".join((*(f"{LABEL}{game}" for game in known), "caption")))
    base = known["base"]
    rows = []
    for game, label in labels.items():
        name, leads_to = _name_and_address(block, f"{LABEL}{game}", label)
        cells = zip(known[game], base, strict=True)
        rows.append(Variant(name, leads_to, tuple((cell, cell != usual) for cell, usual in cells)))
    return {"variants": rows}


def _name_and_address(block: Block, key: str, label: str) -> tuple[str, str]:
    """The words and the address of a link to a page; on the same page it is the anchor alone."""
    found = re.fullmatch(r"\[([^\]]+)\]\((page:[a-z-]+)(#[a-z0-9-]+)?\)", label)
    if not found:
        raise block.fault(key, f"{label!r} is no link to a page: expected [Name](page:rules)")
    name, page, anchor = found[1], found[2], found[3] or ""
    return name, anchor if page == f"page:{block.path.stem}" else f"{address(page)}{anchor}"


def games_in_words() -> dict[str, tuple[str, ...]]:
    """Cards dealt, trump, duty, tricks played, tricks that count, ways to score, drawn deals: in words."""
    span = plockwhist_tricks()
    dealt, yes, always = str(BASE.pack.hand), _("yes"), _("always")
    return {
        "base": (dealt, yes, always, str(ALL_TRICKS), *_counted(BASE)),
        "free": (dealt, yes, _duty(FREE), str(ALL_TRICKS), *_counted(FREE)),
        "all26": (dealt, yes, _duty(ALL26), str(ALL_TRICKS), *_counted(ALL26)),
        PLOCKWHIST: (str(DEALT), _("no"), always, span, span, _("both score over six"), yes),
        WHOLE_STOCK: (str(HAND), yes, always, str(HAND), *_counted(ALL26)),
    }


def _duty(rules: RuleSet) -> str:
    if rules.must_follow(1):
        return _("always")
    return _("from trick %(number)s") % {"number": rules.phase_tricks + 1}


def _counted(rules: RuleSet) -> tuple[str, str, str]:
    """Tricks that count, ways to score, and whether a deal can be drawn."""
    ways = ", ".join(scoring_in_words(way).lower() for way in _usual_order(rules))
    drawn = _("no") if rules.counted_tricks % 2 else _("yes")
    return str(rules.counted_tricks), ways, drawn


def _usual_order(rules: RuleSet) -> list[Scoring]:
    offered = offered_scorings(rules)
    return [way for way in (Scoring.DIFFERENCE, Scoring.OVER_SIX, Scoring.DEALS) if way in offered]
