"""Phase one to its end as one player saw it, and the other hand that follows from it (F8, F12).

A player sees the own hand, every card played and every upcard. When the stock is
gone that tells where all cards are: what was neither played nor is in the own
hand is in the opponent's, the upcards taken and kept among it (F45), the others by
elimination. A seen phase names no card of the opponent's that the player has not
seen, so it may be shown and sent to its player as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from .cards import Card, NotationError, Suit
from .histories import OpponentView, SeenTrick, opponent_view, rows_from_cards
from .history_checks import HistoryReplay, dealt_cards, require_possible_hand
from .notation import compact_cards, read_cards, read_player, read_rule_set, require_player, split_fields
from .positions import seen_trick
from .rule_sets import BASE, RuleSet
from .state import State, Trick

KIND = "seen"


@dataclass(frozen=True, slots=True)
class SeenPhase:
    """The finished phase one seen by `player`, with the hand that it left.

    The hand is kept in display order. Raises `NotationError` naming the card or trick
    where the history breaks the rules.
    """

    player: int
    dealer: int
    hand: tuple[Card, ...]
    history: tuple[SeenTrick, ...]
    rule_set: RuleSet = BASE
    opponent: OpponentView = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand)))
        _require_finished(self)
        object.__setattr__(self, "opponent", opponent_view(self.history, self.player, self.rule_set))
        require_possible_hand(self.opponent, opponent_hand(self))

    @property
    def trump(self) -> Suit:
        """The suit of the first upcard, for the whole deal (F4)."""
        return self.history[0].upcard.suit

    @property
    def leader(self) -> int:
        """Who leads the first trick of phase two (F10)."""
        return self.history[-1].winner

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The hand before the first trick, in display order."""
        return tuple(sorted(dealt_cards(self.player, self.hand, self.history)))

    def notation(self) -> str:
        """The one-line form: rule set, player, dealer, hand, rows of the history."""
        rows = "_".join(row.notation() for row in self.history)
        return f"{KIND}.{self.rule_set}.{self.player}.{self.dealer}.{compact_cards(self.hand)}.{rows}"

    @classmethod
    def parse(cls, text: str) -> SeenPhase:
        """Read a notation; raise `NotationError` naming what is wrong."""
        rule_set, player, dealer, hand, rows = split_fields(text, KIND, "rule-set player dealer hand history")
        history = rows_from_cards([read_cards(row) for row in rows.split("_")], read_player(dealer))
        return cls(
            read_player(player), read_player(dealer), read_cards(hand), history, read_rule_set(rule_set)
        )


def seen_phase(state: State, player: int) -> SeenPhase:
    """What `player` has seen of phase one; raise `ValueError` while the stock lasts."""
    if state.phase == 1:
        raise ValueError(f"trick {state.trick} belongs to phase one: it is not finished")
    tricks = state.finished_tricks[: state.rule_set.phase_tricks]
    return _seen(player, state.deal.dealer, state.deal.hands[player], tricks, state.rule_set)


@lru_cache(maxsize=64)
def _seen(
    player: int, dealer: int, dealt: tuple[Card, ...], tricks: tuple[Trick, ...], rule_set: RuleSet
) -> SeenPhase:
    """The same at every turn of phase two, and a millisecond's work to check: kept for the next."""
    history = tuple(seen_trick(player, trick) for trick in tricks)
    draws = {row.my_draw for row in history}
    played = {row.card_of(player) for row in history}
    hand = tuple(draws.union(dealt) - played)
    return SeenPhase(player, dealer, hand, history, rule_set)


def opponent_hand(phase: SeenPhase) -> tuple[Card, ...]:
    """The opponent's cards as phase two begins, in display order (F12)."""
    placed = {*phase.hand, *(card for row in phase.history for card in (row.lead, row.follow))}
    return tuple(sorted(card for card in phase.rule_set.pack.cards if card not in placed))


def seen_taken(phase: SeenPhase) -> tuple[Card, ...]:
    """Those of the opponent's cards that the player saw being taken as upcards, in that order (F45)."""
    return phase.opponent.known_cards


def _require_finished(phase: SeenPhase) -> None:
    """Raise `NotationError` unless hand and history make a finished phase one."""
    for seat in (phase.player, phase.dealer):
        require_player(seat)
    pack = phase.rule_set.pack
    if len(phase.history) != pack.hand:
        raise NotationError(f"{len(phase.history)} tricks are finished: phase one has {pack.hand}")
    if len(phase.hand) != pack.hand:
        raise NotationError(f"the hand has {len(phase.hand)} cards: after phase one it holds {pack.hand}")
    played = (card for row in phase.history for card in (row.lead, row.follow, row.upcard, row.my_draw))
    for card in (*phase.hand, *played):
        if card not in pack.cards:
            raise NotationError(f"{card} is not in the pack of {phase.rule_set}")
    cards = dealt_cards(phase.player, phase.hand, phase.history)
    replay = HistoryReplay(phase.player, phase.dealer, phase.rule_set, cards)
    for row in phase.history:
        replay.finish(row)
