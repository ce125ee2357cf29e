"""A finished phase one, trick by trick as it was seen from one seat, for the drill that asks about it.

Each moment holds what that player sees just then: the hand, the upcard, the two cards, the own draw.
Of the opponent's hand it holds the number of cards alone. Which upcards the opponent took is what
there is to remember, and the cards drawn unseen are not in a `SeenPhase` at all.
"""

from __future__ import annotations

from dataclasses import dataclass

from trainer.engine.cards import Card, Suit
from trainer.engine.rule_sets import ALL_TRICKS
from trainer.engine.seen_phases import SeenPhase


@dataclass(frozen=True, slots=True)
class WatchedTrick:
    """One trick of phase one: `hand` before it, what was led and answered, and the own card drawn.

    `stock_hidden` counts the stock's cards under the upcard as the trick begins.
    """

    number: int
    trump: Suit
    upcard: Card
    stock_hidden: int
    hand: tuple[Card, ...]
    led_by_player: bool
    lead: Card
    reply: Card
    player_wins: bool
    drawn: Card

    @property
    def own_card(self) -> Card:
        """The card that the player plays."""
        return self.lead if self.led_by_player else self.reply

    @property
    def opponent_card(self) -> Card:
        """The card that the opponent plays."""
        return self.reply if self.led_by_player else self.lead

    @property
    def hand_after(self) -> tuple[Card, ...]:
        """The hand when the player's card is gone and the drawn one has come, in display order."""
        return tuple(sorted({*self.hand, self.drawn} - {self.own_card}))


def watched_tricks(phase: SeenPhase) -> tuple[WatchedTrick, ...]:
    """The tricks in their order; the hand after the last is the one that phase two begins with."""
    tricks: list[WatchedTrick] = []
    hand = phase.dealt
    for number, row in enumerate(phase.history, start=1):
        trick = WatchedTrick(
            number,
            phase.trump,
            row.upcard,
            ALL_TRICKS - 2 * (number - 1) - 1,
            hand,
            row.leader == phase.player,
            row.lead,
            row.follow,
            row.winner == phase.player,
            row.my_draw,
        )
        tricks.append(trick)
        hand = trick.hand_after
    return tuple(tricks)


def last_seen(phase: SeenPhase, card: Card) -> int:
    """The last trick in which the player saw a card as upcard or being played, 0 if in none."""
    seen = [
        number
        for number, row in enumerate(phase.history, start=1)
        if card in {row.upcard, row.lead, row.follow}
    ]
    return max(seen, default=0)
