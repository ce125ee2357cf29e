"""Opponents of a whole deal, told apart by what they remember and how they think (F12, F45).

* `beginner` follows the usual advice and remembers the last tricks alone;
* `club` weighs its cards by the value net and remembers trumps and upcards to the end, but of
  the plain cards played in phase one only the last trick. In phase two it plays out guesses at
  the cards that it has not kept an eye on;
* `strong` remembers everything, tries its cards in many deals that fit what it has seen, and plays
  phase two exactly.

All are given a `SeatView` and a seed: the same view and seed give the same card, whatever lies
in the hidden hand and in the stock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

import numpy as np

from . import table_kernel as kernel
from .cards import Card, Suit, card_bits
from .ending_positions import Ending, play
from .ending_positions import legal_cards as ending_cards
from .ending_tips import tips_card
from .endings import best_card, best_cards, ending_values
from .players import STREAM_MASK, player_named
from .policies import scratch, shared_weights, table_of
from .policy_kernel import choose
from .positions import Position, known_opponent_cards, legal_cards
from .seat_views import SeatView, SeenEnding, seat_view
from .seen_phases import opponent_hand
from .state import State

BEGINNERS_TRICKS = 3  # how many tricks back the beginner remembers
GUESSES = 12  # at the hand across the table, by the club player in phase two


class UnknownOpponent(ValueError):
    """A name that no opponent has."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """How an opponent plays each phase."""

    name: str
    phase_one: Callable[[Position, int], Card]
    phase_two: Callable[[SeenEnding, int], Card]

    def card(self, view: SeatView, seed: int) -> Card:
        """The card to play; there may be only one."""
        if isinstance(view, Position):
            legal = legal_cards(view)
            return legal[0] if len(legal) == 1 else self.phase_one(view, seed)
        legal = ending_cards(view.ending)
        return legal[0] if len(legal) == 1 else self.phase_two(view, seed)


def opponent_named(name: str) -> Opponent:
    """The opponent of that name; raise `UnknownOpponent` for any other."""
    if name not in OPPONENTS:
        raise UnknownOpponent(f"{name!r} is no opponent: expected one of {', '.join(OPPONENTS)}")
    return OPPONENTS[name]


def opponent_card(name: str, state: State, thinking: str) -> Card:
    """The card that the opponent plays in a state, from its seat's view alone.

    `thinking` seeds whatever is left to chance. Raises `SolverMissing` without the compiled code.
    """
    view = seat_view(state)
    return opponent_named(name).card(view, view_seed(view, thinking))


def view_seed(view: SeatView, thinking: str) -> int:
    """The random stream of a decision: it depends on what the seat knows, and on nothing else."""
    text = f"{thinking} {view.notation()}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def _beginner_one(position: Position, seed: int) -> Card:
    rows = position.history[-BEGINNERS_TRICKS:]
    recent = {card for row in rows for card in (row.lead, row.follow)}
    taken = {row.upcard for row in rows}
    return _with_memory("tips", position, recent, taken.intersection(known_opponent_cards(position)), seed)


def _beginner_two(view: SeenEnding, seed: int) -> Card:
    ending = view.ending
    recent = view.plays[-2 * BEGINNERS_TRICKS :]
    return tips_card(ending.hand, ending.led, ending.trump, recent)


def _club_one(position: Position, seed: int) -> Card:
    upcards = {row.upcard for row in position.history}
    played = {card for row in position.history for card in (row.lead, row.follow)}
    kept = {card for card in played if card.suit is position.trump or card in upcards}
    last = {card for row in position.history[-1:] for card in (row.lead, row.follow)}
    return _with_memory("net", position, kept | last, set(known_opponent_cards(position)), seed)


def _with_memory(policy: str, position: Position, played: set[Card], held: set[Card], seed: int) -> Card:
    """The policy's card, when of the past only the cards `played` and `held` across the table are known."""
    table = table_of(position)
    led = {position.led} if position.led else set()
    table[kernel.PLAYED] = card_bits(played | led)
    table[kernel.KNOWN + 1] = card_bits(held)
    table[kernel.VOIDS : kernel.VOIDS + 2] = 0
    table[kernel.AGES : kernel.AGES + 8] = kernel.NEVER
    stream = np.array([seed & STREAM_MASK], dtype=np.uint64)
    weights = shared_weights(policy, position.rule_set)
    return Card.from_index(choose(weights, scratch(), table, 0, stream))


def _club_two(view: SeenEnding, seed: int) -> Card:
    """The card that takes most on average, over guesses at the plain cards not kept an eye on."""
    ending = view.ending
    kept, unsure = _kept_in_mind(view)
    unknown = len(ending.hands[1 - view.player]) - len(kept)
    if len(unsure) == unknown:
        return best_card(ending)
    rng, worth = Random(seed), dict.fromkeys(ending_cards(ending), 0)
    for _ in range(GUESSES):
        guessed = tuple(sorted((*kept, *rng.sample(unsure, unknown))))
        for card, tricks in ending_values(_with_hand(ending, view.player, guessed)).items():
            worth[card] += tricks
    return _cheapest(worth, ending)


def _kept_in_mind(view: SeenEnding) -> tuple[list[Card], list[Card]]:
    """Cards that the club player knows across the table, and plain ones that may be there.

    Trumps follow by counting; upcards were seen when they were taken. Of the other plain cards
    those played in phase one are forgotten, so any of them may be there, as far as it knows, unless
    its owner has failed to follow the suit in phase two.
    """
    phase, trump = view.phase, view.phase.trump
    upcards = {row.upcard for row in phase.history}
    held = [card for card in opponent_hand(phase) if card not in view.plays]
    kept = [card for card in held if card.suit is trump or card in upcards]
    played = {card for row in phase.history for card in (row.lead, row.follow)}
    forgotten = {card for card in played if card.suit is not trump and card not in upcards}
    lacking = _lacking(view)
    unsure = forgotten.union(held).difference(kept)
    return kept, sorted(card for card in unsure if card in held or card.suit not in lacking)


def _lacking(view: SeenEnding) -> set[Suit]:
    """Suits that the other player has failed to follow in phase two."""
    found: set[Suit] = set()
    ending = view.start
    for card in view.plays:
        if ending.led is not None and ending.to_play != view.player and card.suit is not ending.led.suit:
            found.add(ending.led.suit)
        ending = play(ending, card)
    return found


def _with_hand(ending: Ending, player: int, other: tuple[Card, ...]) -> Ending:
    own = ending.hands[player]
    hands = (own, other) if player == 0 else (other, own)
    return Ending(ending.trump, ending.leader, hands, ending.led)


def _cheapest(worth: Mapping[Card, int], ending: Ending) -> Card:
    best = best_cards(worth)
    return min(best, key=lambda card: (card.suit is ending.trump, card.rank, card.suit.index))


def _strong_one(position: Position, seed: int) -> Card:
    return player_named("strong").phase_one(position, seed)


def _strong_two(view: SeenEnding, seed: int) -> Card:
    return best_card(view.ending)


OPPONENTS: dict[str, Opponent] = {
    "beginner": Opponent("beginner", _beginner_one, _beginner_two),
    "club": Opponent("club", _club_one, _club_two),
    "strong": Opponent("strong", _strong_one, _strong_two),
}
