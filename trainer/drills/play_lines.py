"""The learner's cards of an ending played on, as its address spells them.

One sign a card: its place in the hand of that turn. The opponent's cards follow from the learner's
(`trainer.engine.ending_play`), so the address holds all there is to know, and no card's name: the cards
of an assigned drill stand in no address.
"""

from __future__ import annotations

from trainer.engine.cards import Card
from trainer.engine.ending_play import PlayedEnding, played
from trainer.engine.ending_positions import Ending
from trainer.engine.tricks import IllegalCard

_SIGNS = "0123456789abc"


class BadLine(ValueError):
    """A text that cannot be played from this position."""


def read_line(start: Ending, text: str) -> PlayedEnding:
    """Play what an address spells; raise `BadLine`."""
    so_far = played(start, ())
    if len(text) > len(_SIGNS):
        raise BadLine(text)
    for sign in text:
        place = _SIGNS.find(sign)
        if so_far.ending.is_over or not 0 <= place < len(so_far.ending.hand):
            raise BadLine(text)
        so_far = with_card(so_far, so_far.ending.hand[place])
    return so_far


def with_card(so_far: PlayedEnding, card: Card) -> PlayedEnding:
    """Play one card more; raise `BadLine` for one that may not be played."""
    cards = tuple(turn.card for turn in so_far.turns)
    try:
        return played(so_far.start, (*cards, card))
    except IllegalCard as error:
        raise BadLine(str(error)) from error


def first_line(start: Ending, card: Card) -> str:
    """The line of one card."""
    return _SIGNS[start.hand.index(card)]


def written_line(so_far: PlayedEnding) -> str:
    """What `read_line` reads."""
    return "".join(_SIGNS[turn.ending.hand.index(turn.card)] for turn in so_far.turns)
