"""What a seat knows at its turn, in either phase: all that a player may think with (F8, F12).

In phase one that is a `Position`. When the stock is gone it is a `SeenEnding`: phase one as
the player saw it and the cards that both have played since, in the open. The other hand is
worked out from those and from nothing else. `seat_view` is the only way from a state to what
a player thinks with, so no player can be told a hidden card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .cards import Card
from .ending_positions import Ending, play
from .notation import compact_cards
from .positions import Position, position_of
from .seen_phases import SeenPhase, opponent_hand, seen_phase
from .state import State


@dataclass(frozen=True, slots=True)
class SeenEnding:
    """A turn of phase two: phase one as the player to move saw it, and the cards played since."""

    phase: SeenPhase
    plays: tuple[Card, ...] = ()

    @property
    def player(self) -> int:
        """Whose view this is."""
        return self.phase.player

    @property
    def start(self) -> Ending:
        """The ending as phase two began, the other hand by elimination (F12)."""
        own, other = self.phase.hand, opponent_hand(self.phase)
        hands = (own, other) if self.player == 0 else (other, own)
        return Ending(self.phase.trump, self.phase.leader, hands)

    @property
    def ending(self) -> Ending:
        """The ending as it stands, for a player who has followed every card."""
        return _ending_after(self.phase, self.plays)

    def notation(self) -> str:
        """One line that names the view."""
        return f"{self.phase.notation()}.{compact_cards(self.plays)}"


@lru_cache(maxsize=256)
def _ending_after(phase: SeenPhase, plays: tuple[Card, ...]) -> Ending:
    """The ending after these cards; that of one card less is mostly known already."""
    if not plays:
        return SeenEnding(phase).start
    return play(_ending_after(phase, plays[:-1]), plays[-1])


type SeatView = Position | SeenEnding


def seat_view(state: State) -> SeatView:
    """What the player to move knows; raise `ValueError` when the deal is over."""
    if state.is_over:
        raise ValueError("the deal is over: nobody is to move")
    if state.phase == 1:
        return position_of(state, state.to_play)
    return SeenEnding(seen_phase(state, state.to_play), state.plays[2 * state.rule_set.phase_tricks :])
