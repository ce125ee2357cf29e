"""Deals counted one after another, and how a match stands, in words and numbers (F20-F23, F31).

The figures of the content and the calculator take their numbers and sentences from here, and all of
them come from the engine's matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from trainer.engine.scoring import Match, Pair, deal_points


@dataclass(frozen=True, slots=True)
class CountedDeal:
    """One deal of a match: its tricks, the points for it, and the score after it; the reader first."""

    number: int
    tricks: Pair
    points: Pair
    score: Pair


def play_match(match: Match, deals: Sequence[Pair]) -> tuple[Match, list[CountedDeal]]:
    """The match after the deals that belong to it; those after its end are left out."""
    counted: list[CountedDeal] = []
    for number, tricks in enumerate(deals, start=1):
        if match.is_over:
            break
        match = match.add(tricks)
        points = deal_points(tricks, match.scoring, match.rule_set)
        counted.append(CountedDeal(number, tricks, points, match.score))
    return match, counted


def standing(match: Match) -> str:
    """«Du vant partiet 9–4.», «Stillingen i partiet er 3–1. Den som først får 7 poeng, vinner.»"""
    own, other = match.score
    said = {"own": own, "other": other}
    if match.is_drawn:
        return gettext("The match is drawn, %(own)s–%(other)s.") % said
    if match.winner is not None:
        return won_by(match.winner, match.score)
    if match.deals_limit is None:
        told = gettext("The score is %(own)s–%(other)s. The first to reach %(target)s points wins.")
        return told % (said | {"target": match.target})
    left = match.deals_limit - len(match.deals)
    told = ngettext(
        "The score is %(own)s–%(other)s, and %(left)s deal is left.",
        "The score is %(own)s–%(other)s, and %(left)s deals are left.",
        left,
    )
    return told % (said | {"left": left})


def won_by(winner: int, score: Pair) -> str:
    """Who has won a match; the winner's points stand first."""
    points = {"most": score[winner], "least": score[1 - winner]}
    if winner == 0:
        return gettext("You have won the match %(most)s–%(least)s.") % points
    return gettext("The opponent has won the match %(most)s–%(least)s.") % points
