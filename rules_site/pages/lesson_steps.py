"""The steps of a lesson: a moment of a recorded deal, a task, and what is right by the rules or the engine.

    trick: 2
    ask: drill
    drill: ao624heg
    right: HJ
    caption: Hvilket kort spiller du?

The reader is player 0 and plays by the base game. Nothing is right because an author says so: the rules
decide what is legal, who wins and what it scores, the exact search decides endings, and a choice of phase
one is that of a drill in the library. `right` claims what they say.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString

from rules_site.pages.blocks import PLAYERS, Block
from rules_site.pages.figures import exact_values
from rules_site.pages.moments import Moment, Stage, knowledge
from rules_site.pages.worked_deal import WorkedDeal, named_deal
from trainer.drills.choices import Choice, best_choices, read_choices
from trainer.drills.library import LIBRARY_DIR
from trainer.drills.models import Drill
from trainer.engine.cards import Card, Suit
from trainer.engine.ending_positions import ending_of
from trainer.engine.positions import position_of
from trainer.engine.scoring import Scoring, deal_points
from trainer.engine.state import State, Trick, legal_cards, play
from trainer.engine.tricks import beats

UPCARD, HIDDEN = "upcard", "hidden"
# Questions that are answered with a card of the hand, and those about a trick that lies on the table.
WITH_CARD = ("legal", "drill", "take", "best")
ABOUT_TRICK = ("winner", "draw", "next-lead")


@dataclass(frozen=True, eq=False)
class Step:
    """A task: the question, the deal and the trick it is about; `choices` are those of a drill."""

    ask: str
    deal: WorkedDeal
    number: int
    among: tuple[Card, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def before(self) -> State:
        """The table before the trick; after the last one where the points are asked for."""
        return self.deal.states[self.number - 1]

    @property
    def trick(self) -> Trick:
        """The trick as the deal goes."""
        return self.deal.tricks[self.number - 1]

    @property
    def state(self) -> State:
        """The table where the reader is to play: with the opponent's card if that was led."""
        return self.before if self.before.leader == 0 else play(self.before, self.trick.lead)

    @property
    def moment(self) -> Moment:
        """What lies on the table while the question is asked."""
        if self.ask in ABOUT_TRICK:
            return Moment(Stage.REPLY, self.before, self.trick.lead, self.deal.states[self.number])
        if self.ask in WITH_CARD and self.state.led:
            return Moment(Stage.LEAD, self.before, self.state.led)
        return Moment(Stage.START, self.before)

    @property
    def answers(self) -> tuple[str, ...]:
        """What may be answered, in the order shown."""
        match self.ask:
            case "trump":
                return tuple(suit.value for suit in Suit)
            case "winner" | "next-lead":
                return PLAYERS
            case "draw":
                return UPCARD, HIDDEN
            case "known":
                return tuple(map(str, self.among))
            case "points":
                return tuple(map(str, sorted({1, self.points, *self.deal.end.tricks_won})))
        return tuple(map(str, self.state.hand))

    @property
    def points(self) -> int:
        """What the winner of the deal scores by difference."""
        return max(deal_points(self.deal.end.tricks_won, Scoring.DIFFERENCE, self.deal.end.rule_set))

    @property
    def right(self) -> tuple[str, ...]:
        """All right answers, in the order shown."""
        rights = _RIGHT[self.ask](self)
        return tuple(key for key in self.answers if key in rights)

    @property
    def exact(self) -> dict[Card, int]:
        """The reader's tricks from here on after each legal card of an ending."""
        return dict(exact_values(ending_of(self.state).notation()))


def _legal(step: Step) -> set[str]:
    return set(map(str, legal_cards(step.state)))


def _taking(step: Step) -> set[str]:
    state = step.state
    return {str(card) for card in legal_cards(state) if state.led and beats(card, state.led, state.trump)}


def _best(step: Step) -> set[str]:
    values = step.exact
    return {str(card) for card, tricks in values.items() if tricks == max(values.values())}


# What is asked, and which answers are right.
_RIGHT: dict[str, Callable[[Step], set[str]]] = {
    "trump": lambda step: {step.before.trump.value},
    "legal": _legal,
    "winner": lambda step: {PLAYERS[step.trick.winner]},
    "draw": lambda step: {UPCARD if step.trick.winner == 0 else HIDDEN},
    "drill": lambda step: {choice.key for choice in best_choices(step.choices)},
    "take": _taking,
    "known": lambda step: set(map(str, knowledge(step.moment, 0).cards)),
    "next-lead": lambda step: {PLAYERS[step.trick.winner]},
    "best": _best,
    "points": lambda step: {str(step.points)},
}


@dataclass(frozen=True, slots=True)
class PlacedStep:
    """A step of a page with its question; `slot` holds its place in the HTML."""

    step: Step
    caption: SafeString
    slot: str


def read_step(block: Block) -> Step:
    """The step of a block; ContentError for one that asks what can't be asked, or claims a wrong answer."""
    block.require("fixture|ask|caption", "trick|drill|among|right")
    deal = named_deal(block)
    ask = block.choice("ask", tuple(_RIGHT), "")
    last = len(deal.tricks)
    number = last + 1 if ask == "points" else block.number("trick", 1, last)
    among = block.cards("among") if "among" in block.fields else ()
    step = Step(ask, deal, number, among, _choices(block))
    _check(block, step)
    block.check_claim("right", " ".join(step.right))
    if not step.right or len(step.right) == len(step.answers):
        raise block.fault(
            "ask", f"{len(step.right)} of {len(step.answers)} answers are right: nothing to ask"
        )
    return step


def _choices(block: Block) -> tuple[Choice, ...]:
    if "drill" not in block.fields:
        return ()
    return read_choices(Drill.Kind.FOLLOW, library_drill(block)["choices"])


def _check(block: Block, step: Step) -> None:
    """The table that the question needs."""
    if step.ask == "drill":
        if "drill" not in block.fields:
            raise block.fault("ask", "name the drill of the library that judges the cards: drill")
        own = position_of(step.state, 0).notation()
        if _seatless(own) != _seatless(library_drill(block)["position"]):
            raise block.fault("drill", f"the drill is another position than {own}")
    if step.ask == "best" and step.before.phase != 2:
        raise block.fault("trick", "in phase one no card is exactly the best: ask for a drill")
    if step.ask == "known" and step.before.phase != 1:
        raise block.fault("trick", "in phase two every card is known")
    if step.ask == "draw" and step.before.phase != 1:
        raise block.fault("trick", "nobody draws in phase two")


def _seatless(position: str) -> tuple[object, ...]:
    """A position without its numbers of seats: who dealt is told from the player's side."""
    kind, rule_set, player, dealer, *rest = position.split(".")
    return kind, rule_set, player == dealer, *rest


def library_drill(block: Block) -> dict[str, Any]:
    """The drill that a block names, as the library has it."""
    found = _drill(block.fields["drill"])
    if found is None:
        raise block.fault("drill", f"the library of drills has no {block.fields['drill']!r} to follow with")
    return found


@lru_cache(maxsize=8)
def _drill(public_id: str) -> dict[str, Any] | None:
    with (LIBRARY_DIR / "follow.jsonl").open(encoding="utf-8") as lines:
        for text in lines:
            if f'"id":"{public_id}"' in text:
                drill: dict[str, Any] = json.loads(text)
                return drill
    return None
