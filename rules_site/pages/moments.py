"""A deal cut into moments: the start, then every led card, every reply and every draw from the stock.

A moment is what lies on the table when one more thing has happened. Moment 0 is the deal before the
first card; a whole deal has 65 more, three a trick while the stock lasts and two after that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from trainer.engine.cards import PACK, Card, Suit
from trainer.engine.state import Hands, State, Trick
from trainer.engine.tricks import without


class Stage(StrEnum):
    """What has just happened."""

    START = "start"
    LEAD = "lead"
    REPLY = "reply"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at one moment: `before` and, if the trick is finished, `after` it; `lead` as led."""

    stage: Stage
    before: State
    lead: Card | None = None
    after: State | None = None

    @property
    def trick(self) -> Trick | None:
        """The trick that is being played, as it ends; None at the start and where the play stops."""
        return self.after.finished_tricks[-1] if self.after else None

    @property
    def table(self) -> State:
        """The state whose hands and stock lie on the table, but for the cards played to the trick."""
        return self.after if self.stage is Stage.DRAW and self.after else self.before

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards of the trick that lie on the table, the led one first."""
        match self.stage:
            case Stage.LEAD:
                return (self.lead,) if self.lead else ()
            case Stage.REPLY:
                return (self.trick.lead, self.trick.reply) if self.trick else ()
        return ()

    @property
    def hands(self) -> Hands:
        """Both hands without the cards that have been played."""
        first, second = self.table.hands
        for card in self.played:
            first = without(first, card) if card in first else first
            second = without(second, card) if card in second else second
        return first, second

    @property
    def phase(self) -> int:
        """1 while the stock lasts; the last draw belongs to it too."""
        return 1 if self.before.phase == 1 else 2

    @property
    def is_last(self) -> bool:
        """Whether the deal is over with it."""
        return self.stage is Stage.REPLY and self.after is not None and self.after.is_over


def moments_of(states: Sequence[State], led: Card | None = None) -> Iterator[Moment]:
    """All moments of a deal: `states` are the tables before each trick and after the last one.

    `led` is a card led after that, where the record of a deal stops within a trick.
    """
    yield Moment(Stage.START, states[0])
    for before, after in pairwise(states):
        trick = after.finished_tricks[-1]
        yield Moment(Stage.LEAD, before, trick.lead, after)
        yield Moment(Stage.REPLY, before, trick.lead, after)
        if trick.drawn:
            yield Moment(Stage.DRAW, before, trick.lead, after)
    if led:
        yield Moment(Stage.LEAD, states[-1], led)


@dataclass(frozen=True, slots=True)
class Void:
    """A suit that a player lacked in a trick, and how many hidden cards that player drew since (F46)."""

    suit: Suit
    trick: int
    drawn_since: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a player knows of the other hand: cards for certain, and how many cards are still unseen.

    `hidden` of the `unseen` cards are in that hand. In phase two nothing is unseen (F12).
    """

    cards: tuple[Card, ...]
    hidden: int
    unseen: int
    voids: tuple[Void, ...] = ()


def knowledge(moment: Moment, player: int) -> Knowledge:
    """What `player` knows of the other's hand if nothing was forgotten."""
    other = 1 - player
    hand, table = moment.hands[other], moment.table
    if moment.phase == 2 or not table.stock_left:
        return Knowledge(hand, 0, 0)
    taken = {trick.upcard for trick in table.finished_tricks if trick.winner == other}
    cards = tuple(card for card in hand if card in taken)
    seen = 2 * len(table.finished_tricks) + len(moment.played) + len(moment.hands[player]) + len(cards) + 1
    return Knowledge(cards, len(hand) - len(cards), len(PACK) - seen, tuple(_voids(moment, other)))


def _voids(moment: Moment, player: int) -> Iterator[Void]:
    """Suits that the player did not follow though it was a duty, but for those taken openly since."""
    finished = list(moment.table.finished_tricks)
    for suit in Suit:
        for place in range(len(finished) - 1, -1, -1):
            trick = finished[place]
            if trick.winner == player and trick.upcard and trick.upcard.suit is suit:
                break
            if _lacked(trick, player, suit) and moment.before.rule_set.must_follow(trick.number):
                since = sum(later.winner != player for later in finished[place:])
                yield Void(suit, trick.number, since)
                break


def _lacked(trick: Trick, player: int, suit: Suit) -> bool:
    return trick.leader != player and trick.lead.suit is suit and trick.reply.suit is not suit
