"""Two cards played out in the same typical deal, trick by trick, for after the answer.

`AfterAnswer` holds a line of play for each group of touching cards. Where the learner chose another
card of the group, the two change places all through the line: no card lies between them, so nothing
else changes. The deal holds hidden cards; nobody gets it before having answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.drills.choices import Choice
from trainer.drills.models import AfterAnswer, Attempt
from trainer.engine.cards import Card
from trainer.engine.deals import Deal
from trainer.engine.notation import read_cards
from trainer.engine.positions import Position, played_cards
from trainer.engine.rule_sets import PHASE_ONE_TRICKS
from trainer.engine.state import Hands, State, Trick, new_state, play
from trainer.engine.tricks import trick_winner

type Groups = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Played:
    """A finished trick of a line: both hands when it began, and the counting tricks when it was over.

    `hands` and `tricks_won` are the player's, then the opponent's.
    """

    trick: Trick
    hands: Hands
    tricks_won: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """The deal from the drill's trick on, after the player has played `card`."""

    card: Card
    player: int
    tricks: tuple[Played, ...]

    @property
    def first(self) -> int:
        """Number of the drill's trick."""
        return self.tricks[0].trick.number

    @property
    def result(self) -> tuple[int, int]:
        """Tricks that count, the player's first."""
        return self.tricks[-1].tricks_won

    def at(self, number: int) -> Played:
        """The trick with a number."""
        return self.tricks[number - self.first]


def other_card(chosen: Choice, choices: Sequence[Choice]) -> Choice | None:
    """What a choice is played out beside: the best one, or the next best where it is right itself."""
    if chosen.verdict != Attempt.Verdict.RIGHT:
        return choices[0]
    return next((choice for choice in choices if choice.verdict != Attempt.Verdict.RIGHT), None)


def line_cards(after: AfterAnswer, groups: Groups, card: Card) -> tuple[Card, ...] | None:
    """The cards of the line of play that begins with one, in order; None where none was worked out."""
    group = next((group for group in groups if str(card) in group), [str(card)])
    text = next((after.lines[key] for key in group if key in after.lines), None)
    if text is None:
        return None
    cards = read_cards(text)
    swap = {cards[0]: card, card: cards[0]}
    return tuple(swap.get(each, each) for each in cards)


def tricks_in_phase_two(position: Position, cards: Sequence[Card]) -> int:
    """The player's tricks of phase two in a line, from the cards alone: a tenth of playing it through."""
    laid = [position.led, *cards] if position.led else list(cards)
    leader, won = position.leader, 0
    for place in range(0, len(laid) - 1, 2):
        leader = trick_winner(laid[place], laid[place + 1], position.trump, leader)
        won += leader == position.player and position.trick + place // 2 > PHASE_ONE_TRICKS
    return won


def played_line(position: Position, after: AfterAnswer, groups: Groups, card: Card) -> PlayedLine | None:
    """The line of play after a card, or None where none was worked out. Some milliseconds."""
    cards = line_cards(after, groups, card)
    if cards is None:
        return None
    deal = Deal.from_fields(*after.deal.split("."), hand_size=position.rule_set.pack.hand)
    state = new_state(deal, position.rule_set)
    for played in played_cards(position):
        state = play(state, played)
    return PlayedLine(card, position.player, _played(state, cards, position))


def _played(state: State, cards: Sequence[Card], position: Position) -> tuple[Played, ...]:
    tricks: list[Played] = []
    hands = _with_led(state)
    for card in cards:
        done = len(state.finished_tricks)
        state = play(state, card)
        if len(state.finished_tricks) > done:
            trick = state.finished_tricks[-1]
            tricks.append(Played(trick, _seen_from(hands, position.player), _of(state, position.player)))
            hands = state.hands
    return tuple(tricks)


def _with_led(state: State) -> Hands:
    """Both hands when the current trick began."""
    if state.led is None:
        return state.hands
    leader = state.leader
    held = tuple(sorted((*state.hands[leader], state.led)))
    return (held, state.hands[1]) if leader == 0 else (state.hands[0], held)


def _seen_from(hands: Hands, player: int) -> Hands:
    return hands if player == 0 else (hands[1], hands[0])


def _of(state: State, player: int) -> tuple[int, int]:
    won = state.tricks_won
    return won if player == 0 else (won[1], won[0])
