"""Memory drills before the answer: phase one trick by trick, then the cards to name.

A trick shows what its player saw: the own hand, the upcard, both cards, the own draw. The opponent's
cards are backs throughout, for remembering the ones taken openly is the drill. Which cards are right
stands on neither page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.drills.judging import CARDS_NAMED
from trainer.drills.models import DrillVersion
from trainer.drills.table_view import CARDS_EACH, HandCard, TableView
from trainer.drills.voice import Sentence, say
from trainer.drills.watching import WatchedTrick, watched_tricks
from trainer.engine.cards import Card, NotationError, Suit
from trainer.engine.rule_sets import PHASE_ONE_TRICKS
from trainer.engine.seen_phases import SeenPhase

LAST_STEP = PHASE_ONE_TRICKS


@dataclass(frozen=True, slots=True)
class Watched:
    """One trick as it is shown: the table with both cards, what happened, and the hand after it."""

    step: int
    table: TableView
    told: tuple[Sentence, ...]
    hand: tuple[Card, ...]
    drawn: Card

    @property
    def is_last(self) -> bool:
        """Whether phase one ends here."""
        return self.step == LAST_STEP


@dataclass(frozen=True, slots=True)
class SuitToName:
    """A suit's cards that are not in the own hand, each with whether it is ticked."""

    suit: Suit
    cards: tuple[tuple[Card, bool], ...]


@lru_cache(maxsize=512)
def read_phase(notation: str) -> SeenPhase:
    """The phase one of a memory drill; raise `NotationError`."""
    return SeenPhase.parse(notation)


def asked_step(text: str) -> int:
    """The trick that an address names, the nearest one where there is none such, the first without."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 1
    return min(max(number, 1), LAST_STEP)


def memory_position(version: DrillVersion) -> tuple[Sentence, ...]:
    """Where the learner is, in words."""
    phase = read_phase(version.position)
    return (say(_("Phase one has been played, and {suit} are trump."), suit=phase.trump),)


def memory_prompt() -> Sentence:
    """The question."""
    return say(_("Which 13 cards does the opponent hold?"))


def watched(version: DrillVersion, step: int) -> Watched:
    """One trick of a version's phase one, 1 to 13."""
    trick = watched_tricks(read_phase(version.position))[step - 1]
    return Watched(step, _table(trick), _told(trick), trick.hand_after, trick.drawn)


def suits_to_name(version: DrillVersion, ticked: Collection[Card] = ()) -> tuple[SuitToName, ...]:
    """Every card but those of the own hand, by suit from the ace down."""
    own = read_phase(version.position).hand
    cards = (Card.parse(name) for name in version.choices)
    others = sorted(card for card in cards if card not in own)
    return tuple(
        SuitToName(suit, tuple((card, card in ticked) for card in others if card.suit is suit))
        for suit in Suit
    )


def own_hand(version: DrillVersion) -> tuple[Card, ...]:
    """The hand with which the learner begins phase two."""
    return read_phase(version.position).hand


def ticked_cards(texts: Iterable[str]) -> frozenset[Card]:
    """The cards among what a form sent; what is no card is passed over."""
    found = set()
    for text in texts:
        try:
            found.add(Card.parse(text))
        except NotationError:
            continue
    return frozenset(found)


def named_too_few_or_many(count: int) -> tuple[Sentence, ...]:
    """Why an answer with another number of cards was not taken."""
    missing = CARDS_NAMED - count
    if missing > 0:
        more = ngettext("Tick {n} more card.", "Tick {n} more cards.", missing)
    else:
        more = ngettext("Untick {n} card.", "Untick {n} cards.", -missing)
    ticked = ngettext("You have ticked {n} card.", "You have ticked {n} cards.", count)
    return (
        say(ticked, n=count),
        say(_("The opponent has 13.")),
        *([say(more, n=abs(missing))] if missing else []),
    )


def _table(trick: WatchedTrick) -> TableView:
    """The table as the trick lies there, before the cards of the stock are taken."""
    return TableView(
        phase=1,
        trick=trick.number,
        trump=trick.trump,
        hand=tuple(HandCard(card, True) for card in trick.hand),
        opponent_cards=(),
        opponent_hidden=CARDS_EACH - 1,
        upcard=trick.upcard,
        stock_hidden=trick.stock_hidden,
        led=trick.lead,
        led_by_player=trick.led_by_player,
        reply=trick.reply,
        seen=(),
    )


def _told(trick: WatchedTrick) -> tuple[Sentence, ...]:
    played = (
        say(_("You lead {lead}, and the opponent plays {reply}."), lead=trick.lead, reply=trick.reply)
        if trick.led_by_player
        else say(_("The opponent leads {lead}, and you play {reply}."), lead=trick.lead, reply=trick.reply)
    )
    if trick.player_wins:
        return (
            played,
            say(_("You win the trick and take {upcard}."), upcard=trick.upcard),
            say(_("The opponent draws a hidden card.")),
        )
    return (
        played,
        say(_("The opponent wins the trick and takes {upcard}."), upcard=trick.upcard),
        say(_("You draw {card}, and only you see the card."), card=trick.drawn),
    )
