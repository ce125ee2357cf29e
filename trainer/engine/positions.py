"""Positions: what the player to move knows in phase one (F8, F9, F12, F45, F46).

A position holds the own hand, the upcard, the led card and every finished trick
as this player saw it. It never holds a hidden card, so it may be shown, stored
and sent to its player as it is. A position that exists is possible: the history
is replayed by the rules when the value is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .cards import Card, NotationError, Suit, format_cards
from .histories import OpponentView, SeenTrick, Slot, Void, opponent_view, rows_from_cards
from .history_checks import HistoryReplay, dealt_cards, require_possible_hand
from .json_fields import (
    read_card,
    read_card_text,
    read_cards_text,
    read_number,
    read_objects,
    read_suit_text,
    read_text,
)
from .notation import (
    NOTHING,
    compact_cards,
    read_card_or_none,
    read_cards,
    read_player,
    read_rule_set,
    require_player,
    split_fields,
)
from .rule_sets import BASE, RuleSet
from .state import State, Trick
from .tricks import legal_replies

KIND = "phase1"


@dataclass(frozen=True, slots=True)
class Position:
    """One decision of phase one, seen by `player`, who is to move.

    Without `led` the player leads; with it the opponent led that card. The hand is
    kept in display order. Raises `NotationError` naming the card or trick where the
    history breaks the rules. Making one costs well under a millisecond, mostly for the replay.

    >>> position = Position.parse("phase1.base.1.1.SJ.S6.HTH5S5H3CTC8D3D8HAS8C4S9DJ.-")
    >>> position.trick, str(position.trump), format_cards(legal_cards(position))
    (1, 'S', 'S9 S8 S5')
    """

    player: int
    dealer: int
    upcard: Card
    led: Card | None
    hand: tuple[Card, ...]
    history: tuple[SeenTrick, ...] = ()
    rule_set: RuleSet = BASE
    opponent: OpponentView = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        _require_decision(self)
        view = opponent_view(self.history, self.player, self.rule_set, self.led)
        object.__setattr__(self, "opponent", view)
        require_possible_hand(view, unseen_cards(self))

    @property
    def trump(self) -> Suit:
        """The suit of the first upcard, for the whole deal (F4)."""
        return (self.history[0].upcard if self.history else self.upcard).suit

    @property
    def trick(self) -> int:
        """Number of the current trick, 1-13."""
        return len(self.history) + 1

    @property
    def leader(self) -> int:
        """Who leads the current trick (F5, F8)."""
        return self.history[-1].winner if self.history else 1 - self.dealer

    def notation(self) -> str:
        """The one-line form: rule set, player, dealer, upcard, led card, hand, rows of the history."""
        led = NOTHING if self.led is None else str(self.led)
        rows = "_".join(row.notation() for row in self.history) or NOTHING
        hand = compact_cards(self.hand)
        return f"{KIND}.{self.rule_set}.{self.player}.{self.dealer}.{self.upcard}.{led}.{hand}.{rows}"

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a notation; raise `NotationError` naming what is wrong."""
        names = "rule-set player dealer upcard led hand history"
        rule_set, player, dealer, upcard, led, hand, rows = split_fields(text, KIND, names)
        cards = [] if rows == NOTHING else [read_cards(row) for row in rows.split("_")]
        return cls(
            read_player(player),
            read_player(dealer),
            Card.parse(upcard),
            read_card_or_none(led),
            read_cards(hand),
            rows_from_cards(cards, read_player(dealer)),
            read_rule_set(rule_set),
        )

    def to_json(self) -> dict[str, object]:
        """The form of the oracle files."""
        return {
            "rules": self.rule_set.id,
            "player": self.player,
            "dealer": self.dealer,
            "trump": str(self.trump),
            "trick": self.trick,
            "upcard": str(self.upcard),
            "led": None if self.led is None else str(self.led),
            "hand": format_cards(self.hand),
            "history": [row.to_json() for row in self.history],
        }

    @classmethod
    def from_json(cls, fields: Mapping[str, object]) -> Position:
        """Read a JSON object of the oracle files; fields it doesn't know are passed over."""
        position = cls(
            read_number(fields, "player"),
            read_number(fields, "dealer"),
            read_card(fields, "upcard"),
            read_card_text(fields, "led"),
            read_cards_text(fields.get("hand"), "hand"),
            tuple(SeenTrick.from_json(row) for row in read_objects(fields, "history")),
            read_rule_set(read_text(fields, "rules")),
        )
        trump, trick = read_suit_text(fields, "trump"), read_number(fields, "trick")
        if trump is not position.trump:
            raise NotationError(f"trump is {trump}, but the first upcard makes it {position.trump}")
        if trick != position.trick:
            raise NotationError(f"trick is {trick}, but {len(position.history)} are finished")
        return position


def position_of(state: State, player: int) -> Position:
    """What `player`, who is to move, knows of a state; raise `ValueError` at any other moment."""
    if state.phase != 1 or state.upcard is None:
        raise ValueError("a position belongs to phase one: after trick 13 see Ending")
    if player != state.to_play:
        raise ValueError(f"player {player} is not to move in trick {state.trick}")
    history = tuple(seen_trick(player, trick) for trick in state.finished_tricks)
    return Position(
        player, state.deal.dealer, state.upcard, state.led, state.hands[player], history, state.rule_set
    )


def legal_cards(position: Position) -> tuple[Card, ...]:
    """The cards that the player may play, in display order (F6, F30)."""
    if position.led is None or not position.rule_set.must_follow(position.trick):
        return position.hand
    return legal_replies(position.hand, position.led)


def played_cards(position: Position) -> tuple[Card, ...]:
    """All cards played so far in the order of play, the led card last."""
    played = [card for row in position.history for card in (row.lead, row.follow)]
    return tuple(played if position.led is None else [*played, position.led])


def seen_cards(position: Position) -> tuple[Card, ...]:
    """Every card whose place the player knows: own hand, upcards and played cards, in display order."""
    return tuple(sorted(_seen(position)))


def unseen_cards(position: Position) -> tuple[Card, ...]:
    """Cards in the opponent's hidden slots or the stock, in pack order."""
    seen = _seen(position)
    return tuple(card for card in position.rule_set.pack.cards if card not in seen)


def known_opponent_cards(position: Position) -> tuple[Card, ...]:
    """Upcards that the opponent took and still holds (F45), in order of taking."""
    return position.opponent.known_cards


def opponent_slots(position: Position) -> tuple[Slot, ...]:
    """The places of the opponent's hand in order of filling, played ones included."""
    return position.opponent.slots


def opponent_voids(position: Position) -> tuple[Void, ...]:
    """Voids that the opponent has shown; each binds only slots filled before it (F46)."""
    return position.opponent.voids


def _seen(position: Position) -> set[Card]:
    upcards = (row.upcard for row in position.history)
    return {*position.hand, *upcards, *played_cards(position), position.upcard}


def seen_trick(player: int, trick: Trick) -> SeenTrick:
    """A finished trick of phase one as `player` saw it."""
    assert trick.upcard is not None
    assert trick.drawn is not None
    drawn = trick.drawn[player]
    return SeenTrick(trick.upcard, trick.leader, trick.lead, trick.reply, trick.winner, drawn)


def _require_decision(position: Position) -> None:
    """Raise `NotationError` unless seats, hand and history make a decision that can come up."""
    for seat in (position.player, position.dealer):
        require_player(seat)
    pack = position.rule_set.pack
    if position.trick > pack.hand:
        raise NotationError(f"{len(position.history)} tricks are finished: phase one has {pack.hand}")
    if len(position.hand) != pack.hand:
        raise NotationError(f"the hand has {len(position.hand)} cards: the player to move holds {pack.hand}")
    for card in _seen(position):
        if card not in pack.cards:
            raise NotationError(f"{card} is not in the pack of {position.rule_set}")
    cards = dealt_cards(position.player, position.hand, position.history)
    replay = HistoryReplay(position.player, position.dealer, position.rule_set, cards)
    for row in position.history:
        replay.finish(row)
    replay.turn_up(position.upcard)
    if (position.led is None) != (position.leader == position.player):
        led = "no card is led" if position.led is None else f"{position.led} is led"
        raise NotationError(f"trick {position.trick}: player {position.leader} leads, but {led}")
    if position.led is not None:
        replay.opponent_card(position.led, None)
