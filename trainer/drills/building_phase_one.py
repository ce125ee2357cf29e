"""Phase-one drills: the follower wins the trick or lets it go, where the answer is clear.

Positions come from deals in which both seats play the weighed policy with now and then
any legal card. Each decision is screened in few worlds; one that looks clear, of the
sort whose turn it is or else of the rarest, is then estimated in 2,000 worlds and
confirmed in 2,000 others. Clear means: between the best winning and the best ducking
card lie at least 0.3 tricks and 3 standard errors, under both seeds, and the share of
deals won does not say the opposite by more than 2. A seed fixes everything.

The numbers of a drill are those of its own seed. It was picked out by the screen,
which has a third seed, so that they hardly suffer from the winner's curse.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from trainer.engine.beliefs import UNIFORM
from trainer.engine.cards import Card, Rank
from trainer.engine.deals import shuffled_deal
from trainer.engine.estimates import (
    PositionEstimate,
    ducking_cards,
    estimate_cards,
    touching_groups,
    winning_cards,
)
from trainer.engine.grading import verdict_of
from trainer.engine.policies import WEIGHED, policy_card
from trainer.engine.positions import Position, position_of
from trainer.engine.rule_sets import PHASE_ONE_TRICKS
from trainer.engine.splits import split
from trainer.engine.state import new_state, play

SCREEN_WORLDS = 120
WORLDS = 2000
CLEAR_TRICKS = 0.3
CLEAR_ERRORS = 3.0
SCREEN_ERRORS = 2.0
WIN_ERRORS = 2.0
ERRORS_IN_PLAY = 0.12
DIGITS = 6

TRUMP, HIGH, MIDDLE, LOW = "trump-prize", "high-prize", "middle-prize", "low-prize"
# The sorts of decision, those that come up least first.
RAREST_FIRST = [
    (TRUMP, "duck"),
    (LOW, "win"),
    (HIGH, "duck"),
    (MIDDLE, "win"),
    (HIGH, "win"),
    (MIDDLE, "duck"),
    (TRUMP, "win"),
    (LOW, "duck"),
]

type Drill = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sides:
    """The best winning and the best ducking card of an estimate, and what lies between them."""

    win: Card
    duck: Card
    gap: float
    gap_se: float
    win_gap: float
    win_gap_se: float

    @property
    def better(self) -> str:
        """The side with more tricks."""
        return "win" if self.gap > 0 else "duck"

    def is_clear(self, errors: float = CLEAR_ERRORS) -> bool:
        """Whether the better side is better by enough, and deals won don't say the opposite."""
        tricks = abs(self.gap)
        against = -self.win_gap if self.gap > 0 else self.win_gap
        return (
            tricks >= CLEAR_TRICKS
            and tricks >= errors * self.gap_se
            and against <= WIN_ERRORS * self.win_gap_se
        )


def follow_drills(seed: int) -> Iterator[Drill]:
    """The drill of one seed's deal, or none."""
    rng = Random(f"follow {seed}")
    turn = RAREST_FIRST[seed % len(RAREST_FIRST)]
    order = [turn, *(sort for sort in RAREST_FIRST if sort != turn)]
    clear = [
        (order.index((prize_theme(position), sides.better)), rng.random(), position)
        for position in decisions(rng)
        if (sides := screened(position, seed)).is_clear(SCREEN_ERRORS)
    ]
    for _, _, position in sorted(clear, key=lambda found: found[:2])[:2]:
        drill = verified(position, seed)
        if drill is not None:
            yield drill
            return


def decisions(rng: Random) -> Iterator[Position]:
    """The follower's decisions of one deal in which both sides are open."""
    policy = WEIGHED.with_errors(ERRORS_IN_PLAY)
    state = new_state(shuffled_deal(rng, dealer=rng.randrange(2)))
    while state.phase == 1:
        position = position_of(state, state.to_play)
        if winning_cards(position) and ducking_cards(position):
            yield position
        state = play(state, policy_card(policy, position, rng))


def screened(position: Position, seed: int) -> Sides:
    """A first look in few worlds."""
    return sides_of(estimate_cards(position, worlds=SCREEN_WORLDS, seed=screen_seed(seed)))


def screen_seed(seed: int) -> int:
    """Three seeds a drill, none of another drill: to screen, to publish, to confirm."""
    return 3 * seed


def verified(position: Position, seed: int) -> Drill | None:
    """The drill, if the decision is clear and a second seed confirms it."""
    published, confirming = screen_seed(seed) + 1, screen_seed(seed) + 2
    estimate = estimate_cards(position, worlds=WORLDS, seed=published)
    sides = sides_of(estimate)
    if not sides.is_clear():
        return None
    other = sides_of(estimate_cards(position, worlds=WORLDS, seed=confirming))
    if not other.is_clear() or other.better != sides.better:
        return None
    choices = choices_of(estimate)
    if "right" not in {verdict_of(choice["loss"]) for choice in choices.values()}:
        return None
    return {
        "theme": prize_theme(position),
        "seed": published,
        "question": "win-or-duck",
        "position": position.notation(),
        "choices": choices,
        "facts": facts_of(estimate, sides, other, confirming),
    }


def sides_of(estimate: PositionEstimate) -> Sides:
    """Compare the best winning card with the best ducking card."""
    position = estimate.position
    win, duck = estimate.best_of(winning_cards(position)), estimate.best_of(ducking_cards(position))
    tricks, wins = estimate.difference(win, duck), estimate.win_difference(win, duck)
    return Sides(win, duck, tricks.mean, tricks.se, wins.mean, wins.se)


def choices_of(estimate: PositionEstimate) -> dict[str, dict[str, float]]:
    """Every legal card with its numbers; the loss is against the best card, in the same worlds."""
    best = estimate.best_of(list(estimate.cards))
    choices: dict[str, dict[str, float]] = {}
    for card, result in estimate.cards.items():
        lost = estimate.difference(best, card)
        numbers = {
            "tricks": result.tricks,
            "se": result.se,
            "win": result.win,
            "win_se": result.win_se,
            "loss": max(lost.mean, 0.0),
            "loss_se": lost.se,
        }
        choices[str(card)] = {name: round(number, DIGITS) for name, number in numbers.items()}
    return choices


def facts_of(estimate: PositionEstimate, sides: Sides, other: Sides, confirming: int) -> dict[str, Any]:
    """How the numbers came about, and why one side is better (none at trick 13)."""
    facts: dict[str, Any] = {
        "method": "enumerated" if estimate.is_enumerated else "rollouts",
        "worlds": estimate.worlds,
        "policy": estimate.policy,
        "belief": estimate.belief,
        "win": str(sides.win),
        "duck": str(sides.duck),
        "gap": round(abs(sides.gap), DIGITS),
        "gap_se": round(sides.gap_se, DIGITS),
        "confirm_seed": confirming,
        "confirm_gap": round(abs(other.gap), DIGITS),
        "confirm_gap_se": round(other.gap_se, DIGITS),
        "groups": [[str(card) for card in group] for group in touching_groups(estimate.position)],
    }
    if estimate.position.trick < PHASE_ONE_TRICKS:
        facts["why"] = why(estimate, sides)
    return facts


def why(estimate: PositionEstimate, sides: Sides) -> dict[str, Any]:
    """What winning gains, in parts: see `splits`."""
    parted = split(
        estimate.position, sides.win, sides.duck, worlds=estimate.worlds, seed=estimate.seed, belief=UNIFORM
    )
    rounded = {
        name: {"tricks": round(part.mean, DIGITS), "se": round(part.se, DIGITS)}
        for name, part in {**parted.parts, "sum": parted.total}.items()
    }
    total = rounded.pop("sum")
    return {"win": str(sides.win), "duck": str(sides.duck), "terms": rounded, "sum": total}


def prize_theme(position: Position) -> str:
    """What lies up: a trump, or a high, middle or low plain card. It does not tell the answer."""
    upcard = position.upcard
    if upcard.suit is position.trump:
        return TRUMP
    if upcard.rank >= Rank.QUEEN:
        return HIGH
    return MIDDLE if upcard.rank >= Rank.NINE else LOW


def side_of(drill: Drill) -> str:
    """The side on which the best card stands."""
    losses = {name: choice["loss"] for name, choice in drill["choices"].items()}
    facts = drill["facts"]
    return "win" if losses[facts["win"]] < losses[facts["duck"]] else "duck"


def select_follow(drills: Sequence[Drill], wanted: int) -> list[Drill]:
    """A set of `wanted` drills, as even as there are over themes, sides and tricks.

    One drill at a time from the sort (theme and side) with the fewest so far; within
    a sort from the trick with the fewest so far.
    """
    waiting: dict[tuple[str, str], list[Drill]] = defaultdict(list)
    for drill in sorted(drills, key=lambda drill: drill["id"]):
        waiting[drill["theme"], side_of(drill)].append(drill)
    chosen: list[Drill] = []
    taken = dict.fromkeys(waiting, 0)
    tricks: dict[int, int] = defaultdict(int)
    while len(chosen) < wanted and any(waiting.values()):
        sort = min((sort for sort in waiting if waiting[sort]), key=lambda sort: (taken[sort], sort))
        drill = min(waiting[sort], key=lambda drill: tricks[trick_of(drill)])
        waiting[sort].remove(drill)
        taken[sort] += 1
        tricks[trick_of(drill)] += 1
        chosen.append(drill)
    return chosen


def trick_of(drill: Drill) -> int:
    """The number of the trick, 1-13."""
    return Position.parse(drill["position"]).trick
