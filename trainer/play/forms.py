"""The form that begins a match, and the one that changes how it is played; each choice is one of a list."""

from __future__ import annotations

from collections.abc import Mapping

from trainer.engine.scoring import Match, Scoring
from trainer.play.models import PlayedMatch
from trainer.play.starting import Habits, Terms
from trainer.table.chosen_rules import DEALS, TARGET, ChosenRules, refused

LENGTH, ONE_DEAL = "length", "deal"
LENGTHS = (ONE_DEAL, TARGET, DEALS)
THRESHOLDS = (3, 5, 10)  # tenths of a trick


class BadTerms(ValueError):
    """A form with a choice that is not offered; the message is the name of the field."""


def read_terms(fields: Mapping[str, str]) -> Terms:
    """Opponent, rules and length; raise `BadTerms` for what is not offered (F23, F31)."""
    length = _one_of(fields, LENGTH, LENGTHS, ONE_DEAL)
    kept = {name: fields[name] for name in fields if name not in {TARGET, DEALS}}
    if length != ONE_DEAL:
        kept |= {TARGET: fields.get(TARGET, "")} if length == TARGET else {DEALS: fields.get(DEALS, "")}
    wrong = refused(kept)
    if wrong:
        raise BadTerms(wrong[0])
    rules = ChosenRules.from_query(kept)
    opponent = _one_of(fields, "opponent", PlayedMatch.Opponent.values, PlayedMatch.Opponent.CLUB)
    terms = Terms(
        opponent,
        rules.rule_set.id,
        rules.scoring.value,
        rules.target if length == TARGET else None,
        {ONE_DEAL: 1, DEALS: rules.deals}.get(length),
    )
    Match(Scoring(terms.scoring), terms.target, terms.deals_limit, rules.rule_set)
    return terms


def read_habits(fields: Mapping[str, str], usual: Habits) -> Habits:
    """Coach, pace and what is shown; what is missing stays as it was."""
    thresholds = [str(threshold) for threshold in THRESHOLDS]
    return Habits(
        _one_of(fields, "coach", PlayedMatch.Coach.values, usual.coach),
        int(_one_of(fields, "threshold", thresholds, str(usual.threshold))),
        _one_of(fields, "pace", PlayedMatch.Pace.values, usual.pace),
        _one_of(fields, "known", PlayedMatch.Known.values, usual.known),
    )


def _one_of(fields: Mapping[str, str], name: str, offered: list[str] | tuple[str, ...], usual: str) -> str:
    value = fields.get(name, usual)
    if value not in offered:
        raise BadTerms(name)
    return value
