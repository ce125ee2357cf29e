"""What a figure says in words: made from the same cards as the picture, for voices and for reading.

Players are numbers, 0 for the reader and 1 for the opponent. Each sentence is whole in the
catalogue, because languages build them differently.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language, gettext

from trainer.engine.cards import Card, Suit
from trainer.engine.state import State, Trick
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


def taken_label(player: int, won: bool) -> str:
    """The words under a card taken from the stock: the winner's upcard or the loser's hidden card."""
    if won:
        return gettext("You take the upcard") if player == 0 else gettext("The opponent takes the upcard")
    return gettext("You draw") if player == 0 else gettext("The opponent draws")


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


def drawn(winner: int, upcard: Card, own_draw: Card | None = None) -> str:
    """What both take from the stock; the reader's hidden card is named, the opponent's never."""
    if winner == 0:
        said = gettext("You take %(upcard)s. The opponent draws a hidden card.")
        return said % {"upcard": name(upcard)}
    if own_draw is None:
        return gettext("The opponent takes %(upcard)s. You draw a hidden card.") % {"upcard": name(upcard)}
    said = gettext("The opponent takes %(upcard)s. You draw %(card)s, and only you see it.")
    return said % {"upcard": name(upcard), "card": name(own_draw)}


def trick_in_words(trick: Trick, trump: Suit) -> str:
    """A whole trick of a deal, with what was drawn, as the reader saw it."""
    follower = 1 - trick.leader
    winning = trick.lead if trick.winner == trick.leader else trick.reply
    said = [
        led(trick.leader, trick.lead),
        replied(follower, trick.lead, trick.reply, trump),
        won(trick.winner, winning),
    ]
    if trick.upcard and trick.drawn:
        said.append(drawn(trick.winner, trick.upcard, trick.drawn[0]))
    return " ".join(said)


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


def result(state: State) -> str:
    """How a finished deal ended."""
    own, other = state.tricks_won
    said = gettext("The deal is over. You took %(own)s tricks and the opponent %(other)s.")
    winner = gettext("You win the deal.") if own > other else gettext("The opponent wins the deal.")
    return f"{said % {'own': own, 'other': other}} {winner}"
