"""Choosing the phase-one drills of the library: even over themes, tricks and sides.

A set in which every trump is worth winning would answer itself, so within each theme neither side
may have more than `MOST` of the drills. Which side is scarce differs by theme (a low card is seldom
worth winning); the scarce side sets how many of the other may come in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from trainer.engine.positions import Position

MOST = 0.64

type Drill = dict[str, Any]


def select_follow(drills: Sequence[Drill], wanted: int) -> list[Drill]:
    """At most `wanted` drills: the themes filled evenly, each with neither side beyond `MOST`."""
    by_theme: dict[str, list[Drill]] = defaultdict(list)
    for drill in drills:
        by_theme[drill["theme"]].append(drill)
    mixed = {theme: _balanced(found) for theme, found in by_theme.items()}
    return _evenly([*mixed.values()], wanted)


def select_leads(drills: Sequence[Drill], wanted: int) -> list[Drill]:
    """At most `wanted` drills, the themes filled evenly and spread over the tricks."""
    by_theme: dict[str, list[Drill]] = defaultdict(list)
    for drill in drills:
        by_theme[drill["theme"]].append(drill)
    return _evenly([_spread(found, trick_of) for found in by_theme.values()], wanted)


def _balanced(drills: Sequence[Drill]) -> list[Drill]:
    """The drills of one theme in an order whose every beginning is nearly balanced, as far as it can be."""
    sides = {side: _spread([d for d in drills if side_of(d) == side], trick_of) for side in ("win", "duck")}
    few, many = sorted(sides.values(), key=len)
    many = many[: int(len(few) * MOST / (1 - MOST))]
    total = len(few) + len(many)
    # The i-th of n stands at (i + ½) / n: both sides run through the whole order.
    placed = [
        ((place + 0.5) / len(side), number, drill)
        for number, side in enumerate((few, many))
        for place, drill in enumerate(side)
    ]
    assert len(placed) == total
    return [drill for _place, _number, drill in sorted(placed, key=lambda found: found[:2])]


def _spread(drills: Iterable[Drill], group_of: Callable[[Drill], Hashable]) -> list[Drill]:
    """The drills in an order that goes round the groups, so that a beginning holds few of each."""
    seen: Counter[Hashable] = Counter()
    placed = []
    for drill in sorted(drills, key=lambda drill: drill["id"]):
        group = group_of(drill)
        placed.append((seen[group], drill["id"], drill))
        seen[group] += 1
    return [drill for _round, _id, drill in sorted(placed, key=lambda found: found[:2])]


def _evenly(lists: Sequence[Sequence[Drill]], wanted: int) -> list[Drill]:
    """`wanted` drills from the beginnings of the lists, as even as their lengths allow."""
    takes = [0] * len(lists)
    while sum(takes) < wanted:
        open_lists = [place for place, found in enumerate(lists) if takes[place] < len(found)]
        if not open_lists:
            break
        takes[min(open_lists, key=lambda place: takes[place])] += 1
    return [drill for found, take in zip(lists, takes, strict=True) for drill in found[:take]]


def side_of(drill: Drill) -> str:
    """The side on which the best card stands."""
    losses = {name: choice["loss"] for name, choice in drill["choices"].items()}
    facts = drill["facts"]
    return "win" if losses[facts["win"]] < losses[facts["duck"]] else "duck"


def trick_of(drill: Drill) -> int:
    """The number of the trick, 1-13."""
    return Position.parse(drill["position"]).trick
