"""Ending drills: the first decision of an ending that has a single line of thought, solved exactly.

Positions come from deals whose phase one the weighed policy has played; phase two is
gone through a few times, with best play and a slip now and then. A position is taken if it
is of a theme (`ending_themes`) and at each of the learner's turns that matter, this one
first, exactly one class of cards is right, against every best defence (`ending_lines`).

The goal is to take seven tricks, those already won included, where best play gives just
seven; elsewhere to take as many as possible. Either way every trick given away misses
it, so the cards that keep the value are the right ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from trainer.engine.cards import Card
from trainer.engine.ending_lines import SingleLine, single_line
from trainer.engine.ending_positions import Ending, ending_of, play
from trainer.engine.endings import best_cards, ending_values
from trainer.engine.notation import compact_cards
from trainer.engine.played_phases import played_phase_one
from trainer.engine.policies import WEIGHED

from .ending_themes import (
    LEAST_CARDS,
    MOST_TURNS,
    TAKE_MOST,
    TAKE_SEVEN,
    answer_of,
    difficulty_of,
    ending_theme,
    right_cards,
)
from .selecting_endings import select_endings

__all__ = ["ending_drills", "select_endings"]

ERRORS_IN_PLAY = 0.1
SLIPS = 0.25
WALKS = 3  # ways through phase two of one deal
TO_WIN_THE_DEAL = 7

type Drill = dict[str, Any]


def ending_drills(seed: int) -> Iterator[Drill]:
    """At most one drill for each theme and answer from one deal; large endings, being rare, come first."""
    rng = Random(f"ending {seed}")
    found: dict[tuple[str, bool], tuple[float, Drill]] = {}
    for ending, won in endings_of_a_deal(rng):
        drill = drill_of(ending, won, seed)
        if drill is None:
            continue
        sort = drill["theme"], answer_of(ending, right_cards(drill))
        rank = rng.random() / ending.tricks_left**4
        if sort not in found or rank < found[sort][0]:
            found[sort] = (rank, drill)
    for _, drill in found.values():
        yield drill


def endings_of_a_deal(rng: Random) -> Iterator[tuple[Ending, tuple[int, int]]]:
    """Endings of one deal on a few ways through it, each with the tricks that both players have won."""
    start = ending_of(played_phase_one(WEIGHED.with_errors(ERRORS_IN_PLAY), rng))
    for _ in range(WALKS):
        ending, won = start, (0, 0)
        while not ending.is_over:
            yield ending, won
            values = ending_values(ending)
            cards = tuple(values) if rng.random() < SLIPS else best_cards(values)
            after = play(ending, rng.choice(cards))
            if ending.led is not None:
                won = (won[0] + (after.leader == 0), won[1] + (after.leader == 1))
            ending = after


def drill_of(ending: Ending, won: tuple[int, int], seed: int) -> Drill | None:
    """The drill of one decision, None if it is none; `won` are the tricks so far, player 0's first."""
    theme = ending_theme(ending)
    if theme is None or ending.tricks_left < LEAST_CARDS:
        return None
    values = ending_values(ending)
    most = max(values.values())
    if min(values.values()) == most:
        return None
    line = single_line(ending)
    if line is None or line.most > MOST_TURNS:
        return None
    return {
        "theme": theme,
        "seed": seed,
        "question": "lead" if ending.led is None else "follow",
        "position": ending.notation(),
        "choices": {str(card): {"tricks": tricks, "loss": most - tricks} for card, tricks in values.items()},
        "facts": facts_of(ending, (won[ending.to_play], won[1 - ending.to_play]), values, line),
    }


def facts_of(
    ending: Ending, won: tuple[int, int], values: dict[Card, int], line: SingleLine
) -> dict[str, Any]:
    """The goal, which belongs to the question, the solution and how hard it looks.

    `won` are the tricks so far, the player's first; `target` counts them too. `turns` are
    places in `line`, see `SingleLine`.
    """
    most = max(values.values())
    target = won[0] + most
    hard = difficulty_of(ending, best_cards(values), line)
    return {
        "asked": {
            "goal": TAKE_SEVEN if target == TO_WIN_THE_DEAL else TAKE_MOST,
            "tricks_won": list(won),
        },
        "method": "exact",
        "target": target,
        "gap": min(most - tricks for tricks in values.values() if tricks < most),
        "line": compact_cards(line.cards),
        "turns": list(line.turns),
        "fewest_turns": line.fewest,
        "rules": hard.rules,
        "fooled": hard.failing,
        "tempting": hard.tempting,
        "difficulty": hard.estimate,
    }
