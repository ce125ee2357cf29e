"""The table as the player to move may see it; templates get this and never a state.

In phase one that is the own hand, the led card, the upcard, how many cards the stock and the
opponent have, and the upcards that the opponent took and still holds. In phase two every card is
known (F12), so both hands are shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from trainer.drills.situations import Situation, legal_cards
from trainer.engine.cards import PACK, Card, Rank, Suit
from trainer.engine.ending_positions import Ending
from trainer.engine.positions import Position, known_opponent_cards, played_cards
from trainer.engine.rule_sets import ALL_TRICKS, PHASE_ONE_TRICKS

CARDS_EACH = 13


class Place(StrEnum):
    """Where a card is, as far as the player knows."""

    OWN = "own"
    OPPONENT = "opp"
    UPCARD = "up"
    PLAYED = "out"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the player's hand and whether it may be played."""

    card: Card
    legal: bool


@dataclass(frozen=True, slots=True)
class SeenRow:
    """One suit of the tray, ace first: each card with its place."""

    suit: Suit
    cards: tuple[tuple[Card, Place], ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything on the table, from the player's seat.

    `reply` is the second card of the trick, once it is played; `led_by_player` says whose card the
    led one is. `opponent_hidden` counts backs, `opponent_cards` are face up.
    """

    phase: int
    trick: int
    trump: Suit
    hand: tuple[HandCard, ...]
    opponent_cards: tuple[Card, ...]
    opponent_hidden: int
    upcard: Card | None
    stock_hidden: int
    led: Card | None
    led_by_player: bool
    reply: Card | None
    seen: tuple[SeenRow, ...]

    @property
    def trick_in_phase(self) -> int:
        """1-13 in either phase."""
        return self.trick if self.phase == 1 else self.trick - PHASE_ONE_TRICKS

    @property
    def opponent_size(self) -> int:
        """How many cards the opponent holds."""
        return self.opponent_hidden + len(self.opponent_cards)

    @property
    def own_card(self) -> Card | None:
        """The player's card in the trick."""
        return self.led if self.led_by_player else self.reply

    @property
    def opponent_card(self) -> Card | None:
        """The opponent's card in the trick."""
        return self.reply if self.led_by_player else self.led

    @property
    def played_count(self) -> int:
        """How many cards have been played."""
        return sum(place is Place.PLAYED for row in self.seen for _card, place in row.cards)


def table_view(situation: Situation, played: Card | None = None) -> TableView:
    """The table before the player's card, or with it (`played`) where it has been chosen."""
    view = _ending_view(situation) if isinstance(situation, Ending) else _position_view(situation)
    return _with_card(view, played) if played else view


def _position_view(position: Position) -> TableView:
    known = known_opponent_cards(position)
    legal = set(legal_cards(position))
    return TableView(
        phase=1,
        trick=position.trick,
        trump=position.trump,
        hand=tuple(HandCard(card, card in legal) for card in position.hand),
        opponent_cards=tuple(sorted(known)),
        opponent_hidden=CARDS_EACH - (position.led is not None) - len(known),
        upcard=position.upcard,
        stock_hidden=ALL_TRICKS - 2 * (position.trick - 1) - 1,
        led=position.led,
        led_by_player=False,
        reply=None,
        seen=seen_rows(
            {
                **dict.fromkeys(played_cards(position), Place.PLAYED),
                **dict.fromkeys(known, Place.OPPONENT),
                **dict.fromkeys(position.hand, Place.OWN),
                position.upcard: Place.UPCARD,
            }
        ),
    )


def _ending_view(ending: Ending) -> TableView:
    own, other = ending.hand, ending.hands[1 - ending.to_play]
    legal = set(legal_cards(ending))
    places = dict.fromkeys(PACK, Place.PLAYED)
    places |= dict.fromkeys(own, Place.OWN) | dict.fromkeys(other, Place.OPPONENT)
    return TableView(
        phase=2,
        trick=ALL_TRICKS - ending.tricks_left + 1,
        trump=ending.trump,
        hand=tuple(HandCard(card, card in legal) for card in own),
        opponent_cards=other,
        opponent_hidden=0,
        upcard=None,
        stock_hidden=0,
        led=ending.led,
        led_by_player=False,
        reply=None,
        seen=seen_rows(places),
    )


def _with_card(view: TableView, card: Card) -> TableView:
    """The same table with the player's card on it; the hand stays whole, so that it can be marked."""
    on_lead = view.led is None
    return TableView(
        view.phase,
        view.trick,
        view.trump,
        view.hand,
        view.opponent_cards,
        view.opponent_hidden,
        view.upcard,
        view.stock_hidden,
        card if on_lead else view.led,
        on_lead,
        None if on_lead else card,
        view.seen,
    )


def seen_rows(places: dict[Card, Place]) -> tuple[SeenRow, ...]:
    return tuple(
        SeenRow(
            suit,
            tuple(
                (card, places.get(card, Place.UNSEEN))
                for card in (Card(suit, rank) for rank in sorted(Rank, reverse=True))
            ),
        )
        for suit in Suit
    )
