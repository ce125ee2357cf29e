"""Why one lead is better than another: the parts of their difference in words.

The parts come from `AfterAnswer.splits`, best lead minus another one, in the deals that the page shows
numbers of: `spent` (the card given up), `reply` (what the opponent gives up for it), `prize` (who gets
the upcard), `lead` (who leads to the next trick). `wins` says how often each of the two wins its trick,
so that the words about the last two say which way it goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from trainer.drills.choices import Choice
from trainer.drills.models import Attempt
from trainer.drills.plots import bars
from trainer.drills.reason_terms import Reason, Term, signed, significant, worth
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card
from trainer.engine.positions import Position
from trainer.table import formats

TERMS = ("spent", "reply", "prize", "lead")

type Groups = Sequence[Sequence[str]]


def lead_reason(
    splits: Mapping[str, Any], groups: Groups, situation: Position, chosen: Choice, choices: Sequence[Choice]
) -> Reason | None:
    """The best lead beside the learner's, or beside the next best where the learner's is right."""
    compared = _compared(splits, groups, chosen, choices)
    if compared is None:
        return None
    best, other, split = compared
    amounts = {name: significant(*split[name]) for name in TERMS}
    total = float(split["sum"][0])
    drawn = bars([*amounts.values(), total])
    spent = say(_("The card you spend: You give up {best} and keep {other}."), best=best, other=other)
    said = {
        "spent": _worth(spent, amounts["spent"]),
        "reply": _reply(best, other, amounts["reply"]),
        "prize": _worth(_prize(split["wins"], situation.upcard), amounts["prize"]),
        "lead": _worth(_next_lead(split["wins"]), amounts["lead"]),
    }
    terms = tuple(
        Term(said[name], bar, signed(amount))
        for (name, amount), bar in zip(amounts.items(), drawn[:-1], strict=True)
    )
    return Reason(
        say(_("Leading {best} instead of {other}:"), best=best, other=other),
        terms,
        Term(_total(chosen, best, total), drawn[-1], signed(total)),
    )


def _compared(
    splits: Mapping[str, Any], groups: Groups, chosen: Choice, choices: Sequence[Choice]
) -> tuple[Card, Card, Mapping[str, Any]] | None:
    """Two cards and their split; touching cards stand for each other."""
    named = {key: group[0] for group in groups for key in group}
    best = choices[0]
    if chosen.verdict == Attempt.Verdict.RIGHT:
        if named.get(chosen.key) == named.get(best.key):
            best = chosen
        other = next((choice for choice in choices if choice.verdict != Attempt.Verdict.RIGHT), None)
    else:
        other = chosen
    split = splits.get(named.get(other.key, "")) if other else None
    if split is None or other is None or best.card is None or other.card is None:
        return None
    return best.card, other.card, split


def _prize(wins: Sequence[float], upcard: Card) -> Sentence:
    """How often the upcard is won with the best lead, and with the other."""
    best, other = (round(100 * share) for share in wins)
    if best > other:
        said = _("The prize: You get {upcard} more often, in {a} of the deals against {b}.")
    elif best < other:
        said = _(
            "The prize: You get {upcard} less often, in {a} of the deals against {b}, and else a hidden card."
        )
    else:
        said = _("The prize: You get {upcard} just as often, in {a} of the deals.")
    return say(said, upcard=upcard, a=formats.percent(best / 100), b=formats.percent(other / 100))


def _next_lead(wins: Sequence[float]) -> Sentence:
    """Who wins the trick leads to the next."""
    best, other = (round(100 * share) for share in wins)
    if best > other:
        return say(_("The lead: You lead to the next trick more often."))
    if best < other:
        return say(_("The lead: The opponent leads to the next trick more often."))
    return say(_("The lead: You lead to the next trick just as often."))


def _reply(best: Card, other: Card, amount: float) -> Sentence:
    if amount == 0:
        return say(_("The opponent's card: What is played to yours makes almost no difference here."))
    said = _("The opponent's card: Another card is played to {best} than to {other}.")
    return _worth(say(said, best=best, other=other), amount)


def _worth(sentence: Sentence, amount: float) -> Sentence:
    return Sentence(f"{sentence.pattern} {worth(amount)}", {**sentence.values, "x": amount})


def _total(chosen: Choice, best: Card, total: float) -> Sentence:
    if chosen.verdict == Attempt.Verdict.RIGHT:
        return say(_("Altogether leading {best} is worth {x} tricks."), best=best, x=total)
    return say(_("Altogether the choice costs {x} tricks."), x=total)
