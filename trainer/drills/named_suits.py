"""Cards named from memory, suit by suit: what was right, missed and wrong, and how it could be known.

Every missed and wrong card comes with what would have told: the upcard that the opponent took, the trick
in which the card was played, or elimination (F12).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from trainer.drills.voice import Sentence, say
from trainer.drills.watching import last_seen
from trainer.engine.cards import Card, Suit
from trainer.engine.seen_phases import SeenPhase, opponent_hand

RIGHT, MISSED, WRONG = "right", "missed", "wrong"
CARDS_A_SUIT = 13


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card that the opponent holds or that the learner named; `told` says how it could be known."""

    card: Card
    mark: str
    told: Sentence

    @property
    def is_right(self) -> bool:
        return self.mark == RIGHT


@dataclass(frozen=True, slots=True)
class NamedSuit:
    """One suit of the answer; `count` adds up the suit's thirteen cards."""

    suit: Suit
    cards: tuple[NamedCard, ...]
    right: int
    held: int
    count: Sentence

    @property
    def slips(self) -> tuple[NamedCard, ...]:
        """The missed and the wrongly named cards."""
        return tuple(named for named in self.cards if not named.is_right)


def named_suits(phase: SeenPhase, named: Collection[Card]) -> tuple[NamedSuit, ...]:
    """The cards that were named and those that the opponent holds, from spades to clubs."""
    held = frozenset(opponent_hand(phase))
    return tuple(_suit(phase, suit, frozenset(named), held) for suit in Suit)


def _suit(phase: SeenPhase, suit: Suit, named: frozenset[Card], held: frozenset[Card]) -> NamedSuit:
    of_suit = sorted(card for card in named | held if card.suit is suit)
    cards = tuple(NamedCard(card, _mark(card, named, held), how_known(phase, card)) for card in of_suit)
    own = sum(card.suit is suit for card in phase.hand)
    theirs = sum(card.suit is suit for card in held)
    count = say(
        _("Of 13 cards you hold {own} and {played} have been played. That leaves {theirs}."),
        own=own,
        played=CARDS_A_SUIT - own - theirs,
        theirs=theirs,
    )
    return NamedSuit(suit, cards, sum(card.is_right for card in cards), theirs, count)


def _mark(card: Card, named: frozenset[Card], held: frozenset[Card]) -> str:
    if card not in held:
        return WRONG
    return RIGHT if card in named else MISSED


def how_known(phase: SeenPhase, card: Card) -> Sentence:
    """Where a card of another hand than the own was last seen, or that elimination alone tells (F12, F45)."""
    trick = last_seen(phase, card)
    if not trick:
        return say(
            _("Never seen. What is neither played nor yours is the opponent's."),
        )
    row = phase.history[trick - 1]
    if card not in {row.lead, row.follow}:
        return say(_("The opponent took the card in trick {n} and has not played it."), n=trick)
    if row.card_of(phase.player) == card:
        return say(_("You played the card in trick {n}."), n=trick)
    return say(_("The opponent played the card in trick {n}."), n=trick)
