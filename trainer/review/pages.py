"""A review ready to show: words and cards for its numbers, its slips with both lines, what to practise."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from trainer.drills.labels import theme_name
from trainer.drills.picking import Pick
from trainer.engine.cards import Card
from trainer.engine.grading import verdict_of
from trainer.engine.results import MARGIN_ERRORS, margin_in_tenths
from trainer.engine.rule_sets import RuleSet
from trainer.engine.state import State
from trainer.progress.mixes import Mix
from trainer.review.models import Review
from trainer.table import formats
from trainer.table.chosen_rules import USUAL_RULES


@dataclass(frozen=True, slots=True)
class LineTrick:
    """A trick of a line: both cards, whether the learner led, and whether the learner won it."""

    number: int
    lead: Card
    reply: Card
    own_lead: bool
    own_trick: bool
    upcard: Card | None


@dataclass(frozen=True, slots=True)
class Line:
    """How the deal goes on: its tricks, how many of them count, and how many of those the learner wins."""

    tricks: tuple[LineTrick, ...]
    counted: int
    taken: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision on the page."""

    number: int
    trick: int
    phase: int
    card: Card
    best: Card
    cost: float
    margin: float
    deals: int
    verdict: str
    theme: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class ReviewPage:
    """What the template shows of a review."""

    review: Review
    request_key: str

    @cached_property
    def choices(self) -> list[Choice]:
        return list(_choices(self.review))

    @property
    def slips(self) -> list[Choice]:
        """Those shown with both lines, the dearest first."""
        shown = [choice for choice in self.choices if choice.lines]
        return sorted(shown, key=lambda choice: (-choice.cost, choice.number))

    @property
    def right(self) -> int:
        return sum(choice.verdict == "right" for choice in self.choices)

    @property
    def average(self) -> tuple[str, str]:
        """What a choice cost on average in each phase; a dash where there was none."""
        review = self.review
        pairs = (
            (review.phase_one_cost, review.phase_one_choices),
            (review.phase_two_cost, review.phase_two_choices),
        )
        one, two = (formats.tricks(cost / count) if count else "–" for cost, count in pairs)
        return one, two

    @property
    def headline(self) -> str:
        """«Hånden var verdt 6,1 stikk, du tok 8.»"""
        summary = self.review.summary
        told = gettext("Your hand was worth %(worth)s tricks, and you took %(taken)s.")
        return told % {"worth": formats.tricks(summary["worth"]), "taken": summary["taken"]}

    @property
    def parts(self) -> list[tuple[str, str]]:
        """From what the hand was worth to what was taken, part by part."""
        summary = self.review.summary
        worth, cost = round(summary["worth"], 1), round(summary["cost"], 1)
        luck = summary["taken"] - worth + cost - summary["gifts"]  # so that what is shown adds up
        return [
            (gettext("What the first hand takes on average"), formats.tricks(worth)),
            (gettext("What your choices cost"), formats.signed_tricks(-cost)),
            (
                gettext("What the opponent gave away in the second part"),
                formats.signed_tricks(summary["gifts"]),
            ),
            (
                gettext("The cards that came, and the opponent's choices in the first part"),
                formats.signed_tricks(luck),
            ),
            (gettext("Tricks taken"), formats.count(summary["taken"])),
        ]

    @property
    def worth_margin(self) -> str:
        """The 95 % margin of the worth."""
        return formats.margin(margin_in_tenths(MARGIN_ERRORS * self.review.summary["se"]))


def review_page(review: Review) -> ReviewPage:
    return ReviewPage(review, uuid.uuid4().hex)


def mixes_for(kind: str, theme: str, record: str) -> Iterator[Mix]:
    """Ten drills of the same theme, by the rules of the deal; else of the same kind."""
    rules = USUAL_RULES.with_rule_set(State.parse(record).rule_set)
    if theme:
        yield Mix(pick=Pick.read("", f"{kind}.{theme}", ""), rules=rules)
    yield Mix(pick=Pick.read(kind, "", ""), rules=rules)


def _choices(review: Review) -> Iterator[Choice]:
    rules = State.parse(review.record).rule_set
    for stored in review.decisions:
        lines = review.lines.get(str(stored["number"]), [])
        yield Choice(
            number=stored["number"],
            trick=stored["trick"],
            phase=stored["phase"],
            card=Card.parse(stored["card"]),
            best=Card.parse(stored["best"]),
            cost=stored["cost"],
            margin=margin_in_tenths(MARGIN_ERRORS * stored["se"]),
            deals=stored["deals"],
            verdict=verdict_of(round(stored["cost"], 1)),
            theme=theme_name(stored["theme"]) if stored["theme"] else "",
            lines=tuple(_line(line, review.seat, rules) for line in lines),
        )


def _line(told: list[list[Any]], seat: int, rules: RuleSet) -> Line:
    tricks = tuple(_trick(trick, seat) for trick in told)
    counted = [trick for trick in tricks if rules.counts(trick.number)]
    return Line(tricks, len(counted), sum(trick.own_trick for trick in counted))


def _trick(told: list[Any], seat: int) -> LineTrick:
    number, leader, lead, reply, winner, upcard = told
    return LineTrick(
        number,
        Card.parse(lead),
        Card.parse(reply),
        leader == seat,
        winner == seat,
        Card.parse(upcard) if upcard else None,
    )
