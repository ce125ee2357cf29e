"""Why one card is better: the difference split into what can be named (patterns 11-16).

A reply that wins the trick beside one that lets it go: `AfterAnswer.splits` has the parts, worked out
in the deals that the page shows numbers of; of versions without them `facts["why"]` has them, from
fewer deals:

    {"win": "SJ", "duck": "S3", "terms": {"prize": {"tricks": 0.8, "se": 0.05}, …},
     "sum": {"tricks": 0.6, "se": 0.04}}

A part is what winning gains (positive) or costs (negative) in tricks. Parts: `prize` (the upcard
instead of the hidden card), `opponent` (what the opponent gets in return), `spent` (the card given
up), `lead` (leading the next trick). At the last trick the first two are one. A part within its 95 %
margin of zero is said to mean almost nothing; no number is shown for it. Leads: see `lead_reasons`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from trainer.drills.choices import Choice
from trainer.drills.lead_reasons import lead_reason
from trainer.drills.models import Attempt
from trainer.drills.plots import Bar, bars
from trainer.drills.reason_terms import LEAST_SHOWN, Reason, Term, signed, significant, worth
from trainer.drills.situations import Situation, takes_trick
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card
from trainer.engine.positions import Position

TERMS = ("prize", "opponent", "spent", "lead")

type Parts = Mapping[str, Sequence[float]]


def reason(
    facts: Mapping[str, Any],
    situation: Situation,
    chosen: Choice,
    choices: Sequence[Choice],
    splits: Mapping[str, Any] | None = None,
) -> Reason | None:
    """The split for a learner's choice out of all, or None where nothing was worked out."""
    if not isinstance(situation, Position):
        return None
    if situation.led is None:
        return lead_reason(splits or {}, facts.get("groups", ()), situation, chosen, choices)
    compared = _win_and_duck(facts, splits or {})
    if compared is None:
        return None
    win, duck, parts = _with_own(compared, facts.get("groups", ()), chosen)
    own = _own_card(situation, chosen, choices, win, duck)
    terms, total = _terms(parts, win, situation, chosen, own)
    said = say(_("Winning with {win} instead of playing {duck}:"), win=win, duck=duck)
    return Reason(said, terms, total, own)


def _terms(
    parts: Parts, win: Card, situation: Position, chosen: Choice, own: Sentence | None
) -> tuple[tuple[Term, ...], Term]:
    named = [(name, significant(*parts[name])) for name in TERMS if name in parts]
    total = float(parts["sum"][0])
    drawn = bars([*(amount for _name, amount in named), total])
    both_draws = situation.trick == situation.rule_set.phase_tricks
    terms = tuple(
        Term(_term_sentence(name, amount, win, situation.upcard, both_draws), bar, signed(amount))
        for (name, amount), bar in zip(named, drawn[:-1], strict=True)
    )
    return terms, _total(total, drawn[-1], situation, chosen, split_is_all=own is None)


def _win_and_duck(facts: Mapping[str, Any], splits: Mapping[str, Any]) -> tuple[Card, Card, Parts] | None:
    """The best card that wins, the best that lets the trick go, and the parts of their difference."""
    why = facts.get("why")
    if facts.get("duck") in splits:
        return Card.parse(facts["win"]), Card.parse(facts["duck"]), splits[facts["duck"]]
    if why:
        numbers = {**why["terms"], "sum": why["sum"]}
        parts = {name: (float(part["tricks"]), float(part["se"])) for name, part in numbers.items()}
        return Card.parse(why["win"]), Card.parse(why["duck"]), parts
    return None


def _with_own(
    compared: tuple[Card, Card, Parts], groups: Sequence[Sequence[str]], chosen: Choice
) -> tuple[Card, Card, Parts]:
    """The learner's own card in place of one that it touches: they are worth the same."""
    win, duck, parts = compared
    touching = next((group for group in groups if chosen.key in group), ())
    if chosen.card is not None and str(win) in touching:
        win = chosen.card
    elif chosen.card is not None and str(duck) in touching:
        duck = chosen.card
    return win, duck, parts


def _own_card(
    situation: Position, chosen: Choice, choices: Sequence[Choice], win: Card, duck: Card
) -> Sentence | None:
    """What the learner's card costs against the best that would also have won, or let go, the trick."""
    if chosen.verdict == Attempt.Verdict.RIGHT or chosen.card is None:
        return None
    card = win if takes_trick(situation, chosen.card) else duck
    least = next(choice.loss for choice in choices if choice.card == card)
    if chosen.loss - least < LEAST_SHOWN:
        return None
    said = _("You give up {card} instead of {best}. That costs {x} tricks.")
    return say(said, card=chosen.card, best=card, x=chosen.loss - least)


def _term_sentence(name: str, amount: float, win: Card, upcard: Card, both_draws: bool) -> Sentence:
    if name == "prize" and both_draws:
        said = _("The prize: You get {upcard}, and the opponent gets the hidden card.")
    else:
        said = {
            "prize": _("The prize: You get {upcard} instead of a hidden card."),
            "opponent": _("The opponent gets a hidden card instead of {upcard}."),
            "spent": _("The card you spend: You give up {card}."),
            "lead": _("The lead: You lead to the next trick."),
        }[name]
    return say(f"{said} {worth(amount, name == 'opponent')}", upcard=upcard, card=win, x=amount)


def _total(total: float, bar: Bar, situation: Position, chosen: Choice, split_is_all: bool) -> Term:
    """What it comes to: the cost of a choice on the wrong side, or what the better side is worth."""
    wins_is_better = total > 0
    right = chosen.verdict == Attempt.Verdict.RIGHT
    if split_is_all and not right and chosen.card and takes_trick(situation, chosen.card) != wins_is_better:
        return Term(say(_("Altogether the choice costs {x} tricks."), x=total), bar, "")
    if wins_is_better:
        said = _("Altogether winning the trick is worth {x} tricks.")
    else:
        said = _("Altogether letting the trick go is worth {x} tricks.")
    return Term(say(said, x=total), bar, signed(total))
