"""Endings: positions of phase two, where all cards are located (F10, F12).

An ending has trump, the leader of the current trick, both hands and the led card
if the trick has begun. Suit must be followed in every rule set, so an ending has
none. The tricks that are already won are not part of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import Card, NotationError, Suit, format_cards
from .json_fields import read_card_text, read_cards_text, read_list, read_number, read_suit_text
from .notation import (
    compact_cards,
    read_card_or_none,
    read_cards,
    read_player,
    read_suit,
    require_distinct,
    require_player,
    split_fields,
)
from .state import Hands, State
from .tricks import legal_replies, require_playable, trick_winner, without

KIND = "phase2"


@dataclass(frozen=True, slots=True)
class Ending:
    """A position of phase two; both hands are kept in display order.

    With `led`, the leader's hand no longer holds that card and the follower is to
    play. Both hands empty is the end of the deal. Raises `NotationError` for a card
    that comes twice, hands that don't fit or more than 13 tricks.

    >>> ending = Ending.parse("phase2.S.0.SAHA.SKS2.-")
    >>> ending.to_play, ending.tricks_left
    (0, 2)
    >>> play(ending, Card.parse("HA")).notation()
    'phase2.S.0.SA.SKS2.HA'
    """

    trump: Suit
    leader: int
    hands: Hands
    led: Card | None = None

    def __post_init__(self) -> None:
        first, second = self.hands
        object.__setattr__(self, "hands", (tuple(sorted(first)), tuple(sorted(second))))
        require_player(self.leader)
        led = () if self.led is None else (self.led,)
        require_distinct((*first, *second, *led), "the ending")
        leading, following = len(self.hands[self.leader]) + len(led), len(self.hands[1 - self.leader])
        if leading != following:
            raise NotationError(f"the leader has {leading} cards with the led one, the follower {following}")
        if following > 13:
            raise NotationError(f"{following} cards each: an ending has at most 13")

    @property
    def to_play(self) -> int:
        """The player whose turn it is: the follower once a card is led."""
        return self.leader if self.led is None else 1 - self.leader

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the player to play."""
        return self.hands[self.to_play]

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, the current one included."""
        return len(self.hands[1 - self.leader])

    @property
    def is_over(self) -> bool:
        """Whether no card is left."""
        return self.tricks_left == 0

    def notation(self) -> str:
        """The one-line form: kind, trump, leader, both hands, led card."""
        led = compact_cards(() if self.led is None else (self.led,))
        hands = ".".join(compact_cards(hand) for hand in self.hands)
        return f"{KIND}.{self.trump}.{self.leader}.{hands}.{led}"

    @classmethod
    def parse(cls, text: str) -> Ending:
        """Read a notation; raise `NotationError` naming what is wrong."""
        trump, leader, first, second, led = split_fields(text, KIND, "trump leader hand-0 hand-1 led")
        return cls(
            read_suit(trump),
            read_player(leader),
            (read_cards(first), read_cards(second)),
            read_card_or_none(led),
        )

    def to_json(self) -> dict[str, object]:
        """The form of the oracle files; `led` only where a card is led."""
        fields: dict[str, object] = {
            "trump": str(self.trump),
            "leader": self.leader,
            "hands": [format_cards(hand) for hand in self.hands],
        }
        if self.led is not None:
            fields["led"] = str(self.led)
        return fields

    @classmethod
    def from_json(cls, fields: Mapping[str, object]) -> Ending:
        """Read a JSON object of the oracle files; fields it doesn't know are passed over."""
        hands = read_list(fields, "hands")
        if len(hands) != 2:
            raise NotationError(f"an ending has 2 hands: found {len(hands)}")
        return cls(
            read_suit_text(fields, "trump"),
            read_number(fields, "leader"),
            (read_cards_text(hands[0], "hands"), read_cards_text(hands[1], "hands")),
            read_card_text(fields, "led"),
        )


def ending_of(state: State) -> Ending:
    """The ending that a state has come to; raise `ValueError` while the stock lasts."""
    if state.phase == 1:
        raise ValueError(f"trick {state.trick} belongs to phase one: an ending begins at trick 14")
    return Ending(state.trump, state.leader, state.hands, state.led)


def legal_cards(ending: Ending) -> tuple[Card, ...]:
    """The cards that the player to play may play (F6), in display order."""
    return ending.hand if ending.led is None else legal_replies(ending.hand, ending.led)


def play(ending: Ending, card: Card) -> Ending:
    """The ending after `card`; after a reply the trick's winner leads (F8, F10).

    Raises `IllegalCard` for a card that is not held or doesn't follow suit.
    """
    require_playable(card, ending.hand, ending.led)
    rest = without(ending.hand, card)
    hands = (rest, ending.hands[1]) if ending.to_play == 0 else (ending.hands[0], rest)
    if ending.led is None:
        return Ending(ending.trump, ending.leader, hands, card)
    return Ending(ending.trump, trick_winner(ending.led, card, ending.trump, ending.leader), hands)
