"""What the numbers teach: how much winning a trick of phase one is worth, by what lies up.

Deals are played by the policy with errors; at every decision of the follower with both sides open
each card is played out in common worlds. The best card of each side is picked in one half of the
worlds and measured in the other, both ways round, so that picking does not flatter the side with
more cards. A row of a table is a mean over decisions with its standard error, where the decisions
of one deal count as one sample.

Measuring is bulk work in pieces (see `pieces`), one line a decision; `tables` sums them up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from trainer.engine import ENGINE_VERSION
from trainer.engine.beliefs import UNIFORM
from trainer.engine.cards import Card, Rank
from trainer.engine.estimates import (
    BASE_POLICY,
    PositionEstimate,
    ducking_cards,
    estimate_cards,
    touching_groups,
    winning_cards,
)
from trainer.engine.policies import POLICIES
from trainer.engine.positions import Position

from .numbers import NUMBERS, Row
from .pieces import Line, Piece, read_lines, text_of, write_text
from .recipes import weights_recipe
from .self_play import is_open, positions_of_deal

POLICY = BASE_POLICY
WORLDS = 60  # in each half
ERRORS_IN_PLAY = 0.1
DEALS_A_PIECE = 20
DEALS = 1500
KIND = "numbers"
DIGITS = 4


def measured_lines(seed: int) -> Iterator[Line]:
    """The decisions of one deal, a line each."""
    rng = Random(f"numbers {seed}")
    player = POLICIES[POLICY].with_errors(ERRORS_IN_PLAY)
    for position in positions_of_deal(rng, (player, player)):
        if is_open(position):
            yield measured(position, seed)


def measured(position: Position, seed: int) -> Line:
    """The differences at one decision, in tricks; those that do not arise are left out."""
    halves = (_estimate(position, seed, 0), _estimate(position, seed, WORLDS))
    wins, ducks = winning_cards(position), ducking_cards(position)
    line: Line = {
        "deal": seed,
        "trick": position.trick,
        "upcard": str(position.upcard),
        "trump": str(position.trump),
        "led": str(position.led),
        "cheapest": str(_cheapest(position, wins)),
        "win": _crossed(halves, wins, ducks),
    }
    for name, (card, other) in _comparisons(position, wins, ducks).items():
        line[name] = _mean(half.difference(card, other).mean for half in halves)
    return line


def _estimate(position: Position, seed: int, first_world: int) -> PositionEstimate:
    return estimate_cards(
        position, worlds=WORLDS, seed=seed, policy=POLICY, belief=UNIFORM, first_world=first_world
    )


def _crossed(halves: Sequence[PositionEstimate], wins: Sequence[Card], ducks: Sequence[Card]) -> float:
    """Best winning card against best ducking card, picked in one half and measured in the other."""
    picking, measuring = halves, halves[::-1]
    return _mean(
        other.difference(half.best_of(wins), half.best_of(ducks)).mean
        for half, other in zip(picking, measuring, strict=True)
    )


def _comparisons(
    position: Position, wins: Sequence[Card], ducks: Sequence[Card]
) -> dict[str, tuple[Card, Card]]:
    """Pairs of cards on one side whose difference is of interest, where they do not touch."""
    assert position.led is not None
    pairs = {"cheap_win": _ends(position, [card for card in wins if card.suit is wins[0].suit])}
    if ducks[0].suit is position.led.suit:
        pairs["low_duck"] = _ends(position, ducks)
    else:
        pairs["short_discard"] = _short_and_long(position, ducks)
    return {name: pair for name, pair in pairs.items() if pair is not None}


def _ends(position: Position, cards: Sequence[Card]) -> tuple[Card, Card] | None:
    """The lowest and the highest of the cards of one suit, unless they touch."""
    low, high = min(cards, key=lambda card: card.rank), max(cards, key=lambda card: card.rank)
    same = any(low in group and high in group for group in touching_groups(position))
    return None if same else (low, high)


def _short_and_long(position: Position, ducks: Sequence[Card]) -> tuple[Card, Card] | None:
    """The lowest card of the shortest plain suit and that of the longest, if they differ in length."""
    suits: dict[str, list[Card]] = {}
    for card in ducks:
        if card.suit is not position.trump:
            suits.setdefault(str(card.suit), []).append(card)
    by_length = sorted(suits.values(), key=len)
    if len(by_length) < 2 or len(by_length[0]) == len(by_length[-1]):
        return None
    short, long = (min(cards, key=lambda card: card.rank) for cards in (by_length[0], by_length[-1]))
    return short, long


def _cheapest(position: Position, wins: Sequence[Card]) -> Card:
    """The winner that costs least: the lowest, a plain one before a trump."""
    return min(wins, key=lambda card: (card.suit is position.trump, card.rank))


PLAIN = {"2-5": "2345", "6-8": "678", "9-10": "9T", "J": "J", "Q": "Q", "K": "K", "A": "A"}
TRUMP = {"2-4": "234", "5-7": "567", "8-10": "89T", "J-Q": "JQ", "K-A": "KA"}
COARSE_PLAIN = {"2-8": "2345678", "9-J": "9TJ", "Q-A": "QKA"}
COARSE_TRUMP = {"2-7": "234567", "8-A": "89TJQKA"}
THIRDS = {"1-4": range(1, 5), "5-9": range(5, 10), "10-13": range(10, 14)}


def class_of(upcard: Card, trump: str, plain: Mapping[str, str], trumps: Mapping[str, str]) -> str:
    """The class of an upcard, such as `plain-9-10` or `trump-K-A`."""
    is_trump = str(upcard.suit) == trump
    rank = str(upcard)[1]
    name = next(name for name, ranks in (trumps if is_trump else plain).items() if rank in ranks)
    return f"{'trump' if is_trump else 'plain'}-{name}"


def fine(line: Line) -> str:
    """The class of the upcard in the main table."""
    return class_of(Card.parse(line["upcard"]), line["trump"], PLAIN, TRUMP)


def coarse(line: Line) -> str:
    """The class of the upcard in the smaller tables."""
    return class_of(Card.parse(line["upcard"]), line["trump"], COARSE_PLAIN, COARSE_TRUMP)


def by_rank(line: Line) -> str:
    """Every rank by itself."""
    ranks = {str(rank): str(rank) for rank in sorted(Rank)}
    return class_of(Card.parse(line["upcard"]), line["trump"], ranks, ranks)


def third(line: Line) -> str:
    """The third of phase one."""
    return next(name for name, tricks in THIRDS.items() if line["trick"] in tricks)


def price(line: Line) -> str:
    """What the cheapest winner is: a plain ace, a trump on a plain lead, or another card of the suit led."""
    cheapest, trump = Card.parse(line["cheapest"]), line["trump"]
    if str(cheapest.suit) == trump:
        return "trump" if line["led"][0] == trump else "ruff"
    return "ace" if cheapest.rank is Rank.ACE else "plain"


@dataclass(frozen=True, slots=True)
class Table:
    """The difference that a table is about, the row that a decision belongs to, and all rows in order."""

    difference: str
    row_of: Callable[[Line], str]
    rows: Sequence[str]


def _pairs(firsts: Iterable[str], seconds: Iterable[str]) -> list[str]:
    later = list(seconds)
    return [f"{first} {second}" for first in firsts for second in later]


def _rows(plain: Iterable[str], trumps: Iterable[str]) -> list[str]:
    return [*(f"plain-{name}" for name in plain), *(f"trump-{name}" for name in trumps)]


RANKS = [str(rank) for rank in sorted(Rank)]
COARSE = _rows(COARSE_PLAIN, COARSE_TRUMP)
PRICES = ("plain", "ace", "trump", "ruff")
ALL = "all"

TABLES = {
    "upcard": Table("win", fine, _rows(PLAIN, TRUMP)),
    "rank": Table("win", by_rank, _rows(RANKS, RANKS)),
    "third": Table("win", lambda line: f"{coarse(line)} {third(line)}", _pairs(COARSE, THIRDS)),
    "price": Table("win", lambda line: f"{coarse(line)} {price(line)}", _pairs(COARSE, PRICES)),
    "low_duck": Table("low_duck", third, [*THIRDS, ALL]),
    "cheap_win": Table("cheap_win", third, [*THIRDS, ALL]),
    "short_discard": Table("short_discard", third, [*THIRDS, ALL]),
}


def tables(lines: Iterable[Line]) -> dict[str, list[Row]]:
    """All tables of the measured decisions; rows without a decision are left out."""
    every = list(lines)
    return {name: list(_filled(table, every)) for name, table in TABLES.items()}


def _filled(table: Table, lines: Sequence[Line]) -> Iterator[Row]:
    used = [line for line in lines if table.difference in line]
    groups: dict[str, list[Line]] = {ALL: used}
    for line in used:
        groups.setdefault(table.row_of(line), []).append(line)
    for row in table.rows:
        if groups.get(row):
            yield _row(row, table.difference, groups[row])


def _row(name: str, difference: str, lines: Sequence[Line]) -> Row:
    """Mean and standard error, the deals as clusters."""
    mean = sum(line[difference] for line in lines) / len(lines)
    deals: dict[int, float] = {}
    for line in lines:
        deals[line["deal"]] = deals.get(line["deal"], 0.0) + line[difference] - mean
    spread = sum(deviation**2 for deviation in deals.values()) ** 0.5
    return Row(name, len(lines), round(mean, DIGITS), round(spread / len(lines), DIGITS))


def numbers_recipe() -> str:
    """What the measured lines depend on beside the seeds."""
    return weights_recipe([POLICY])


def pieces(deals: int) -> list[Piece]:
    """All pieces of the measurement in order."""
    recipe = numbers_recipe()
    return [Piece(KIND, recipe, first, DEALS_A_PIECE) for first in range(0, deals, DEALS_A_PIECE)]


def measure_piece(piece: Piece, folder: Path) -> Piece:
    """Measure one piece and put its file in place."""
    write_text(piece.path(folder), text_of(line for seed in piece.seeds for line in measured_lines(seed)))
    return piece


def write_numbers(finished: Sequence[Piece], folder: Path, path: Path = NUMBERS) -> dict[str, Any]:
    """Sum the pieces up and write the tables; return what was written."""
    lines = [line for piece in finished for line in read_lines(piece.path(folder))]
    found = {name: [asdict(row) for row in rows] for name, rows in tables(lines).items()}
    numbers = {
        "engine": ENGINE_VERSION,
        "recipe": numbers_recipe(),
        "policy": POLICY,
        "belief": UNIFORM,
        "errors_in_play": ERRORS_IN_PLAY,
        "worlds": 2 * WORLDS,
        "seeds": [finished[0].first, finished[-1].seeds[-1]],
        "decisions": len(lines),
        "tables": found,
    }
    write_text(path, json.dumps(numbers, indent=1) + "\n")
    return numbers


def _mean(numbers: Iterable[float]) -> float:
    every = list(numbers)
    return round(sum(every) / len(every), DIGITS)
