"""Plain minimax over single cards, with no trick of the search: what it must agree with."""

from __future__ import annotations

from collections.abc import Iterator

from trainer.engine.cards import Card
from trainer.engine.ending_positions import Ending, legal_cards

type Hand = tuple[Card, ...]


def naive_values(position: Ending) -> dict[Card, int]:
    """Tricks of the player to play after each legal card."""
    leader, follower = position.hands[position.leader], position.hands[1 - position.leader]
    size = position.tricks_left
    if position.led is None:
        return {card: _after_lead(leader, follower, position.trump, card) for card in leader}
    return {
        card: size - _after_reply(leader, follower, position.trump, position.led, card)
        for card in legal_cards(position)
    }


def _value(leader: Hand, follower: Hand, trump: object) -> int:
    """Tricks of the leader."""
    return max((_after_lead(leader, follower, trump, card) for card in leader), default=0)


def _after_lead(leader: Hand, follower: Hand, trump: object, lead: Card) -> int:
    rest = _without(leader, lead)
    return min(_after_reply(rest, follower, trump, lead, card) for card in _replies(follower, lead))


def _after_reply(leader: Hand, follower: Hand, trump: object, lead: Card, reply: Card) -> int:
    rest = _without(follower, reply)
    follows = reply.suit is lead.suit
    if reply.rank > lead.rank if follows else reply.suit is trump:
        return len(rest) - _value(rest, leader, trump)
    return 1 + _value(leader, rest, trump)


def _replies(hand: Hand, lead: Card) -> Iterator[Card]:
    same = [card for card in hand if card.suit is lead.suit]
    return iter(same or hand)


def _without(hand: Hand, card: Card) -> Hand:
    return tuple(other for other in hand if other != card)
