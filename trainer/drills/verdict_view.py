"""What a learner reads after answering: the verdict, every card's result, and what kind of truth it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from trainer.drills import sentences
from trainer.drills.choices import Choice, best_choices, read_choices
from trainer.drills.judging import named_cards
from trainer.drills.memory_page import read_phase
from trainer.drills.models import AfterAnswer, Attempt, Drill
from trainer.drills.named_suits import NamedSuit, named_suits
from trainer.drills.plots import Dot, Mark, plot
from trainer.drills.reason_terms import Reason
from trainer.drills.reasons import reason
from trainer.drills.rules_answers import rules_verdict
from trainer.drills.sides import is_side, meant_choice
from trainer.drills.situations import Situation, read_situation
from trainer.drills.voice import Sentence, Told, say
from trainer.engine.cards import Card
from trainer.engine.ending_positions import Ending
from trainer.engine.results import Estimate, Exact
from trainer.engine.rule_sets import PHASE_ONE_TRICKS, RULE_SETS
from trainer.table import formats

# Class names of the style sheet and icons of the sprite.
_LOOKS = {"right": "right", "nearly": "near", "wrong": "wrong"}


PIP_STEP = 12
LEAST_MARGIN = 0.1


def told_margin(margin: float, enumerated: bool) -> str:
    """«± 0,1»: never below what one decimal can show; nothing where every possibility was counted."""
    return "" if enumerated else formats.margin(max(margin, LEAST_MARGIN))


@dataclass(frozen=True, slots=True)
class Numbers:
    """The row of the table: tricks, cost against the best card, share of deals won, with margins."""

    tricks: str
    cost: str
    win: str


@dataclass(frozen=True, slots=True)
class CardResult:
    """One legal card with its result; `mark` is best, near, mine or nothing, `own` the learner's card."""

    choice: Choice
    mark: str
    icon: str
    own: bool
    dot: Dot | None = None
    tricks: int = 0
    enumerated: bool = False
    by_side: bool = False

    @property
    def card(self) -> Card | None:
        return self.choice.card

    @property
    def numbers(self) -> Numbers | None:
        """The estimate in figures, with 95 % margins."""
        found = self.choice.result
        if not isinstance(found, Estimate):
            return None
        lost, share = self.choice.loss, round(100 * found.win)
        margin = told_margin(self.choice.loss_margin, self.enumerated)
        cost = f"{formats.tricks(lost)} {margin}" if lost else "–"
        points = max(1, math.ceil(100 * found.win_margin))
        spread = "" if self.enumerated else f" ±{formats.NO_BREAK_SPACE}{points}"
        win = f"{share}{spread}{formats.NO_BREAK_SPACE}%"
        tricks = f"{formats.tricks(found.tricks)} {told_margin(found.margin, self.enumerated)}"
        return Numbers(tricks.strip(), cost.strip(), win)

    @property
    def label(self) -> str:
        """«Best», «Ditt» or nothing."""
        if self.own and self.by_side:
            return _("Best") if self.mark == "best" else _("Best of your choice")
        if self.own:
            return _("Your card, best") if self.mark == "best" else _("Your card")
        return _("Best") if self.mark == "best" else ""


@dataclass(frozen=True, slots=True)
class EstimateRow:
    """Cards with one estimate between them: touching cards, or a card by itself."""

    results: tuple[CardResult, ...]

    @property
    def result(self) -> CardResult:
        """The learner's card if it is here, else the first."""
        return next((result for result in self.results if result.own), self.results[0])


@dataclass(frozen=True, slots=True)
class ExactRow:
    """The cards that lead to the same number of tricks in an ending, out of those that are left."""

    results: tuple[CardResult, ...]
    tricks: int
    of_tricks: int

    @property
    def result(self) -> CardResult:
        """The learner's card if it is here, else the first."""
        return next((result for result in self.results if result.own), self.results[0])

    @property
    def pips(self) -> list[tuple[str, bool]]:
        """A rectangle a trick that is left: its place, and whether the cards lead to winning it."""
        return [(f"{1 + PIP_STEP * place}", place < self.tricks) for place in range(self.of_tricks)]

    @property
    def pips_width(self) -> int:
        return PIP_STEP * self.of_tricks


@dataclass(frozen=True, slots=True)
class CardMark:
    """A card of the shown hand: legal or not, and how its choice is marked."""

    card: Card
    legal: bool
    mark: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class VerdictView(Told):
    """Everything that `_verdict.html` shows."""

    verdict: str
    method: tuple[Sentence, ...] = ()
    cost: str = ""
    results: tuple[CardResult, ...] = ()
    marks: tuple[Mark, ...] = ()
    of_tricks: int = 0
    reason: Reason | None = None
    rule: tuple[str, str] | None = None
    hand: tuple[CardMark, ...] = ()
    seven_outside: bool = False
    groups: tuple[tuple[str, ...], ...] = ()
    named: tuple[NamedSuit, ...] = ()

    @property
    def look(self) -> str:
        """Class name and icon."""
        return _LOOKS[self.verdict]

    @property
    def estimate_rows(self) -> tuple[EstimateRow, ...]:
        """The cards of a decision, best first, touching ones in one row (they have one estimate)."""
        group_of = {key: group for group in self.groups for key in group}
        rows: dict[tuple[str, ...], list[CardResult]] = {}
        for result in self.results:
            rows.setdefault(group_of.get(result.choice.key, (result.choice.key,)), []).append(result)
        return tuple(EstimateRow(tuple(results)) for results in rows.values())

    @property
    def grid(self) -> SafeString:
        """The vertical lines of the figure, the same behind every card."""
        lines = (("seven" if mark.strong else "grid", mark.x, mark.x) for mark in self.marks)
        return format_html_join("", '<line class="{}" x1="{}" x2="{}" y1="0" y2="100%"/>', lines)

    @property
    def has_bands(self) -> bool:
        """Whether there is any uncertainty to draw."""
        return any(result.dot and result.dot.interval for result in self.results)

    @property
    def has_groups(self) -> bool:
        """Whether any row holds more than one card."""
        return any(len(row.results) > 1 for row in self.estimate_rows)

    @property
    def exact_rows(self) -> tuple[ExactRow, ...]:
        """The cards of an ending by the tricks they lead to, best first."""
        by_tricks = groupby(self.results, key=lambda result: result.tricks)
        return tuple(ExactRow(tuple(same), tricks, self.of_tricks) for tricks, same in by_tricks)

    @property
    def announcement(self) -> str:
        """All of it in words, for the live region."""
        return " ".join(sentence.words() for sentence in self.told)


def verdict_view(attempt: Attempt, after: AfterAnswer | None = None) -> VerdictView:
    """Explain an attempt by the version that was answered, and by what was worked out for after it."""
    version = attempt.version
    kind = version.drill.kind
    if kind == Drill.Kind.MEMORY:
        return _of_memory(attempt)
    situation = read_situation(version.position)
    if kind == Drill.Kind.RULES:
        return _of_rules(attempt, situation)
    choices = read_choices(kind, version.choices, version.facts.get("worlds", 1))
    chosen = meant_choice(choices, situation, attempt.choice)
    if chosen is None:
        raise ValueError(f"attempt {attempt.pk}: {attempt.choice} is no choice of {version}")
    if isinstance(situation, Ending):
        return _of_ending(chosen, choices, situation)
    return _of_decision(attempt, chosen, choices, situation, after.splits if after else {})


def _of_rules(attempt: Attempt, situation: Situation) -> VerdictView:
    told, rule = rules_verdict(attempt.version, situation, attempt.choice)
    return VerdictView(tuple(told), attempt.verdict, rule=rule)


def _of_memory(attempt: Attempt) -> VerdictView:
    phase = read_phase(attempt.version.position)
    named = named_suits(phase, named_cards(attempt.choice))
    told = sentences.cards_named(attempt.verdict, attempt.cards_right or 0)
    hand = tuple(CardMark(card, True) for card in phase.hand)
    return VerdictView((told,), attempt.verdict, hand=hand, named=named)


def _of_decision(
    attempt: Attempt,
    chosen: Choice,
    choices: Sequence[Choice],
    situation: Situation,
    splits: Mapping[str, Any],
) -> VerdictView:
    best = choices[0]
    assert best.card is not None
    by_side = is_side(attempt.choice)
    said = (
        sentences.side_verdict(attempt.choice, chosen, best.card)
        if by_side
        else sentences.estimated_verdict(chosen, best.card)
    )
    counted = RULE_SETS[attempt.version.rule_set].counted_tricks == PHASE_ONE_TRICKS
    enumerated = is_enumerated(attempt.version.facts)
    chance = sentences.chance_to_win(chosen, choices[0], enumerated)
    told = [said, *_also_right(choices), *([chance] if chance else [])]
    estimates = [choice.result for choice in choices if isinstance(choice.result, Estimate)]
    figure = plot(estimates, counted, enumerated)
    results = tuple(
        replace(_result(choice, chosen, dot, enumerated), by_side=by_side)
        for choice, dot in zip(choices, figure.dots, strict=True)
    )
    return VerdictView(
        tuple(told),
        chosen.verdict,
        cost=formats.tricks(chosen.loss) if chosen.verdict != Attempt.Verdict.RIGHT else "",
        method=_estimate_method(chosen, choices, attempt.version.facts),
        results=results,
        marks=figure.marks,
        reason=reason(attempt.version.facts, situation, chosen, choices, splits),
        hand=_hand(situation, results),
        seven_outside=counted and not figure.has_seven,
        groups=tuple(tuple(group) for group in attempt.version.facts.get("groups", ())),
    )


def _of_ending(chosen: Choice, choices: Sequence[Choice], ending: Ending) -> VerdictView:
    best = choices[0]
    assert isinstance(chosen.result, Exact) and chosen.card and best.card
    right = chosen.verdict == Attempt.Verdict.RIGHT
    exact = sentences.exact_method(chosen.card, chosen.result.tricks, ending.tricks_left)
    lost = round(chosen.loss)
    told = [
        say(f"{_('Right') if right else _('Wrong')}. {exact.pattern}", **exact.values),
        *([] if right else [sentences.exact_loss(lost, best.card)]),
        *_also_right(choices),
    ]
    results = tuple(_result(choice, chosen, None) for choice in choices)
    return VerdictView(
        tuple(told),
        chosen.verdict,
        cost="" if right else str(lost),
        results=results,
        of_tricks=ending.tricks_left,
        hand=_hand(ending, results),
    )


def _also_right(choices: Sequence[Choice]) -> list[Sentence]:
    cards = tuple(sorted(choice.card for choice in best_choices(choices) if choice.card))
    return [sentences.equally_good(cards)] if len(cards) > 1 else []


def _estimate_method(
    chosen: Choice, choices: Sequence[Choice], facts: dict[str, object]
) -> tuple[Sentence, ...]:
    """Compare the best card with the chosen one, or with the best that was not right."""
    best = choices[0]
    other = chosen if chosen.verdict != Attempt.Verdict.RIGHT else _best_of_the_rest(choices)
    if other is None or best.card is None or other.card is None:
        return ()
    worlds = best.result.worlds if isinstance(best.result, Estimate) else 0
    if is_enumerated(facts):
        return (sentences.enumerated_method(best.card, other.card, worlds, other.loss),)
    margin = max(other.loss_margin, LEAST_MARGIN)
    strong = str(facts.get("policy")).startswith("net")
    method = [sentences.estimate_method(best.card, other.card, worlds, other.loss, margin, strong)]
    if "inferred" in facts:
        method.append(sentences.both_beliefs())
    elif facts.get("belief") == "uniform":
        method.append(sentences.uniform_belief())
    if facts.get("policy") == "weighed":
        method.append(sentences.tips_policy())
    return tuple(method)


def is_enumerated(facts: Mapping[str, object]) -> bool:
    """Whether every possibility was counted. Deals played out may all agree too, and remain a sample."""
    return facts.get("method") == "enumerated"


def _best_of_the_rest(choices: Sequence[Choice]) -> Choice | None:
    return next((choice for choice in choices if choice.verdict != Attempt.Verdict.RIGHT), None)


def _result(choice: Choice, chosen: Choice, dot: Dot | None, enumerated: bool = False) -> CardResult:
    own = choice.key == chosen.key
    right = choice.verdict == Attempt.Verdict.RIGHT
    mark = "best" if right else {"nearly": "near", "wrong": "mine"}[choice.verdict] if own else ""
    icon = _LOOKS[choice.verdict] if mark else ""
    tricks = choice.result.tricks if isinstance(choice.result, Exact) else 0
    return CardResult(choice, mark, icon, own, dot, tricks, enumerated)


def _hand(situation: Situation, results: Sequence[CardResult]) -> tuple[CardMark, ...]:
    by_card = {result.card: result for result in results}
    return tuple(
        CardMark(card, True, by_card[card].mark, by_card[card].icon)
        if card in by_card
        else CardMark(card, False)
        for card in situation.hand
    )
