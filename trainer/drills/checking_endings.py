"""Computing the solutions of ending and memory drills again: they are exact, so everything must agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trainer.engine.ending_lines import single_line
from trainer.engine.ending_positions import Ending
from trainer.engine.endings import ending_values
from trainer.engine.rule_sets import BASE
from trainer.engine.seen_phases import SeenPhase

from .building_endings import facts_of
from .building_memory import memory_choices, memory_facts, memory_theme
from .ending_themes import ending_theme

type Drill = dict[str, Any]


def check_solution(drill: Drill) -> Iterator[str]:
    """What is wrong with an ending's theme, goal, line of thought and difficulty."""
    ending = Ending.parse(drill["position"])
    line = single_line(ending)
    if line is None or not line.turns or line.turns[0] > 0:
        yield "there is no single line of thought that begins here"
        return
    own, other = drill["facts"]["tricks_won"]
    if own + other + ending.tricks_left != BASE.phase_tricks:
        yield f"{own} and {other} tricks are won with {ending.tricks_left} left"
    computed = facts_of(ending, (own, other), ending_values(ending), line)
    yield from _different(computed.pop("asked") | computed, drill["facts"])
    yield from _different({"theme": ending_theme(ending)}, drill)


def check_memory(drill: Drill) -> Iterator[str]:
    """What is wrong with a memory drill."""
    phase = SeenPhase.parse(drill["position"])
    facts = memory_facts(phase)
    yield from _different({"theme": memory_theme(facts["seen"]), "choices": memory_choices(phase)}, drill)
    yield from _different(facts, drill["facts"])


def _different(computed: Mapping[str, Any], stored: Mapping[str, Any]) -> Iterator[str]:
    for name, value in computed.items():
        if stored.get(name) != value:
            yield f"{name} is {value}, not {stored.get(name)}"
