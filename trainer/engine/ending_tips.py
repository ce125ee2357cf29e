"""Phase two by the usual advice, for a player who doesn't count the cards.

* To lead: a card that nothing can beat, as far as the player remembers, the trumps first;
  otherwise the lowest card of the longest plain suit.
* To follow: win as cheaply as possible, with a plain card before a trump; otherwise
  throw the lowest card, a plain one before a trump.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import Card, Suit
from .tricks import beats, legal_replies


def tips_card(hand: Sequence[Card], led: Card | None, trump: Suit, gone: Iterable[Card]) -> Card:
    """The card by the advice; `gone` are the cards that the player remembers as played."""
    return _lead(hand, trump, {*gone, *hand}) if led is None else _reply(hand, led, trump)


def _reply(hand: Sequence[Card], led: Card, trump: Suit) -> Card:
    legal = legal_replies(tuple(hand), led)
    winners = [card for card in legal if beats(card, led, trump)]
    return min(winners or legal, key=lambda card: _price(card, trump))


def _lead(hand: Sequence[Card], trump: Suit, accounted: set[Card]) -> Card:
    sure = [card for card in hand if all(higher in accounted for higher in _above(card))]
    if sure:
        return max(sure, key=lambda card: _price(card, trump))
    plain = [card for card in hand if card.suit is not trump] or list(hand)
    longest = max(plain, key=lambda card: (sum(other.suit is card.suit for other in hand), -card.suit.index))
    return min((card for card in plain if card.suit is longest.suit), key=lambda card: card.rank)


def _price(card: Card, trump: Suit) -> tuple[bool, int, int]:
    return card.suit is trump, card.rank, card.suit.index


def _above(card: Card) -> Iterable[Card]:
    return (Card(card.suit, rank) for rank in type(card.rank) if rank > card.rank)
