"""Classic whist for four: the deal and the play (F60-F62); points are in `classic_scoring`.

Four seats 0-3 in clockwise order; seats 0 and 2 are side 0, seats 1 and 3 are side 1.
A state is a value: `play` returns the next one. Trump is the suit of the last card dealt,
which is turned and is the dealer's; in tournaments it goes round in a fixed order, often
with deals without trump (F61), and then no card is turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .cards import PACK, Card, NotationError, Suit
from .notation import (
    NOTHING,
    compact_cards,
    read_card_or_none,
    read_cards,
    read_suit,
    require_distinct,
    split_fields,
)
from .tricks import IllegalCard, beats, legal_replies, require_playable, without

KIND = "whist"
SEATS = 4
TRICKS = 13
TOURNAMENT_ORDER = (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS)  # an example of an order (F61)
FourHands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


def side_of(seat: int) -> int:
    """The side, 0 or 1, of a seat: partners sit opposite each other (F60)."""
    return seat % 2


def next_seat(seat: int) -> int:
    """The seat to the left, which is next in turn and deals next (F61, F62)."""
    return (seat + 1) % SEATS


def trump_in_turn(number: int, order: Sequence[Suit | None] = TOURNAMENT_ORDER) -> Suit | None:
    """Trump of tournament deal 1, 2, ... in a fixed order; None in it is a deal without trump (F61).

    >>> [str(trump_in_turn(number)) for number in range(1, 6)]
    ['H', 'D', 'S', 'C', 'H']
    """
    if number < 1:
        raise ValueError(f"deal {number}: deals are counted from 1")
    return order[(number - 1) % len(order)]


@dataclass(frozen=True, slots=True)
class WhistDeal:
    """Four hands in the order dealt, the dealer, trump, and the dealer's turned card if any.

    Raises `NotationError` for wrong numbers of cards, a card that comes twice, and a
    turned card that is not the dealer's last or not of the trump suit.
    """

    hands: FourHands
    dealer: int
    trump: Suit | None
    turned: Card | None = None

    def __post_init__(self) -> None:
        require_seat(self.dealer)
        require_distinct([card for hand in self.hands for card in hand], "the deal")
        for seat, hand in enumerate(self.hands):
            if len(hand) != TRICKS:
                raise NotationError(f"seat {seat} is dealt {len(hand)} cards: expected {TRICKS}")
        last = self.hands[self.dealer][-1]
        if self.turned and self.turned != last:
            raise NotationError(f"{self.turned} is turned: the dealer's last card is {last}")
        if self.turned and self.turned.suit is not self.trump:
            raise NotationError(f"{self.turned} is turned: trump cannot be {self.trump or 'none'}")

    def fields(self) -> str:
        """Dealer, trump, turned card and the four hands, as deals and states write them."""
        marks = (str(self.dealer), str(self.trump or NOTHING), str(self.turned or NOTHING))
        return ".".join((*marks, *map(compact_cards, self.hands)))

    @classmethod
    def from_fields(cls, dealer: str, trump: str, turned: str, *hands: str) -> WhistDeal:
        """Read what `fields` writes."""
        first, second, third, fourth = map(read_cards, hands)
        suit = None if trump == NOTHING else read_suit(trump)
        return cls((first, second, third, fourth), read_seat(dealer), suit, read_card_or_none(turned))


def deal_with_turned_card(pack: Sequence[Card], dealer: int) -> WhistDeal:
    """Deal a pack and turn the last card, which makes trump (F61)."""
    return WhistDeal(dealt_hands(pack, dealer), dealer, pack[-1].suit, pack[-1])


def dealt_hands(pack: Sequence[Card], dealer: int) -> FourHands:
    """The hands from a pack, one card at a time clockwise from the dealer's left (F61)."""
    if len(pack) != len(PACK):
        raise NotationError(f"a pack of {len(pack)} cards: expected {len(PACK)}")
    first_place = [(seat - dealer - 1) % SEATS for seat in range(SEATS)]
    first, second, third, fourth = (tuple(pack[place::SEATS]) for place in first_place)
    return first, second, third, fourth


@dataclass(frozen=True, slots=True)
class WhistTrick:
    """A finished trick of four cards, the leader's first."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class WhistState:
    """A deal of four after some plays; `new_whist_state` and `play` make them.

    `hands` are in display order, `table` the cards of the trick in play, leader's first.
    """

    deal: WhistDeal
    hands: FourHands
    leader: int
    table: tuple[Card, ...] = ()
    finished_tricks: tuple[WhistTrick, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all thirteen tricks are played."""
        return len(self.finished_tricks) == TRICKS

    @property
    def to_play(self) -> int:
        """The seat whose turn it is; when the deal is over, who won the last trick."""
        return (self.leader + len(self.table)) % SEATS

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the seat to play."""
        return self.hands[self.to_play]

    @property
    def shown_card(self) -> Card | None:
        """The turned card while it lies on the table: until the dealer's turn in trick 1 (F61)."""
        taken_up = self.finished_tricks or self.to_play == self.deal.dealer
        return None if taken_up else self.deal.turned

    @property
    def plays(self) -> tuple[Card, ...]:
        """All cards played so far, in order."""
        return tuple(card for trick in self.finished_tricks for card in trick.cards) + self.table

    @property
    def tricks_won(self) -> tuple[int, int]:
        """Tricks of side 0 and side 1."""
        sides = [side_of(trick.winner) for trick in self.finished_tricks]
        return sides.count(0), sides.count(1)

    def notation(self) -> str:
        """The one-line form: kind, the deal's fields, the plays."""
        return ".".join((KIND, self.deal.fields(), compact_cards(self.plays)))

    @classmethod
    def parse(cls, text: str) -> WhistState:
        """Read a notation and play its cards; raise `NotationError` for the first that is illegal."""
        names = "dealer trump turned hand-0 hand-1 hand-2 hand-3 plays"
        *deal, plays = split_fields(text, KIND, names)
        state = new_whist_state(WhistDeal.from_fields(*deal))
        for number, card in enumerate(read_cards(plays), start=1):
            try:
                state = play(state, card)
            except IllegalCard as error:
                raise NotationError(f"play {number}: {error}") from None
        return state


def new_whist_state(deal: WhistDeal) -> WhistState:
    """The state before trick 1, the player at the dealer's left to lead (F62)."""
    first, second, third, fourth = (tuple(sorted(hand)) for hand in deal.hands)
    return WhistState(deal, (first, second, third, fourth), next_seat(deal.dealer))


def legal_cards(state: WhistState) -> tuple[Card, ...]:
    """The cards that the seat to play may play, in display order (F62)."""
    return legal_replies(state.hand, state.table[0]) if state.table else state.hand


def trick_winner(cards: Sequence[Card], trump: Suit | None, leader: int) -> int:
    """The seat that wins the trick `leader` opened: highest trump, else highest of the led suit (F62).

    >>> from .cards import parse_cards
    >>> trick_winner(parse_cards("H9 HK S2 HA"), Suit.SPADES, leader=3)
    1
    >>> trick_winner(parse_cards("H9 HK S2 DA"), None, leader=3)
    0
    """
    best = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[best], trump):
            best = place
    return (leader + best) % SEATS


def play(state: WhistState, card: Card) -> WhistState:
    """The state after the seat to play has played `card`; the winner of a trick leads next (F62).

    Raises `IllegalCard` for a card that is not held, does not follow suit though the
    hand could, or comes after the end.
    """
    if state.is_over:
        raise IllegalCard(f"cannot play {card}: all {TRICKS} tricks are played")
    require_playable(card, state.hand, state.table[0] if state.table else None)
    seat, left = state.to_play, without(state.hand, card)
    first, second, third, fourth = (left if at == seat else hand for at, hand in enumerate(state.hands))
    hands, table = (first, second, third, fourth), (*state.table, card)
    if len(table) < SEATS:
        return WhistState(state.deal, hands, state.leader, table, state.finished_tricks)
    winner = trick_winner(table, state.deal.trump, state.leader)
    trick = WhistTrick(len(state.finished_tricks) + 1, state.leader, table, winner)
    return WhistState(state.deal, hands, winner, (), (*state.finished_tricks, trick))


def require_seat(seat: int) -> None:
    """Raise `NotationError` unless `seat` is one of 0-3."""
    if seat not in range(SEATS):
        raise NotationError(f"{seat} is no seat: expected 0-3")


def read_seat(text: str) -> int:
    """Read a seat: 0, 1, 2 or 3."""
    if len(text) != 1 or text not in "0123":
        raise NotationError(f"{text!r} is no seat: expected 0-3")
    return int(text)
