"""Finished tricks of phase one as one player saw them, and what they tell.

A player sees every card played and every upcard, but only the own draws (F8).
About the other hand that leaves *slots*: thirteen filled in the deal and one a
finished trick. A slot filled with an upcard is known (F45). A void shown at trick
t forbids a suit only in slots filled before t (F46), and where suit need not be
followed it shows nothing (F30).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import Card, NotationError, Suit
from .json_fields import read_card, read_number
from .notation import compact_cards
from .rule_sets import ALL_TRICKS, RuleSet
from .tricks import trick_winner

DEALT = 0


@dataclass(frozen=True, slots=True)
class SeenTrick:
    """A finished trick of phase one: the prize, the two cards, who led and won, the own draw."""

    upcard: Card
    leader: int
    lead: Card
    follow: Card
    winner: int
    my_draw: Card

    def card_of(self, player: int) -> Card:
        """The card that `player` played."""
        return self.lead if player == self.leader else self.follow

    def notation(self) -> str:
        """Upcard, lead, follow and own draw: leader and winner follow from the rules."""
        return compact_cards((self.upcard, self.lead, self.follow, self.my_draw))

    def to_json(self) -> dict[str, object]:
        """A history row of the oracle files."""
        return {
            "upcard": str(self.upcard),
            "leader": self.leader,
            "lead": str(self.lead),
            "follow": str(self.follow),
            "winner": self.winner,
            "my_draw": str(self.my_draw),
        }

    @classmethod
    def from_json(cls, fields: Mapping[str, object]) -> SeenTrick:
        """Read a history row."""
        return cls(
            read_card(fields, "upcard"),
            read_number(fields, "leader"),
            read_card(fields, "lead"),
            read_card(fields, "follow"),
            read_number(fields, "winner"),
            read_card(fields, "my_draw"),
        )


def rows_from_cards(rows: list[tuple[Card, ...]], dealer: int) -> tuple[SeenTrick, ...]:
    """Build history rows from upcard, lead, follow and own draw, with leader and winner by the rules."""
    history: list[SeenTrick] = []
    leader = 1 - dealer
    for number, row in enumerate(rows, start=1):
        if len(row) != 4:
            raise NotationError(f"trick {number}: {len(row)} cards instead of upcard, lead, follow, own draw")
        upcard, lead, follow, my_draw = row
        winner = trick_winner(lead, follow, rows[0][0].suit, leader)
        history.append(SeenTrick(upcard, leader, lead, follow, winner, my_draw))
        leader = winner
    return tuple(history)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the opponent's hand, filled in the deal (0) or after trick `filled_at`.

    `upcard` is the card if the player saw it, None if it is hidden. A card in the
    slot may be played from trick `filled_at` + 1 on.
    """

    filled_at: int
    upcard: Card | None = None


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that the opponent played to trick `trick`."""

    trick: int
    card: Card


@dataclass(frozen=True, slots=True)
class Void:
    """The opponent had no card of `suit` when following in trick `trick`."""

    trick: int
    suit: Suit


@dataclass(frozen=True, slots=True)
class OpponentView:
    """What one player has seen of the other's hand.

    `slots` in order of filling; `plays` in order, with the led card of the running
    trick last; `voids` are those that the rule set lets one conclude.
    """

    slots: tuple[Slot, ...]
    plays: tuple[PlayedCard, ...]
    voids: tuple[Void, ...]

    @property
    def known_slots(self) -> tuple[Slot, ...]:
        """Slots that an upcard filled."""
        return tuple(slot for slot in self.slots if slot.upcard is not None)

    @property
    def hidden_slots(self) -> tuple[Slot, ...]:
        """Slots filled unseen: the thirteen of the deal and the hidden draws."""
        return tuple(slot for slot in self.slots if slot.upcard is None)

    @property
    def known_cards(self) -> tuple[Card, ...]:
        """Upcards that the opponent took and still holds (F45), in order of taking."""
        played = {play.card for play in self.plays}
        return tuple(slot.upcard for slot in self.slots if slot.upcard and slot.upcard not in played)

    @property
    def hidden_plays(self) -> tuple[PlayedCard, ...]:
        """Played cards that came out of hidden slots."""
        upcards = {slot.upcard for slot in self.known_slots}
        return tuple(play for play in self.plays if play.card not in upcards)

    def may_have_held(self, filled_at: int, card: Card, played_at: int | None = None) -> bool:
        """Whether a slot filled at `filled_at` may have held `card` until `played_at`.

        None means that the card is still held. The voids shown in between decide (F46).
        """
        if played_at is not None and filled_at >= played_at:
            return False
        until = ALL_TRICKS if played_at is None else played_at
        return not any(void.suit is card.suit and filled_at < void.trick < until for void in self.voids)


def opponent_view(
    history: tuple[SeenTrick, ...], player: int, rule_set: RuleSet, led: Card | None = None
) -> OpponentView:
    """What `player` knows of the other hand after `history` (and the opponent's lead `led`)."""
    opponent = 1 - player
    slots = [Slot(DEALT)] * rule_set.pack.hand
    plays: list[PlayedCard] = []
    voids: list[Void] = []
    for number, row in enumerate(history, start=1):
        plays.append(PlayedCard(number, row.card_of(opponent)))
        if row.leader == player and row.follow.suit is not row.lead.suit and rule_set.must_follow(number):
            voids.append(Void(number, row.lead.suit))
        slots.append(Slot(number, row.upcard if row.winner == opponent else None))
    if led is not None:
        plays.append(PlayedCard(len(history) + 1, led))
    return OpponentView(tuple(slots), tuple(plays), tuple(voids))
