"""One trick: which cards may be played to it and who wins it (F6, F7).

The same rules hold in both phases and in every rule set; whether suit must be
followed at all is the rule set's to say (F30).
"""

from __future__ import annotations

from .cards import Card, Suit, format_cards


class IllegalCard(ValueError):
    """A card that may not be played now; the message names the card and the reason."""


def trick_winner(lead: Card, reply: Card, trump: Suit | None, leader: int) -> int:
    """The player, 0 or 1, who wins the trick that `leader` opened (F7); no trump is None.

    >>> lead, trump = Card.parse("HA"), Suit.SPADES
    >>> trick_winner(lead, Card.parse("S2"), trump, leader=0)
    1
    >>> trick_winner(lead, Card.parse("DA"), trump, leader=0)
    0
    """
    return 1 - leader if beats(reply, lead, trump) else leader


def beats(reply: Card, lead: Card, trump: Suit | None) -> bool:
    """Whether `reply`, played later, takes the trick from `lead` (F7); no trump is None."""
    if reply.suit is lead.suit:
        return reply.rank > lead.rank
    return reply.suit is trump


def legal_replies(hand: tuple[Card, ...], lead: Card) -> tuple[Card, ...]:
    """The cards of `hand` that may follow `lead` where suit must be followed (F6)."""
    led_suit = lead.suit
    return tuple([card for card in hand if card.suit is led_suit]) or hand


def is_revoke(card: Card, hand: tuple[Card, ...], lead: Card) -> bool:
    """Whether `card` from `hand` fails to follow `lead` although the hand could."""
    return card.suit is not lead.suit and any(held.suit is lead.suit for held in hand)


def revoke_reason(card: Card, hand: tuple[Card, ...], lead: Card) -> str:
    """Say why `card` is a revoke, naming the cards that could follow."""
    could = format_cards(legal_replies(hand, lead))
    return f"cannot play {card}: hand holds {could}, {lead.suit.name.lower()} led"


def require_playable(card: Card, hand: tuple[Card, ...], lead: Card | None) -> None:
    """Raise `IllegalCard` unless `hand` holds `card` and it follows `lead` where it can.

    `lead` is the card to be followed: None on lead, or where no suit need be followed.
    """
    if card not in hand:
        raise IllegalCard(f"cannot play {card}: it is not in the hand {format_cards(hand)}")
    if lead is not None and is_revoke(card, hand, lead):
        raise IllegalCard(revoke_reason(card, hand, lead))


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand after `card` has left it."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
