"""Two hands played out without a stock: the end of draw-and-choose (F33) and of the whole-stock game (F34).

Same cards, same tricks and the same duty to follow suit as everywhere (F6, F7); there
may be no trump. A state is a value: `play` returns the next one. Not used for phase two
of the base game, which `State` plays and `Ending` solves.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Card, NotationError, Suit
from .notation import (
    NOTHING,
    compact_cards,
    read_cards,
    read_player,
    read_suit,
    require_distinct,
    split_fields,
)
from .state import Hands, Trick
from .tricks import IllegalCard, legal_replies, require_playable, trick_winner, without

KIND = "stockless"


@dataclass(frozen=True, slots=True)
class StocklessState:
    """Two hands after some plays; `new_stockless_state` and `play` make them.

    `dealt` are the hands before the first trick, `hands` what is left of them, both in
    display order. One hand may be a card longer (F33): that card stays out of play.

    >>> state = StocklessState.parse("stockless.-.0.SASKH2.HASQ.SASQ")
    >>> [str(card) for card in legal_cards(state)], state.tricks_won
    (['SK', 'H2'], (1, 0))
    """

    dealt: Hands
    hands: Hands
    trump: Suit | None
    leader: int
    led: Card | None = None
    finished_tricks: tuple[Trick, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the shorter hand is empty and the trick is complete (F33)."""
        return self.led is None and not all(self.hands)

    @property
    def to_play(self) -> int:
        """The player whose turn it is; when all is played, who won the last trick."""
        return self.leader if self.led is None else 1 - self.leader

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the player to play."""
        return self.hands[self.to_play]

    @property
    def plays(self) -> tuple[Card, ...]:
        """All cards played so far, in order."""
        played = [card for trick in self.finished_tricks for card in (trick.lead, trick.reply)]
        return tuple(played if self.led is None else [*played, self.led])

    @property
    def tricks_won(self) -> tuple[int, int]:
        """Tricks of player 0 and player 1; all of them count."""
        winners = [trick.winner for trick in self.finished_tricks]
        return winners.count(0), winners.count(1)

    @property
    def out_of_play(self) -> tuple[Card, ...]:
        """The card of the longer hand that is never played (F33), known at the end."""
        return self.hands[0] + self.hands[1] if self.is_over else ()

    def notation(self) -> str:
        """The one-line form: kind, trump, first leader, both hands as dealt, the plays."""
        leader = self.finished_tricks[0].leader if self.finished_tricks else self.leader
        cards = (compact_cards(cards) for cards in (*self.dealt, self.plays))
        return ".".join((KIND, str(self.trump or NOTHING), str(leader), *cards))

    @classmethod
    def parse(cls, text: str) -> StocklessState:
        """Read a notation and play its cards; raise `NotationError` for the first that is illegal."""
        trump, leader, first, second, plays = split_fields(text, KIND, "trump leader hand-0 hand-1 plays")
        hands = read_cards(first), read_cards(second)
        suit = None if trump == NOTHING else read_suit(trump)
        state = new_stockless_state(hands, suit, read_player(leader))
        for number, card in enumerate(read_cards(plays), start=1):
            try:
                state = play(state, card)
            except IllegalCard as error:
                raise NotationError(f"play {number}: {error}") from None
        return state


def new_stockless_state(hands: Hands, trump: Suit | None, leader: int) -> StocklessState:
    """The state before the first trick; raise `NotationError` for hands that do not go together."""
    require_distinct((*hands[0], *hands[1]), "the hands")
    if abs(len(hands[0]) - len(hands[1])) > 1:
        raise NotationError(f"hands of {len(hands[0])} and {len(hands[1])} cards: expected at most one more")
    dealt = tuple(sorted(hands[0])), tuple(sorted(hands[1]))
    return StocklessState(dealt, dealt, trump, leader)


def legal_cards(state: StocklessState) -> tuple[Card, ...]:
    """The cards that the player to play may play, in display order (F6); none at the end."""
    if state.is_over:
        return ()
    return state.hand if state.led is None else legal_replies(state.hand, state.led)


def play(state: StocklessState, card: Card) -> StocklessState:
    """The state after the player to play has played `card`; the winner of a trick leads (F7).

    Raises `IllegalCard` for a card that is not held, does not follow suit though the
    hand could, or comes after the end.
    """
    if state.is_over:
        raise IllegalCard(f"cannot play {card}: all {len(state.finished_tricks)} tricks are played")
    require_playable(card, state.hand, state.led)
    left = without(state.hand, card)
    hands = (left, state.hands[1]) if state.to_play == 0 else (state.hands[0], left)
    if state.led is None:
        return StocklessState(state.dealt, hands, state.trump, state.leader, card, state.finished_tricks)
    winner = trick_winner(state.led, card, state.trump, state.leader)
    trick = Trick(len(state.finished_tricks) + 1, state.leader, state.led, card, winner)
    return StocklessState(state.dealt, hands, state.trump, winner, None, (*state.finished_tricks, trick))
