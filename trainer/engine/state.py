"""The state of a deal in play, with all cards known (F5-F10).

A state is a value: `play` returns the next one and leaves the old one alone.
Only the server and the engine hold states; what a player may see of one is a
`Position` in phase one and an `Ending` in phase two.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass

from .cards import Card, NotationError, Suit
from .deals import Deal
from .notation import compact_cards, read_cards, read_rule_set, split_fields
from .rule_sets import BASE, RuleSet
from .tricks import IllegalCard, legal_replies, require_playable, trick_winner, without

__all__ = ["IllegalCard", "State", "Trick", "legal_cards", "new_state", "play", "trick_winner"]

KIND = "state"
Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick; `upcard` and what each player drew (`drawn`) are None in phase two."""

    number: int
    leader: int
    lead: Card
    reply: Card
    winner: int
    upcard: Card | None = None
    drawn: tuple[Card, Card] | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A deal after some plays; `new_state` and `play` make them.

    `hands` are in display order. `leader` leads the current trick and `led` is the
    card led to it, if any.

    >>> state = State.parse(
    ...     "state.base.1.H4C6CKS4S6C5CJH9C9SQSTH6C3.HTH5S5H3CTC8D3D8HAS8C4S9DJ"
    ...     ".SJCQS2D5C2D4H7H2SKC7DKD7HKD6DASAD9DTD2S3HQS7DQH8CAHJ.S6"
    ... )
    >>> play(state, Card.parse("HA"))
    Traceback (most recent call last):
    trainer.engine.tricks.IllegalCard: cannot play HA: hand holds S9 S8 S5, spades led
    >>> play(state, Card.parse("S9")).to_play
    1
    """

    deal: Deal
    rule_set: RuleSet
    hands: Hands
    leader: int
    led: Card | None = None
    finished_tricks: tuple[Trick, ...] = ()

    @property
    def trump(self) -> Suit:
        """Trump, the suit of the first upcard, for the whole deal (F4)."""
        return self.deal.stock[0].suit

    @property
    def is_over(self) -> bool:
        """Whether all 26 tricks are played."""
        return len(self.finished_tricks) == self.rule_set.all_tricks

    @property
    def phase(self) -> int | None:
        """1 while the stock lasts, then 2, None when the deal is over."""
        if self.is_over:
            return None
        return 1 if len(self.finished_tricks) < self.rule_set.phase_tricks else 2

    @property
    def trick(self) -> int:
        """Number of the current trick, 1-26; stays at 26 when the deal is over."""
        return min(len(self.finished_tricks) + 1, self.rule_set.all_tricks)

    @property
    def to_play(self) -> int:
        """The player whose turn it is; when the deal is over, who won the last trick."""
        return self.leader if self.led is None else 1 - self.leader

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the player to play."""
        return self.hands[self.to_play]

    @property
    def stock_left(self) -> tuple[Card, ...]:
        """The stock from the upcard down; empty after trick 13 (F9)."""
        return self.deal.stock[2 * len(self.finished_tricks) :]

    @property
    def upcard(self) -> Card | None:
        """The prize of the current trick, None in phase two."""
        left = self.stock_left
        return left[0] if left else None

    @property
    def plays(self) -> tuple[Card, ...]:
        """All cards played so far, in order."""
        played = [card for trick in self.finished_tricks for card in (trick.lead, trick.reply)]
        return tuple(played if self.led is None else [*played, self.led])

    @property
    def tricks_won(self) -> tuple[int, int]:
        """Tricks of player 0 and player 1 that count under the rule set (F8, F10, F31)."""
        return _count(trick for trick in self.finished_tricks if self.rule_set.counts(trick.number))

    @property
    def phase_one_tricks(self) -> tuple[int, int]:
        """Tricks of player 0 and player 1 among tricks 1-13."""
        return _count(self.finished_tricks[: self.rule_set.phase_tricks])

    @property
    def phase_two_tricks(self) -> tuple[int, int]:
        """Tricks of player 0 and player 1 among tricks 14-26."""
        return _count(self.finished_tricks[self.rule_set.phase_tricks :])

    def notation(self) -> str:
        """The one-line form: kind, rule set, the deal's fields, the plays."""
        return ".".join((KIND, self.rule_set.id, self.deal.fields(), compact_cards(self.plays)))

    @classmethod
    def parse(cls, text: str) -> State:
        """Read a notation and play its cards; raise `NotationError` for the first that is illegal."""
        names = "rule-set dealer hand-0 hand-1 stock plays"
        rule_set, dealer, first, second, stock, plays = split_fields(text, KIND, names)
        rules = read_rule_set(rule_set)
        state = new_state(Deal.from_fields(dealer, first, second, stock, hand_size=rules.pack.hand), rules)
        for number, card in enumerate(read_cards(plays), start=1):
            try:
                state = play(state, card)
            except IllegalCard as error:
                raise NotationError(f"play {number}: {error}") from None
        return state


def new_state(deal: Deal, rule_set: RuleSet = BASE) -> State:
    """The state before trick 1, the non-dealer to lead (F5).

    Raises `NotationError` for a deal of another pack than that of the rule set.
    """
    for card in deal.pack:
        if card not in rule_set.pack.cards:
            raise NotationError(f"{card} is not in the pack of {rule_set}")
    if deal.hand_size != rule_set.pack.hand:
        raise NotationError(f"{deal.hand_size} cards are dealt to each: {rule_set} has {rule_set.pack.hand}")
    first, second = deal.hands
    return State(deal, rule_set, (tuple(sorted(first)), tuple(sorted(second))), 1 - deal.dealer)


def legal_cards(state: State) -> tuple[Card, ...]:
    """The cards that the player to play may play, in display order (F5, F6, F30)."""
    led = _card_to_follow(state)
    return state.hand if led is None else legal_replies(state.hand, led)


def play(state: State, card: Card) -> State:
    """The state after the player to play has played `card`.

    A reply ends the trick: in phase one its winner draws the upcard, the loser the
    next stock card (F8), and the winner leads. Raises `IllegalCard` for a card that
    is not held, does not follow suit though the hand could, or comes after the end.
    """
    if state.is_over:
        raise IllegalCard(f"cannot play {card}: all {state.rule_set.all_tricks} tricks are played")
    hand = state.hand
    require_playable(card, hand, _card_to_follow(state))
    hands = _with_hand(state.hands, state.to_play, without(hand, card))
    if state.led is None:
        return State(state.deal, state.rule_set, hands, state.leader, card, state.finished_tricks)
    return _next_trick(state, hands, state.led, card)


def _next_trick(state: State, hands: Hands, lead: Card, reply: Card) -> State:
    """Settle the trick, draw while the stock lasts, and let the winner lead."""
    number = len(state.finished_tricks) + 1
    winner = trick_winner(lead, reply, state.trump, state.leader)
    if number > state.rule_set.phase_tricks:
        trick = Trick(number, state.leader, lead, reply, winner)
    else:
        upcard, hidden = state.deal.stock[2 * number - 2 : 2 * number]
        drawn = (upcard, hidden) if winner == 0 else (hidden, upcard)
        trick = Trick(number, state.leader, lead, reply, winner, upcard, drawn)
        hands = (_with_card(hands[0], drawn[0]), _with_card(hands[1], drawn[1]))
    return State(state.deal, state.rule_set, hands, winner, None, (*state.finished_tricks, trick))


def _card_to_follow(state: State) -> Card | None:
    """The led card where suit must be followed, None on lead or with free play."""
    must_follow = state.rule_set.must_follow(len(state.finished_tricks) + 1)
    return state.led if must_follow else None


def _with_hand(hands: Hands, player: int, hand: tuple[Card, ...]) -> Hands:
    return (hand, hands[1]) if player == 0 else (hands[0], hand)


def _with_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = bisect(hand, card)
    return (*hand[:place], card, *hand[place:])


def _count(tricks: Iterable[Trick]) -> tuple[int, int]:
    winners = [trick.winner for trick in tricks]
    return winners.count(0), winners.count(1)
