"""The table from the learner's seat at any moment of a deal, also while the opponent thinks.

It holds what that seat has seen and nothing else. What is known of the opponent's hand can be left out,
for whoever wants to remember it.
"""

from __future__ import annotations

from dataclasses import replace

from trainer.drills.table_view import HandCard, Place, TableView, seen_rows
from trainer.engine.cards import PACK, Card
from trainer.engine.histories import opponent_view
from trainer.engine.positions import seen_trick
from trainer.engine.state import State, Trick, legal_cards
from trainer.play.dealing import LEARNER, OPPONENT


def seat_table(state: State) -> TableView:
    """The table before the next card."""
    known = _known_cards(state)
    legal = set(legal_cards(state)) if not state.is_over and state.to_play == LEARNER else set()
    return TableView(
        phase=state.phase or 2,
        trick=state.trick,
        trump=state.trump,
        hand=tuple(HandCard(card, card in legal) for card in state.hands[LEARNER]),
        opponent_cards=known,
        opponent_hidden=len(state.hands[OPPONENT]) - len(known),
        upcard=state.upcard,
        stock_hidden=max(len(state.stock_left) - 1, 0),
        led=state.led,
        led_by_player=state.led is not None and state.leader == LEARNER,
        reply=None,
        seen=seen_rows(_places(state, known)),
    )


def finished_trick_table(before: State, trick: Trick) -> TableView:
    """The table with both cards of a trick on it, before anybody draws; `before` lacks the reply."""
    table = seat_table(before)
    theirs = table.opponent_hidden
    hand = table.hand
    if trick.leader == LEARNER:
        known = tuple(card for card in table.opponent_cards if card != trick.reply)
        theirs -= trick.reply not in table.opponent_cards
    else:
        known = table.opponent_cards
        hand = tuple(held for held in hand if held.card != trick.reply)
    return replace(
        table,
        hand=tuple(replace(held, legal=True) for held in hand),
        opponent_cards=known,
        opponent_hidden=theirs,
        reply=trick.reply,
    )


def without_known_cards(table: TableView) -> TableView:
    """The same table with the opponent's hand face down."""
    return replace(table, opponent_cards=(), opponent_hidden=table.opponent_size)


def _known_cards(state: State) -> tuple[Card, ...]:
    """The opponent's cards that the learner can place: taken upcards (F45), in phase two all (F12)."""
    if state.phase != 1:
        return state.hands[OPPONENT]
    history = tuple(seen_trick(LEARNER, trick) for trick in state.finished_tricks)
    led = state.led if state.leader == OPPONENT else None
    return tuple(sorted(opponent_view(history, LEARNER, state.rule_set, led).known_cards))


def _places(state: State, known: tuple[Card, ...]) -> dict[Card, Place]:
    if state.phase != 1:
        places = dict.fromkeys(PACK, Place.PLAYED)
    else:
        places = dict.fromkeys(state.plays, Place.PLAYED)
    places |= dict.fromkeys(known, Place.OPPONENT) | dict.fromkeys(state.hands[LEARNER], Place.OWN)
    return places | ({state.upcard: Place.UPCARD} if state.upcard else {})
