"""Memory drills: after a phase one, which thirteen cards does the opponent hold?

All is known by elimination (F12): what was neither played nor lies in the own hand. The
position is phase one as one seat saw it (`seen_phases`), so a drill says nothing of the
deal that the player could not know. Every card but those in the own hand is a choice.

How hard it is depends on how many of the opponent's cards were seen being taken as
upcards and are still held (the others must be inferred), on how many such cards were
played again, and on how evenly the hand is spread over the suits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from trainer.engine.cards import Suit
from trainer.engine.played_phases import played_phase_one
from trainer.engine.policies import NET
from trainer.engine.seen_phases import SeenPhase, opponent_hand, seen_phase, seen_taken

from .questions import OPPONENT_HAND
from .recipes import weights_recipe

PLAYERS = NET
ERRORS_IN_PLAY = 0.1

FEW_SEEN, SOME_SEEN, MANY_SEEN = "few-seen", "some-seen", "many-seen"
MOST_OF_FEW, LEAST_OF_MANY = 3, 5

# What the difficulty, from 0 to 1, is made of, and where the second part counts in full.
INFERRED_WEIGHT, SPREAD_WEIGHT = 0.6, 0.2
PLAYED_WEIGHT, MOST_PLAYED = 0.2, 4

type Drill = dict[str, Any]


def memory_recipe() -> str:
    """What the drills depend on beside their seeds."""
    return weights_recipe([PLAYERS.name])


def memory_drills(seed: int) -> Iterator[Drill]:
    """The drill of one deal, seen from either seat."""
    rng = Random(f"memory {seed}")
    state = played_phase_one(PLAYERS.with_errors(ERRORS_IN_PLAY), rng)
    phase = seen_phase(state, rng.randrange(2))
    facts = memory_facts(phase)
    yield {
        "theme": memory_theme(facts["seen"]),
        "seed": seed,
        "question": OPPONENT_HAND,
        "position": phase.notation(),
        "choices": memory_choices(phase),
        "facts": facts | {"policy": PLAYERS.name, "errors": ERRORS_IN_PLAY},
    }


def memory_choices(phase: SeenPhase) -> dict[str, dict[str, bool]]:
    """Every card that is not in the own hand, in display order; right are the opponent's."""
    held = set(opponent_hand(phase))
    cards = sorted(set(phase.rule_set.pack.cards).difference(phase.hand))
    return {str(card): {"right": card in held} for card in cards}


def memory_facts(phase: SeenPhase) -> dict[str, Any]:
    """How the opponent's cards can be known, and how hard it looks.

    `seen` counts the upcards that the opponent took and holds, `seen_played` those that
    were taken and played again, `inferred` the cards known by elimination alone, `suits`
    the cards of each suit from spades to clubs.
    """
    hand, seen = opponent_hand(phase), len(seen_taken(phase))
    suits = [sum(card.suit is suit for card in hand) for suit in Suit]
    played = len(phase.opponent.known_slots) - seen
    spread = 1 - (max(suits) - 4) / 9
    parts = (
        INFERRED_WEIGHT * (1 - seen / len(hand)),
        PLAYED_WEIGHT * min(played, MOST_PLAYED) / MOST_PLAYED,
        SPREAD_WEIGHT * spread,
    )
    return {
        "method": "elimination",
        "seen": seen,
        "seen_played": played,
        "inferred": len(hand) - seen,
        "suits": suits,
        "difficulty": round(sum(parts), 2),
    }


def memory_theme(seen: int) -> str:
    """How many of the opponent's cards lay open before they were taken."""
    if seen <= MOST_OF_FEW:
        return FEW_SEEN
    return MANY_SEEN if seen >= LEAST_OF_MANY else SOME_SEEN


def select_memory(drills: Sequence[Drill], wanted: int) -> list[Drill]:
    """A set of `wanted` drills, as even as there are over themes, seats and trumps."""
    waiting: dict[tuple[str, int, str], list[Drill]] = defaultdict(list)
    for drill in sorted(drills, key=lambda drill: drill["id"], reverse=True):
        phase = SeenPhase.parse(drill["position"])
        waiting[drill["theme"], phase.player, str(phase.trump)].append(drill)
    chosen: list[Drill] = []
    taken: Counter[str | int] = Counter()
    while len(chosen) < wanted and waiting:
        sort = min(waiting, key=lambda sort: (*(taken[part] for part in sort), sort))
        chosen.append(waiting[sort].pop())
        taken.update(sort)
        if not waiting[sort]:
            del waiting[sort]
    return chosen
