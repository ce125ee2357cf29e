"""Grading the decisions of one seat in a finished deal, by what that seat could know at each turn.

A turn with one legal card is no decision. In phase one a cost is an estimate with its error, from deals
that fit what the player had seen, never from the cards that came; in phase two it is exact (F12). A cost
that is not beyond its own 95 % margin counts as none: within the error nothing can be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from trainer.drills.building_phase_one import prize_theme
from trainer.drills.ending_themes import ending_theme
from trainer.drills.models import Drill
from trainer.engine.cards import Card
from trainer.engine.continuations import typical_continuations
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import best_card, ending_values
from trainer.engine.estimates import sample_of, touching_groups
from trainer.engine.grading import verdict_of
from trainer.engine.opponents import view_seed
from trainer.engine.positions import Position, position_of
from trainer.engine.seat_views import SeatView, seat_view
from trainer.engine.state import State, Trick, legal_cards, new_state, play
from trainer.play.coach import THOROUGH, cost_of

SHOWN = 3  # the costliest decisions, shown with both lines
SEED = "review"


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice: at which play, what was played, the best card, and the cost with its error in tricks.

    `deals` is how many deals were played out; none where the cost is exact.
    """

    number: int
    trick: int
    phase: int
    card: str
    best: str
    cost: float
    se: float
    deals: int
    kind: str
    theme: str

    @property
    def verdict(self) -> str:
        """Right, nearly or wrong, by the limits of the drills and the cost as it is said."""
        return verdict_of(round(self.cost, 1))

    def stored(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the seat at which more than one card was legal: the state before it and the card played."""

    number: int
    state: State
    card: Card


def turns_of(end: State, seat: int) -> list[Turn]:
    """The decisions of a seat in a finished deal, in order."""
    state, found = new_state(end.deal, end.rule_set), []
    for number, card in enumerate(end.plays):
        if state.to_play == seat and len(legal_cards(state)) > 1:
            found.append(Turn(number, state, card))
        state = play(state, card)
    return found


def grade(turn: Turn) -> Decision:
    """What the card cost; about 0.2 s in phase one, a few ms in phase two."""
    view = seat_view(turn.state)
    cost = cost_of(view, turn.card, THOROUGH)
    kind, theme = _theme(view)
    return Decision(
        number=turn.number,
        trick=len(turn.state.finished_tricks) + 1,
        phase=turn.state.phase or 2,
        card=str(turn.card),
        best=str(cost.best if cost.counts else turn.card),
        cost=round(cost.tricks, 4) if cost.counts else 0.0,
        se=round(cost.se, 4),
        deals=cost.deals,
        kind=kind,
        theme=theme,
    )


def costliest(decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions that cost most, at most `SHOWN`, none that was right; the dearest first."""
    slips = [decision for decision in decisions if decision.verdict != "right"]
    return sorted(slips, key=lambda decision: (-decision.cost, decision.number))[:SHOWN]


def both_lines(turn: Turn, best: Card) -> list[list[list[Any]]]:
    """How the deal goes on after the best card and after the one played, trick by trick.

    In phase one in a deal that fits what the player knew and in which the two part; in phase two as it must.
    """
    view = seat_view(turn.state)
    if isinstance(view, Position):
        pair = (best, turn.card)
        lines = typical_continuations(view, pair, seed=view_seed(view, SEED) >> 1, better=[pair])
        return [[_told(trick) for trick in line.tricks] for line in lines]
    return [[_told(trick) for trick in _played_out(turn.state, card)] for card in (best, turn.card)]


@dataclass(frozen=True, slots=True)
class Summary:
    """Luck and skill of a deal, in tricks that count.

    `worth` is what the seat's first hand took on average, with error `se`: deals that fit what it saw at its
    first turn, played out by both sides alike. `taken` is what it took, `cost` what its own choices cost.
    `gifts` is what the opponent's cards of phase two gave away, exact. `luck` is the rest: the cards that
    came and the opponent's choices in phase one.
    """

    taken: int
    worth: float
    se: float
    cost: float
    gifts: int

    @property
    def luck(self) -> float:
        return self.taken - self.worth + self.cost - self.gifts


def summary_of(end: State, seat: int, decisions: Sequence[Decision]) -> Summary:
    """The summary of a deal whose decisions are graded; about 0.2 s."""
    worth, se = _worth(end, seat)
    cost = sum(decision.cost for decision in decisions)
    return Summary(end.tricks_won[seat], round(worth, 3), round(se, 3), round(cost, 3), _gifts(end, seat))


def _worth(end: State, seat: int) -> tuple[float, float]:
    """Mean of the best card at the seat's first turn, found in some deals and measured in others."""
    state = next(state for state in _states(end) if state.to_play == seat)
    position = position_of(state, seat)
    seed = view_seed(position, SEED) >> 1
    first = sample_of(position, seed=seed)
    first.grow(THOROUGH.first)
    estimate = first.estimate()
    best = max(touching_groups(position), key=lambda group: estimate.estimate(group[0]).tricks)
    again = sample_of(position, seed=seed, groups=(best,), first_world=THOROUGH.first)
    again.grow(THOROUGH.more)
    found = again.estimate().estimate(best[0])
    return found.tricks, found.se


def _gifts(end: State, seat: int) -> int:
    """What the other seat's cards of phase two gave away: exact, since all cards were known to it."""
    gifts = 0
    cards = end.plays
    for number, state in enumerate(_states(end)):
        if state.phase == 2 and state.to_play != seat:
            values = ending_values(ending_of(state))
            gifts += max(values.values()) - values[cards[number]]
    return gifts


def _states(end: State) -> Iterator[State]:
    """Every state of a deal before a card is played."""
    state = new_state(end.deal, end.rule_set)
    for card in end.plays:
        yield state
        state = play(state, card)


def _theme(view: SeatView) -> tuple[str, str]:
    """The kind and the theme of drills that ask the same sort of thing; no theme where there is none."""
    if isinstance(view, Position):
        kind = Drill.Kind.LEAD if view.led is None else Drill.Kind.FOLLOW
        return kind.value, prize_theme(view)
    return Drill.Kind.ENDING.value, ending_theme(view.ending) or ""


def _played_out(state: State, card: Card) -> tuple[Trick, ...]:
    """The tricks from this one on, after `card` and best play by both."""
    number = len(state.finished_tricks)
    state = play(state, card)
    while not state.is_over:
        state = play(state, best_card(ending_of(state)))
    return state.finished_tricks[number:]


def _told(trick: Trick) -> list[Any]:
    """A trick for storing: number, leader, both cards, winner, and what lay up."""
    upcard = "" if trick.upcard is None else str(trick.upcard)
    return [trick.number, trick.leader, str(trick.lead), str(trick.reply), trick.winner, upcard]
