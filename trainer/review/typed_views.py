"""Typing a deal in: a text that grows by tapping cards, read anew at every step."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from trainer.accounts.http import SiteRequest
from trainer.accounts.services import ensure_guest, learner_for_writing, remember_guest
from trainer.engine.cards import PACK, Card
from trainer.engine.rule_sets import BASE, RULE_SETS, RuleSet
from trainer.engine.state import State
from trainer.review.services import ask_for_review
from trainer.review.tasks import queue_review
from trainer.review.typed import (
    DRAWN,
    EXAMPLES,
    LEAD,
    OPPONENT,
    UPCARD,
    YOU,
    Typed,
    TypedFault,
    read_typed,
    whole_deal,
    words_of,
)
from trainer.table.rules_in_words import follow_in_words, tricks_in_words


@dataclass(frozen=True, slots=True)
class TypedPage:
    """The form as it stands: the text, what it says, and what comes next."""

    text: str
    leader: int
    rule_set: RuleSet
    typed: Typed
    fault: str
    end: State | None

    @property
    def asks_for(self) -> str:
        """Which card comes next, in words."""
        if not self.typed.expects:
            return "" if self.fault else _("The deal is whole.")
        number = {"n": self.trick}
        if self.typed.expects == UPCARD:
            return _("Trick %(n)s: which card lies face up on the stock?") % number
        if self.typed.expects == DRAWN:
            return _("Trick %(n)s: which card did you draw?") % number
        leads = self.typed.expects == LEAD
        if self.typed.to_play == YOU:
            return (
                _("Trick %(n)s: what do you lead?") if leads else _("Trick %(n)s: what do you play?")
            ) % number
        if leads:
            return _("Trick %(n)s: what does the opponent lead?") % number
        return _("Trick %(n)s: what does the opponent play?") % number

    @property
    def examples(self) -> str:
        """Cards as they are typed, one of each suit in the order of their names."""
        return EXAMPLES

    @property
    def trick(self) -> int:
        """The trick that the next card belongs to."""
        begins = self.typed.expects == UPCARD or (
            self.typed.expects == LEAD and (not self.typed.tricks or self.typed.trick.winner is not None)
        )
        return len(self.typed.tricks) + begins

    @property
    def suits(self) -> list[list[tuple[Card, bool]]]:
        """All 52 cards suit by suit, and whether each has gone."""
        gone = self.typed.seen if self.typed.expects in {UPCARD, DRAWN} else set(self.typed.played)
        return [
            [(card, card in gone) for card in PACK[first : first + 13][::-1]] for first in range(0, 52, 13)
        ]

    @property
    def rule_sets(self) -> list[tuple[str, str, bool]]:
        return [(rules.id, _rules(rules), rules is self.rule_set) for rules in RULE_SETS.values()]

    @property
    def left(self) -> int:
        """How many tricks are missing."""
        done = sum(trick.winner is not None for trick in self.typed.tricks)
        return self.rule_set.all_tricks - done


@require_http_methods(["GET", "HEAD", "POST"])
def typed(request: SiteRequest) -> HttpResponse:
    """The form; a fault is told with 422. A whole deal goes to its review when that is asked for."""
    ensure_guest(request)
    page = _read(request)
    if "review" in request.POST and page.end is not None:
        learner = learner_for_writing(request)
        if learner is not None:
            review = ask_for_review(learner, page.end, YOU)
            if not review.is_done:
                queue_review(review)
            return remember_guest(request, redirect("review:review", review.public_id))
    status = 422 if page.fault or "review" in request.POST else 200
    return remember_guest(request, render(request, "review/typed.html", {"page": page}, status=status))


def _read(request: SiteRequest) -> TypedPage:
    """What was sent, with the card that was tapped, or without the last one."""
    sent = request.POST
    words = words_of(sent.get("cards", ""))
    if "undo" in sent:
        words = words[:-1]
    elif sent.get("card"):
        words = [*words, sent["card"]]
    rule_set = RULE_SETS.get(sent.get("rules", ""), BASE)
    leader = OPPONENT if sent.get("leads") == "opponent" else YOU
    read, fault = read_typed(" ".join(words), rule_set, leader)
    end = None
    if not fault and not read.expects:
        try:
            end = whole_deal(read)
        except TypedFault as problem:
            fault = str(problem)
    return TypedPage(" ".join(words), leader, rule_set, read, fault, end)


def _rules(rule_set: RuleSet) -> str:
    return f"{follow_in_words(rule_set.follow_in_phase_one)}, {tricks_in_words(rule_set.counted_tricks)}"
