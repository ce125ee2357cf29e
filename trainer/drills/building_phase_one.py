"""Follower drills: win the trick or let it go, where the answer is clear.

Positions come from deals played by the net and other policies, both with errors now and then. Some
sorts of decision are rare (a small trump not worth winning, a low plain card that is), so every deal
is searched for those and for one other; what comes up all the time is wanted in few deals only, for
the rare side of a theme sets how many of the other the library may hold. A deal gives at most two
drills. A seed fixes everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from trainer.engine.cards import Card, Rank
from trainer.engine.estimates import BASE_POLICY, ducking_cards, winning_cards
from trainer.engine.policies import POLICIES, Policy
from trainer.engine.positions import Position
from trainer.engine.rule_sets import PHASE_ONE_TRICKS
from trainer.engine.verification import SECOND_POLICY, gap_of, seed_of, sides_of

from .glance import glance
from .judged import (
    SHOWN,
    Answer,
    choices_of,
    clear_answer,
    difficulty,
    evidence,
    parts_of,
    why,
)
from .self_play import is_open, positions_of_deal

TRUMP, HIGH, MIDDLE, LOW = "trump-prize", "high-prize", "middle-prize", "low-prize"
RARE = ((TRUMP, "duck"), (LOW, "win"), (MIDDLE, "win"))
USUAL = ((HIGH, "duck"), (MIDDLE, "duck"), (HIGH, "win"))
FREQUENT = {(TRUMP, "win"): 10, (LOW, "duck"): 13}  # one in so many deals is searched for them
SORTS = (*RARE, *USUAL, *FREQUENT)
ENOUGH = 1600  # deals, after which there are enough middling cards to duck and trumps to win
# What is judged at all, by the net's glance in tricks.
LEAST_PROMISE = {
    (TRUMP, "duck"): -0.05,
    (LOW, "win"): 0.0,
    (MIDDLE, "win"): 0.0,
    (HIGH, "duck"): 0.15,
    (MIDDLE, "duck"): 0.25,
    (HIGH, "win"): 0.3,
    (TRUMP, "win"): 0.25,
    (LOW, "duck"): 0.25,
}
TRIES = 2  # of rare ones in a deal, and of others
DECISIONS = 40  # more than a deal has, so that no two judgements share a seed

type Drill = dict[str, Any]
type Sort = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A decision that may be a drill: which sort it looks like, in what order to judge it, its number."""

    sort: Sort
    place: tuple[float, float]
    number: int
    position: Position


def follow_drills(seed: int) -> Iterator[Drill]:
    """The drills of one seed's deal: at most a rare one and another."""
    rng = Random(f"follow {seed}")
    found: list[Candidate] = []
    for number, position in enumerate(positions_of_deal(rng, players(rng))):
        if is_open(position):
            found += _candidates(position, number, seed, rng)
    rare = [one for one in found if one.sort in RARE]
    other = [one for one in found if one.sort not in RARE]
    taken: set[str] = set()
    for candidates in (rare, other):
        for candidate in sorted(candidates, key=lambda one: one.place)[:TRIES]:
            drill = verified(candidate.position, DECISIONS * seed + candidate.number)
            if drill is not None and drill["position"] not in taken:
                taken.add(drill["position"])
                yield drill
                break


def _candidates(position: Position, number: int, seed: int, rng: Random) -> Iterator[Candidate]:
    """The decision, if it looks like one of the sorts that this deal is searched for."""
    theme, promise = prize_theme(position), glance(position)
    chance = rng.random()
    turn = _turn_of(seed)
    for sort in (*RARE, *turn):
        likely = _towards(sort[1], promise)
        if sort[0] == theme and likely > LEAST_PROMISE[sort]:
            if sort in RARE:
                place = (-likely, chance)
            else:  # trick 1 has only trumps to win
                place = (turn.index(sort), position.trick if sort[0] == TRUMP else chance)
            yield Candidate(sort, place, number, position)


def _turn_of(seed: int) -> tuple[Sort, ...]:
    """The sorts besides the rare ones that a deal is searched for, the most wanted first."""
    frequent = [sort for sort, deals in FREQUENT.items() if seed % deals == 0]
    if seed < ENOUGH:
        return (*frequent, *USUAL)
    return tuple(sort for sort in (*frequent, *USUAL) if sort[0] in {LOW, HIGH})


def _towards(side: str, promise: float) -> float:
    return promise if side == "win" else -promise


def players(rng: Random) -> tuple[Policy, Policy]:
    """Who plays the deal: mostly the net against itself, now and then somebody else or somebody careless."""
    first = POLICIES[BASE_POLICY].with_errors(0.1)
    second = rng.choice(
        [
            first,
            first,
            POLICIES[SECOND_POLICY].with_errors(0.1),
            POLICIES["tips"].with_errors(0.1),
            POLICIES["weighed"].with_errors(0.15),
            POLICIES[BASE_POLICY].with_errors(0.3),
        ]
    )
    return (first, second) if rng.random() < 0.5 else (second, first)


def verified(position: Position, seed: int) -> Drill | None:
    """The drill, if the decision is clear throughout."""
    answer = clear_answer(position, seed)
    if answer is None:
        return None
    choices = choices_of(answer.uniform)
    win, duck = best_of_sides(answer)
    facts = evidence(answer, choices) | {"win": str(win), "duck": str(duck)} | difficulty(answer, choices)
    if position.trick < PHASE_ONE_TRICKS:
        split = why(position, win, duck, seed_of(seed, SHOWN))
        facts["why"] = {"win": str(win), "duck": str(duck)} | parts_of(split)
    return {
        "theme": prize_theme(position),
        "seed": seed_of(seed, SHOWN),
        "question": "win-or-duck",
        "position": position.notation(),
        "choices": choices,
        "facts": facts,
    }


def best_of_sides(answer: Answer) -> tuple[Card, Card]:
    """The best winning and the best ducking card of what is shown."""
    gap = gap_of(answer.uniform, sides_of(answer.position))
    wins = gap.card in winning_cards(answer.position)
    assert wins or gap.card in ducking_cards(answer.position)
    return (gap.card, gap.other) if wins else (gap.other, gap.card)


def prize_theme(position: Position) -> str:
    """What lies up: a trump, or a high, middle or low plain card. It does not tell the answer."""
    upcard = position.upcard
    if upcard.suit is position.trump:
        return TRUMP
    if upcard.rank >= Rank.QUEEN:
        return HIGH
    return MIDDLE if upcard.rank >= Rank.NINE else LOW
