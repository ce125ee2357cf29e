"""The rules that a reader has chosen: duty to follow, counted tricks, scoring, length of a match.

The choice (F20-F23, F30-F32) lives in the query of addresses and nowhere else, so that a link
carries it and a page without a query is the base game. Only what differs from the usual choice is
written: `?follow=free&tricks=26`. A value that does not exist is passed over, never an error: the
page then says what it could not use (`refused`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode, urlsplit, urlunsplit

from trainer.engine.rule_sets import ALL_TRICKS, BASE, PHASE_ONE_TRICKS, RULE_SETS, RuleSet
from trainer.engine.scoring import COMMON_TARGETS, Match, Scoring, offered_scorings

FOLLOW, TRICKS, SCORING, TARGET, DEALS = KEYS = ("follow", "tricks", "scoring", "target", "deals")
MUST, FREE = FOLLOWS = ("must", "free")
COUNTED = (PHASE_ONE_TRICKS, ALL_TRICKS)
USUAL_TARGET = 7
USUAL_DEALS = 6
LEAST_DEALS, MOST_DEALS = 2, 60  # one deal is no match, and nobody plays more in one

# What a passage of the content may depend on, and what a figure is drawn for: one of each row holds.
CONDITIONS = (
    ("follow", "free"),
    ("tricks-13", "tricks-26"),
    ("difference", "over-six", "deals-won"),
    ("target", "fixed-deals"),
)


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """A rule set, a way to score, and a target or a number of deals: exactly one of the two.

    >>> ChosenRules.from_query({"tricks": "26", "deals": "4"}).query()
    {'tricks': '26', 'deals': '4'}
    """

    rule_set: RuleSet = BASE
    scoring: Scoring = Scoring.DIFFERENCE
    target: int | None = USUAL_TARGET
    deals: int | None = None

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> ChosenRules:
        """The choice in a query (`request.GET`); what is missing or unknown takes its usual value."""
        rule_set = _rule_set(query.get(FOLLOW) == FREE, query.get(TRICKS) == str(ALL_TRICKS))
        target, deals = _length(query)
        return cls(rule_set, _scoring(query.get(SCORING, ""), rule_set), target, deals)

    def query(self) -> dict[str, str]:
        """What is not as usual, as pairs for an address or for hidden fields of a form."""
        pairs = {}
        if not self.rule_set.follow_in_phase_one:
            pairs[FOLLOW] = FREE
        if self.rule_set.counted_tricks == ALL_TRICKS:
            pairs[TRICKS] = str(ALL_TRICKS)
        if self.scoring is not usual_scoring(self.rule_set):
            pairs[SCORING] = self.scoring.value
        if self.deals is not None:
            pairs[DEALS] = str(self.deals)
        elif self.target != USUAL_TARGET:
            pairs[TARGET] = str(self.target)
        return pairs

    @property
    def are_usual(self) -> bool:
        """Whether an address needs no query for them."""
        return not self.query()

    @property
    def conditions(self) -> frozenset[str]:
        """Those of `CONDITIONS` that hold."""
        scoring = "deals-won" if self.scoring is Scoring.DEALS else self.scoring.value
        return frozenset(
            {
                "follow" if self.rule_set.follow_in_phase_one else "free",
                f"tricks-{self.rule_set.counted_tricks}",
                scoring,
                "target" if self.deals is None else "fixed-deals",
            }
        )

    def match(self) -> Match:
        """A match by these rules in which no deal is played."""
        return Match(self.scoring, self.target, self.deals, self.rule_set)

    def with_rule_set(self, rule_set: RuleSet) -> ChosenRules:
        """The same choice for another rule set; a way to score that it does not offer gives way."""
        offered = self.scoring in offered_scorings(rule_set)
        return replace(self, rule_set=rule_set, scoring=self.scoring if offered else usual_scoring(rule_set))


USUAL_RULES = ChosenRules()


def usual_scoring(rule_set: RuleSet) -> Scoring:
    """Difference; deals won where all 26 tricks count (F31)."""
    return Scoring.DEALS if rule_set.counted_tricks == ALL_TRICKS else Scoring.DIFFERENCE


def refused(query: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of a query whose value can't be used: unknown, or not offered with the others (F31)."""
    rule_set = ChosenRules.from_query(query).rule_set
    usable = {
        FOLLOW: FOLLOWS,
        TRICKS: [str(number) for number in COUNTED],
        SCORING: [way.value for way in offered_scorings(rule_set)],
        TARGET: [*map(str, COMMON_TARGETS), DEALS],
    }
    wrong = [key for key, values in usable.items() if query.get(key, values[0]) not in values]
    if wants_deals(query) and _deals(query.get(DEALS, str(USUAL_DEALS))) is None:
        wrong.append(DEALS)
    return tuple(wrong)


def wants_deals(query: Mapping[str, str]) -> bool:
    """Whether a match of so many deals is asked for, by a link or by the form of the switch."""
    return query.get(TARGET, DEALS if DEALS in query else "") == DEALS


def with_rules(address: str, rules: ChosenRules) -> str:
    """An address of the site that carries the chosen rules; other parts of it stay.

    >>> with_rules("/nb/poeng/#table", ChosenRules.from_query({"tricks": "26"}))
    '/nb/poeng/?tricks=26#table'
    """
    carried = urlencode(rules.query())
    if not carried:
        return address
    scheme, host, path, query, fragment = urlsplit(address)
    return urlunsplit((scheme, host, path, f"{query}&{carried}" if query else carried, fragment))


def _rule_set(free: bool, all_tricks: bool) -> RuleSet:
    counted = ALL_TRICKS if all_tricks else PHASE_ONE_TRICKS
    return next(
        rules
        for rules in RULE_SETS.values()
        if rules.follow_in_phase_one is not free and rules.counted_tricks == counted
    )


def _scoring(text: str, rule_set: RuleSet) -> Scoring:
    offered = {way.value: way for way in offered_scorings(rule_set)}
    return offered.get(text, usual_scoring(rule_set))


def _length(query: Mapping[str, str]) -> tuple[int | None, int | None]:
    """Target or number of deals."""
    if wants_deals(query):
        return None, _deals(query.get(DEALS, "")) or USUAL_DEALS
    targets = {str(target): target for target in COMMON_TARGETS}
    return targets.get(query.get(TARGET, ""), USUAL_TARGET), None


def _deals(text: str) -> int | None:
    """A number of deals, `LEAST_DEALS` to `MOST_DEALS`."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    return number if LEAST_DEALS <= number <= MOST_DEALS else None
