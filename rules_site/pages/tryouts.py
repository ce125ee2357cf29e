"""Positions that a reader plays, written in the content as a figure `try` and ruled by the engine.

    id: no-choice
    trump: H
    you: SK S7 HA D8
    opponent: SQ S4 C2
    led: S9
    stock: HQ C4
    refused: HA D8
    wins: SK
    caption: ...

With a `stock` (upcard first, then the hidden card, then the next upcard) it is a trick of phase one,
without one an ending. The reader is player 0. The opponent's cards in phase one and the hidden cards of
the stock stay here: what is drawn is a `Table`'s open part alone. The opponent answers with `reply`, in
an ending with an exact best card, else with the cheapest card that wins or the lowest one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from rules_site.pages.blocks import Block
from rules_site.pages.figures import exact_values
from trainer.engine.cards import Card, NotationError, Suit
from trainer.engine.ending_positions import Ending
from trainer.engine.rule_sets import BASE, RuleSet
from trainer.engine.state import Hands, Trick
from trainer.engine.tricks import (
    IllegalCard,
    beats,
    is_revoke,
    legal_replies,
    require_playable,
    trick_winner,
    without,
)
from trainer.table.chosen_rules import FOLLOWS, MUST

NONE = "-"
CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class Tryout:
    """A position to play; `follow` is None where the duty in phase one is as the reader has chosen."""

    id: str
    trump: Suit
    hands: Hands
    led: Card | None
    stock: tuple[Card, ...]
    follow: bool | None
    reply: Card | None
    tricks: int

    @property
    def phase(self) -> int:
        return 1 if self.stock else 2

    def table(self, rules: RuleSet = BASE) -> Table:
        """The table before the first card."""
        must = self.phase == 2 or (rules.must_follow(1) if self.follow is None else self.follow)
        return Table(self, must, self.hands, 0 if self.led is None else 1, self.led)


@dataclass(frozen=True, slots=True)
class PlacedTryout:
    """A position of a page with the sentence that invites to play it."""

    tryout: Tryout
    caption: SafeString

    @property
    def slot(self) -> str:
        """Where it stands in the HTML of the page."""
        return f"<!--try:{self.tryout.id}-->"


@dataclass(frozen=True, slots=True)
class Table:
    """The table where the reader is to play, or where the position ends."""

    tryout: Tryout
    must_follow: bool
    hands: Hands
    leader: int
    led: Card | None = None
    finished: tuple[Trick, ...] = ()

    @property
    def is_over(self) -> bool:
        return len(self.finished) == self.tryout.tricks

    @property
    def stock(self) -> tuple[Card, ...]:
        """What is left of the stock, as far as the position knows it: the upcard first."""
        return self.tryout.stock[2 * len(self.finished) :]

    @property
    def upcard(self) -> Card | None:
        return self.stock[0] if self.stock else None

    @property
    def known(self) -> tuple[Card, ...]:
        """The opponent's cards that the reader may see: all in phase two, in phase one upcards taken."""
        if self.tryout.phase == 2:
            return self.hands[1]
        taken = {trick.upcard for trick in self.finished if trick.winner == 1}
        return tuple(card for card in self.hands[1] if card in taken)

    @property
    def opponent_size(self) -> int:
        """How many cards the opponent holds; the author may leave them out where nobody needs them."""
        return len(self.hands[1]) or len(self.hands[0]) - (self.led is not None)

    def refuses(self, card: Card) -> bool:
        """Whether the rules forbid a card of the reader's hand now."""
        return self.must_follow and self.led is not None and is_revoke(card, self.hands[0], self.led)

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the reader may play."""
        own = self.hands[0]
        return own if self.led is None or not self.must_follow else legal_replies(own, self.led)

    def play(self, card: Card) -> Table:
        """The table after the reader's card and all that follows by itself; IllegalCard as in the engine."""
        if self.is_over:
            raise IllegalCard(f"cannot play {card}: the position is played out")
        require_playable(card, self.hands[0], self.led if self.must_follow else None)
        after = replace(self, hands=(without(self.hands[0], card), self.hands[1]))
        if self.led is not None:
            return after._settled(self.led, card)._with_opponents_lead()
        reply = after._reply(card)
        after = replace(after, hands=(after.hands[0], without(after.hands[1], reply)))
        return after._settled(card, reply)._with_opponents_lead()

    def _settled(self, lead: Card, reply: Card) -> Table:
        winner = trick_winner(lead, reply, self.tryout.trump, self.leader)
        upcard, hidden = (*self.stock[:2], None, None)[:2]
        drawn = None
        hands = self.hands
        if upcard and hidden:
            drawn = (upcard, hidden) if winner == 0 else (hidden, upcard)
            hands = (tuple(sorted((*hands[0], drawn[0]))), tuple(sorted((*hands[1], drawn[1]))))
        elif upcard:
            own, other = hands
            hands = (tuple(sorted((*own, upcard))), other) if winner == 0 else hands
        trick = Trick(len(self.finished) + 1, self.leader, lead, reply, winner, upcard, drawn)
        return replace(self, hands=hands, leader=winner, led=None, finished=(*self.finished, trick))

    def _with_opponents_lead(self) -> Table:
        if self.is_over or self.leader == 0:
            return self
        card = self._lead()
        return replace(self, hands=(self.hands[0], without(self.hands[1], card)), led=card)

    def _reply(self, lead: Card) -> Card:
        hand = self.hands[1]
        legal = legal_replies(hand, lead) if self.must_follow else hand
        if not self.finished and self.tryout.reply in legal:
            return self.tryout.reply
        if self.tryout.phase == 2:
            legal = _best(Ending(self.tryout.trump, 0, self.hands, lead))
        return min(legal, key=lambda card: (not beats(card, lead, self.tryout.trump), *self._price(card)))

    def _lead(self) -> Card:
        hand = self.hands[1]
        if self.tryout.phase == 2:
            hand = _best(Ending(self.tryout.trump, 1, self.hands))
        return min(hand, key=self._price)

    def _price(self, card: Card) -> tuple[bool, int, int]:
        return card.suit is self.tryout.trump, card.rank, card.suit.index


def _best(ending: Ending) -> tuple[Card, ...]:
    values = exact_values(ending.notation())
    return tuple(card for card, value in values.items() if value == max(values.values()))


def most_tricks(tryout: Tryout) -> int:
    """How many tricks the reader can be sure of in an ending, both playing best."""
    leader = 0 if tryout.led is None else 1
    return max(exact_values(Ending(tryout.trump, leader, tryout.hands, tryout.led).notation()).values())


def read_tryout(block: Block) -> Tryout:
    """The position of a block, its claims checked by playing every card; ContentError for a wrong one."""
    block.require(
        "id|trump|you|caption", "opponent|led|stock|follow|reply|stop after|refused|wins|loses|best"
    )
    follow = block.choice("follow", (*FOLLOWS, CHOSEN), CHOSEN)
    tryout = Tryout(
        block.fields["id"],
        block.suit("trump"),
        (_hand(block, "you"), _hand(block, "opponent")),
        block.card("led"),
        block.cards("stock") if "stock" in block.fields else (),
        None if follow == CHOSEN else follow == MUST,
        block.card("reply"),
        0,
    )
    _check_cards(block, tryout)
    tryout = replace(tryout, tricks=_tricks(block, tryout))
    _check_reply(block, tryout)
    _check_claims(block, tryout)
    return tryout


def _hand(block: Block, key: str) -> tuple[Card, ...]:
    return tuple(sorted(block.cards(key))) if key in block.fields else ()


def _check_cards(block: Block, tryout: Tryout) -> None:
    """Every card once, and hands that can meet."""
    (own, other), led = tryout.hands, tryout.led
    block.check_distinct("you", own, other, (led,) if led else (), tryout.stock)
    if tryout.phase == 2:
        try:
            Ending(tryout.trump, 0 if led is None else 1, tryout.hands, led)
        except NotationError as error:
            raise block.fault("you", str(error)) from None
        return
    if not other and led is None:
        raise block.fault("you", "you lead, so the opponent needs cards to answer with: write opponent")
    needed = len(own) - (led is not None)
    if other and len(other) != needed:
        raise block.fault("opponent", f"the opponent holds {len(other)} cards beside a led one: {needed} fit")


def _tricks(block: Block, tryout: Tryout) -> int:
    """How many tricks are played: one in phase one, all in an ending, or as many as the block says."""
    most = len(tryout.hands[0]) if tryout.phase == 2 else max(len(tryout.stock) // 2, 1)
    if tryout.phase == 1 and not tryout.hands[1]:
        most = 1
    if "stop after" in block.fields:
        return block.number("stop after", 1, most)
    return most if tryout.phase == 2 else 1


def _check_reply(block: Block, tryout: Tryout) -> None:
    if tryout.reply is None:
        return
    if tryout.led is not None:
        raise block.fault("reply", "the opponent has led and does not reply")
    if tryout.reply not in tryout.hands[1]:
        raise block.fault("reply", f"{tryout.reply} is not among the opponent's cards")
    table = tryout.table()
    if all(table.play(card).finished[0].reply != tryout.reply for card in table.legal):
        raise block.fault("reply", f"{tryout.reply} may not be played to any of your leads")


def _check_claims(block: Block, tryout: Tryout) -> None:
    """Claims are about the first card, by the rules of the base game where `follow` is not given."""
    table = tryout.table()
    block.check_claim("refused", _written(card for card in table.hands[0] if table.refuses(card)))
    if block.fields.keys() & {"wins", "loses"}:
        winners = {card: table.play(card).finished[0].winner for card in table.legal}
        block.check_claim("wins", _written(card for card, winner in winners.items() if winner == 0))
        block.check_claim("loses", _written(card for card, winner in winners.items() if winner == 1))
    if "best" in block.fields:
        if tryout.phase == 1:
            raise block.fault("best", "in phase one no card is exactly the best: leave this line out")
        leader = 0 if tryout.led is None else 1
        block.check_claim("best", _written(_best(Ending(tryout.trump, leader, tryout.hands, tryout.led))))


def _written(cards: Iterator[Card] | Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or NONE
