"""What a drill's position notation holds: a decision of phase one, or of phase two.

The two engine values answer the same questions under slightly different names; the rest of this
app asks them here.
"""

from __future__ import annotations

from functools import lru_cache

from trainer.engine import ending_positions, positions
from trainer.engine.cards import Card, NotationError
from trainer.engine.ending_positions import Ending
from trainer.engine.positions import Position
from trainer.engine.tricks import beats

type Situation = Position | Ending


@lru_cache(maxsize=1024)
def read_situation(notation: str) -> Situation:
    """Read either notation by its first word; raise `NotationError`."""
    match notation.partition(".")[0]:
        case positions.KIND:
            return Position.parse(notation)
        case ending_positions.KIND:
            return Ending.parse(notation)
        case kind:
            raise NotationError(f"{kind!r} starts no position: expected phase1 or phase2")


def legal_cards(situation: Situation) -> tuple[Card, ...]:
    """The cards that the player to move may play, in display order."""
    if isinstance(situation, Ending):
        return ending_positions.legal_cards(situation)
    return positions.legal_cards(situation)


def takes_trick(situation: Situation, card: Card) -> bool:
    """Whether `card`, played second, beats the led one."""
    return situation.led is not None and beats(card, situation.led, situation.trump)


def offers_both_sides(situation: Situation) -> bool:
    """Whether the follower may both take the trick and let it go."""
    outcomes = {takes_trick(situation, card) for card in legal_cards(situation)}
    return situation.led is not None and len(outcomes) == 2
