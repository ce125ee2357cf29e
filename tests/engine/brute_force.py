"""Plain minimax over single cards, with no trick of the search: what it must agree with."""

from __future__ import annotations

from collections.abc import Iterator

from trainer.engine.cards import Card
from trainer.engine.ending_positions import Ending, legal_cards, play

type Hand = tuple[Card, ...]
type Known = dict[Ending, tuple[int, int] | None]


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


def are_one_class(right: list[Card], ending: Ending) -> bool:
    """Whether the cards are of one suit with none of the other hand, and not the led one, between them."""
    low, high = min(card.rank for card in right), max(card.rank for card in right)
    others = [*ending.hands[1 - ending.to_play], *([ending.led] if ending.led else [])]
    return len({card.suit for card in right}) == 1 and not any(
        other.suit is right[0].suit and low < other.rank < high for other in others
    )


def naive_turns(ending: Ending, learner: int, known: Known) -> tuple[int, int] | None:
    """Fewest and most of the learner's turns that matter, over all lines of best play card by card.

    None if somewhere more than one class of cards is right. `known` begins empty.
    """
    if ending.is_over:
        return 0, 0
    if ending not in known:
        known[ending] = _naive_turns(ending, learner, known)
    return known[ending]


def _naive_turns(ending: Ending, learner: int, known: Known) -> tuple[int, int] | None:
    values = naive_values(ending)
    right = [card for card, tricks in values.items() if tricks == max(values.values())]
    matters = ending.to_play == learner and len(right) < len(values)
    if matters and not are_one_class(right, ending):
        return None
    found: list[tuple[int, int]] = []
    for card in right:
        turns = naive_turns(play(ending, card), learner, known)
        if turns is None:
            return None
        found.append(turns)
    return matters + min(fewest for fewest, _ in found), matters + max(most for _, most in found)
