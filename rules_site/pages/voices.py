"""What a figure says in words: made from the same cards as the picture, for voices and for reading.

Players are numbers, 0 for the reader and 1 for the opponent. Each sentence is whole in the
catalogue, because languages build them differently.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language, gettext

from trainer.engine.cards import Card, Suit
from trainer.table import names


def name(card: Card) -> str:
    """The card's full name in the active language."""
    return names.card_name(card, get_language() or "nb")


def lead_label(player: int) -> str:
    """The words under a led card."""
    return gettext("You lead") if player == 0 else gettext("The opponent leads")


def reply_label(player: int, lead: Card, reply: Card, trump: Suit) -> str:
    """The words under a reply: it follows suit, ruffs or discards."""
    if reply.suit is lead.suit:
        return gettext("You follow suit") if player == 0 else gettext("The opponent follows suit")
    if reply.suit is trump:
        return gettext("You ruff") if player == 0 else gettext("The opponent ruffs")
    return gettext("You discard") if player == 0 else gettext("The opponent discards")


def taken_label(won: bool) -> str:
    """The words under a card taken from the stock: the winner's upcard or the loser's hidden card."""
    return gettext("Takes the upcard") if won else gettext("Draws")


def trump_is(trump: Suit) -> str:
    """«Hjerter er trumf.»"""
    suit = names.suit_name(trump, get_language() or "nb")
    return gettext("Trump is %(suit)s.") % {"suit": suit}


def start(hand: int, stock: int) -> str:
    """How the cards lie when they have been dealt."""
    said = gettext("You and the opponent have %(hand)s cards each, and %(stock)s lie in the stock.")
    return said % {"hand": hand, "stock": stock}


def upcard_is(card: Card) -> str:
    """What lies open on the stock."""
    return gettext("The upcard is %(card)s.") % {"card": name(card)}


def led(player: int, card: Card) -> str:
    """Who leads what."""
    said = gettext("You lead %(card)s.") if player == 0 else gettext("The opponent leads %(card)s.")
    return said % {"card": name(card)}


def replied(player: int, lead: Card, reply: Card, trump: Suit) -> str:
    """Who answers with what, and whether that follows, ruffs or discards."""
    if reply.suit is lead.suit:
        said = gettext("You play %(card)s.") if player == 0 else gettext("The opponent plays %(card)s.")
    elif reply.suit is trump:
        said = (
            gettext("You ruff with %(card)s.")
            if player == 0
            else gettext("The opponent ruffs with %(card)s.")
        )
    else:
        said = gettext("You discard %(card)s.") if player == 0 else gettext("The opponent discards %(card)s.")
    return said % {"card": name(reply)}


def won(player: int, card: Card) -> str:
    """Who wins the trick."""
    said = (
        gettext("You win the trick with %(card)s.")
        if player == 0
        else gettext("The opponent wins the trick with %(card)s.")
    )
    return said % {"card": name(card)}


def drawn(winner: int, upcard: Card) -> str:
    """What both take from the stock."""
    if winner == 0:
        said = gettext("You take %(upcard)s. The opponent draws a hidden card.")
        return said % {"upcard": name(upcard)}
    return gettext("The opponent takes %(upcard)s. You draw a hidden card.") % {"upcard": name(upcard)}


def hand_in_words(cards: Sequence[Card]) -> str:
    """A hand read aloud, suit by suit."""
    return gettext("Your hand: %(cards)s") % {"cards": names.hand_in_words(cards, get_language() or "nb")}


def opponents_hand_in_words(cards: Sequence[Card]) -> str:
    """The opponent's hand read aloud, suit by suit."""
    said = gettext("The opponent's hand: %(cards)s")
    return said % {"cards": names.hand_in_words(cards, get_language() or "nb")}


def card_list(cards: Sequence[Card]) -> str:
    """Cards in a sentence."""
    return names.card_names(cards, get_language() or "nb")
