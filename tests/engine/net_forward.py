"""The value net a second time, in plain numpy and from `Position`: what the kernels are compared with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from trainer.engine import net_kernel
from trainer.engine.cards import PACK, Card, Suit
from trainer.engine.positions import Position, known_opponent_cards, played_cards
from trainer.engine.tricks import beats
from trainer.engine.vectors_kernel import FIRST, SECOND
from trainer.engine.weights_kernel import Weights


@dataclass(frozen=True)
class View:
    """What a player sees: sets of cards, the number of the trick, voids as suit to cards drawn since."""

    own: frozenset[Card]
    other: frozenset[Card]
    unseen: frozenset[Card]
    shown: frozenset[Card]
    own_voids: dict[Suit, int]
    other_voids: dict[Suit, int]
    trick: int
    leads: bool = False
    up: Card | None = None
    laid: Card | None = None


def seen(position: Position) -> View:
    """The player's view now."""
    player, gone = position.player, set(played_cards(position))
    taken = {row.upcard for row in position.history if row.winner == player}
    other = known_opponent_cards(position)
    known = {*position.hand, *other, *gone, position.upcard}
    voids: tuple[dict[Suit, int], dict[Suit, int]] = ({}, {})
    for row in position.history:
        if row.follow.suit is not row.lead.suit and position.rule_set.follow_in_phase_one:
            voids[1 - row.leader][row.lead.suit] = 0
        loser = voids[1 - row.winner]
        for suit in loser:
            loser[suit] += 1
    return View(
        own=frozenset(position.hand),
        other=frozenset(other),
        unseen=frozenset(set(PACK) - known),
        shown=frozenset(taken & set(position.hand)),
        own_voids=voids[player],
        other_voids=voids[1 - player],
        trick=position.trick,
        leads=position.leader == player,
        up=position.upcard,
    )


def after_reply(position: Position, card: Card) -> View:
    """The follower's view when `card` has been played and nobody has drawn."""
    assert position.led is not None
    now = seen(position)
    wins = beats(card, position.led, position.trump)
    prize = {position.upcard}
    own_voids, other_voids = dict(now.own_voids), dict(now.other_voids)
    if position.rule_set.follow_in_phase_one and all(c.suit is not position.led.suit for c in position.hand):
        own_voids[position.led.suit] = 0
    drawer = other_voids if wins else own_voids
    for suit in drawer:
        drawer[suit] += 1
    return View(
        own=(now.own - {card}) | (prize if wins else set()),
        other=now.other | (set() if wins else prize),
        unseen=now.unseen,
        shown=(now.shown - {card}) | (prize if wins else set()),
        own_voids=own_voids,
        other_voids=other_voids,
        trick=position.trick + 1,
        leads=wins,
    )


def after_lead(position: Position, card: Card) -> View:
    """The leader's view with `card` on the table."""
    now = seen(position)
    return View(
        own=now.own - {card},
        other=now.other,
        unseen=now.unseen,
        shown=now.shown - {card},
        own_voids=now.own_voids,
        other_voids=now.other_voids,
        trick=position.trick,
        up=position.upcard,
        laid=card,
    )


class Names:
    """Where each card and suit goes: ranks among the cards not played, suits without names."""

    def __init__(self, position: Position) -> None:
        self.played = played_cards(position)
        now = seen(position)

        def ranks(cards: Iterable[Card], suit: Suit) -> list[int]:
            return sorted((self.rank(card) for card in cards if card.suit is suit), reverse=True)

        def key(suit: Suit) -> tuple[int, list[int], list[int], list[int], bool, int]:
            own = ranks(now.own, suit)
            others = ranks(now.unseen, suit), ranks(now.other, suit)
            return len(own), own, *others, position.upcard.suit is suit, -suit.index

        plain = sorted((suit for suit in Suit if suit is not position.trump), key=key, reverse=True)
        self.place = {suit: place for place, suit in enumerate([position.trump, *plain])}

    def rank(self, card: Card) -> int:
        higher = [other for other in self.played if other.suit is card.suit and other.index > card.index]
        return card.index % 13 + len(higher)

    def number(self, card: Card) -> int:
        return 13 * self.place[card.suit] + self.rank(card)


def inputs(view: View, names: Names, rows: int) -> npt.NDArray[np.float32]:
    """The net's inputs, one a row of the first layer."""
    x = np.zeros(net_kernel.LEAD_ROWS, dtype=np.float32)
    for base, cards in (
        (net_kernel.OWN, view.own),
        (net_kernel.OTHER, view.other),
        (net_kernel.UNSEEN, view.unseen),
        (net_kernel.SHOWN, view.shown),
        (net_kernel.UP, {view.up} - {None}),
        (net_kernel.LAID, {view.laid} - {None}),
    ):
        for card in cards:
            assert card is not None
            x[base + names.number(card)] = 1
    x[net_kernel.TRICKS + view.trick - 1] = 1
    x[net_kernel.LEADS] = view.leads
    for base, voids in ((net_kernel.OTHER_VOID, view.other_voids), (net_kernel.OWN_VOID, view.own_voids)):
        for suit, age in voids.items():
            x[base + names.place[suit]] = 1 / (1 + age)
    return x[:rows]


def forward(weights: Weights, at: int, x: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Tricks and the logit of winning, for one input or a table of them."""
    flat = weights.astype(np.float64)
    tail = at + x.shape[-1] * FIRST
    layer = flat[at:tail].reshape(-1, FIRST)
    middle = tail + net_kernel.SECOND_LAYER
    bias = tail + net_kernel.SECOND_BIAS
    out = tail + net_kernel.OUT_TRICKS
    first = np.maximum(x @ layer + flat[tail : tail + FIRST], 0)
    second = np.maximum(first @ flat[middle:bias].reshape(FIRST, SECOND) + flat[bias : bias + SECOND], 0)
    last = flat[out : out + 2 * SECOND].reshape(2, SECOND)
    return np.asarray(second @ last.T + flat[out + 2 * SECOND : out + 2 * SECOND + 2])


def card_value(weights: Weights, position: Position, card: Card) -> float:
    """What `net_values` should say of a card."""
    names = Names(position)
    if position.led is None:
        x = inputs(after_lead(position, card), names, net_kernel.LEAD_ROWS)
        return float(forward(weights, net_kernel.LEAD_AT, x)[0])
    x = inputs(after_reply(position, card), names, net_kernel.AFTER_ROWS)
    counted = position.rule_set.both_phases_count and beats(card, position.led, position.trump)
    return float(forward(weights, net_kernel.AFTER_AT, x)[0]) + counted
