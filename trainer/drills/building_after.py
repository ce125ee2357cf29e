"""What is worked out beforehand for after the answer to a drill of phase one.

Of each drill: one typical deal, played on after every card (touching cards are one), and why one card
is better than another, in parts. Among deals that fit, one is taken in which every card that is compared
with a better one takes fewer tricks than that, as on average. It stands in `library/after/`, a line a
drill, beside the drills and not in them: working it out anew makes no new version. A line names the
position by its hash (`of`), the engine and weights that played (`recipe`), and the way in which the deal
was chosen (`course`):

    {"id": …, "of": …, "recipe": …, "course": 2, "deal": …, "lines": {"C7": "C7H3…", …},
     "splits": {"D9": {"spent": [1.0, 0.0], …, "sum": [0.665, 0.034], "wins": [0.62, 0.41]}, …}}

A line of play begins with the card that the drill asks for and goes on to trick 26. A part is its
mean and standard error in tricks. Of a lead there are the parts of the best card minus each other
one, and `wins`, the shares of the deals in which these two win their trick. Of a reply there are the
parts of the best card that wins the trick minus the best that lets it go, under the name of the
latter. The deals are those of the numbers that are shown, so that the parts
come to just what the page says the choice costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from trainer.engine.cards import Card
from trainer.engine.continuations import Continuation, typical_continuations
from trainer.engine.grading import verdict_of
from trainer.engine.notation import compact_cards
from trainer.engine.positions import Position
from trainer.engine.splits import split

from .after_records import Record, position_hash, read_records, records_path
from .judged import judging_recipe
from .pieces import text_of, write_text

COURSE = 2  # the way of choosing the deal; a new one plays the lines anew and keeps the parts
AT_ONCE = 48  # drills between two writings of the file
_DIGITS = 3

type Drill = dict[str, Any]


def is_fresh(drill: Drill, record: Mapping[str, Any] | None) -> bool:
    """Whether the record is of the drill as it stands, by today's engine and weights and way of choosing."""
    return has_fresh_parts(drill, record) and (record or {}).get("course") == COURSE


def has_fresh_parts(drill: Drill, record: Mapping[str, Any] | None) -> bool:
    """Whether the parts of the differences need not be worked out again."""
    wanted = {"of": position_hash(drill["position"]), "recipe": judging_recipe()}
    return record is not None and wanted.items() <= record.items()


def played_on(drill: Drill, before: Record | None = None) -> Record:
    """Work out one drill's record; a second or so. What the record `before` has of parts that still hold
    is taken over."""
    position = Position.parse(drill["position"])
    cards = [Card.parse(group[0]) for group in drill["facts"]["groups"]]
    lines = typical_continuations(
        position, cards, seed=drill["seed"], policy=drill["facts"]["policy"], better=_set_beside(drill)
    )
    record = {
        "id": drill["id"],
        "of": position_hash(drill["position"]),
        "recipe": judging_recipe(),
        "course": COURSE,
        "deal": lines[0].deal.fields(),
        "lines": {str(line.card): _cards_of(line, position) for line in lines},
    }
    if before and has_fresh_parts(drill, before):
        return record | {"splits": before["splits"]}
    return record | {"splits": {str(other): _parts(drill, card, other) for card, other in _compared(drill)}}


def _set_beside(drill: Drill) -> list[tuple[Card, Card]]:
    """The pairs that an answer may be shown as, the better card first: one that is not right beside the
    best, a right one beside the best that is not."""
    loss = {Card.parse(group[0]): drill["choices"][group[0]]["loss"] for group in drill["facts"]["groups"]}
    cards = sorted(loss, key=loss.__getitem__)
    right = [card for card in cards if verdict_of(loss[card]) == "right"]
    others = cards[len(right) :]
    return list(dict.fromkeys([(right[0], card) for card in others] + [(card, others[0]) for card in right]))


def _compared(drill: Drill) -> list[tuple[Card, Card]]:
    """Which two cards are compared: the best lead with each other one, or winning with letting go."""
    facts = drill["facts"]
    if drill["question"] != "lead":
        return [(Card.parse(facts["win"]), Card.parse(facts["duck"]))]
    cards = [Card.parse(group[0]) for group in facts["groups"]]
    best = next(card for card in cards if drill["choices"][str(card)]["loss"] == 0)
    return [(best, card) for card in cards if card != best]


def _cards_of(line: Continuation, position: Position) -> str:
    cards = [card for trick in line.tricks for card in (trick.lead, trick.reply)]
    return compact_cards(tuple(cards if position.led is None else cards[1:]))


def _parts(drill: Drill, card: Card, other: Card) -> dict[str, list[float]]:
    facts = drill["facts"]
    parted = split(
        Position.parse(drill["position"]),
        card,
        other,
        worlds=facts["worlds"],
        seed=drill["seed"],
        policy=facts["policy"],
    )
    named = {**parted.parts, "sum": parted.total}
    parts = {name: [round(part.mean, _DIGITS), round(part.se, _DIGITS)] for name, part in named.items()}
    return parts | ({"wins": [round(share, _DIGITS) for share in parted.wins]} if parted.wins else {})


def play_on(kind: str, drills: list[Drill], library: Path, workers: int) -> Iterator[int]:
    """Work out what is missing or old, and write the file now and then; yield how many more are done."""
    records = read_records(library, kind)
    missing = [drill for drill in drills if not is_fresh(drill, records.get(drill["id"]))]
    if not missing and records.keys() == {drill["id"] for drill in drills}:
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for first in range(0, max(len(missing), 1), AT_ONCE):
            some = missing[first : first + AT_ONCE]
            before = [records.get(drill["id"]) for drill in some]
            records |= {record["id"]: record for record in pool.map(played_on, some, before)}
            kept = [records[drill["id"]] for drill in drills if drill["id"] in records]
            write_text(records_path(library, kind), text_of(kept))
            yield len(some)
