"""Duplicate matches: two players play each deal twice with seats swapped, so that luck cancels out.

Phase one is played card by card; phase two, which every player plays exactly, is worth
its exact value. The deals and the random numbers of each decision come from the seed and
the number of the deal, so a match gives the same result in one process or many.

Two players that are policies meet in a compiled kernel, thousands of deals a second;
any others decision by decision, each seeing a `Position` and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random

import numpy as np
import numpy.typing as npt

from . import matches_kernel
from .cards import card_bits
from .deals import Deal, shuffled_deal
from .ending_positions import ending_of
from .endings import ending_value, rollout_memory
from .players import Player, player_named
from .policies import scratch, shared_weights, table_of
from .positions import position_of
from .random_kernel import start_stream
from .rule_sets import BASE, RuleSet
from .state import State, new_state, play
from .table_kernel import HANDS

Tricks = npt.NDArray[np.int64]

COMPILED_PIECE, PIECE = 250, 2  # deals that one task of a worker plays
TIMED_DEALS, TIMED_ROUNDS = 10, 50  # how the time of a compiled decision is measured


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its standard error over the deals, None for a single deal."""

    mean: float
    se: float | None


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a match; `tricks` (deals × 2) are those that count for the first player.

    `micros` are microseconds of CPU time for a decision of phase one, of each player.
    """

    first: str
    second: str
    rule_set: RuleSet
    seed: int
    tricks: Tricks
    micros: tuple[float, float]

    @property
    def deals(self) -> int:
        """How many deals were played, each twice."""
        return len(self.tricks)

    @property
    def share(self) -> Figure:
        """The share of deals that the first player wins; a drawn deal (F31) is half of one."""
        doubled = 2 * self.tricks - self.rule_set.counted_tricks
        return _figure(0.5 + 0.5 * np.sign(doubled))

    @property
    def margin(self) -> Figure:
        """By how many counted tricks a deal the first player is ahead."""
        return _figure(2.0 * self.tricks - self.rule_set.counted_tricks)


def play_match(  # noqa: PLR0913 - what fixes a match
    first: str,
    second: str,
    *,
    deals: int,
    seed: int,
    rule_set: RuleSet = BASE,
    workers: int = 1,
    report: Callable[[int], None] = lambda played: None,
) -> Match:
    """Play `deals` deals twice; `report` hears how many more are done.

    Raises `UnknownPlayer` for a name, `SolverMissing` without the compiled code.
    """
    pieces = list(_pieces(first, second, rule_set, seed, deals))
    tricks = np.zeros((deals, 2), dtype=np.int64)
    spent = np.zeros((2, 2))
    for piece, (played, clocks) in zip(pieces, _results(pieces, workers), strict=True):
        tricks[piece.start : piece.start + piece.deals] = played
        spent += clocks
        report(piece.deals)
    if _is_compiled(player_named(first), player_named(second)):
        spent = _compiled_clocks(first, second, rule_set, seed)
    micros = (float(spent[0, 0] / max(spent[0, 1], 1)), float(spent[1, 0] / max(spent[1, 1], 1)))
    return Match(first, second, rule_set, seed, tricks, micros)


def match_deal(seed: int, number: int, rule_set: RuleSet = BASE) -> Deal:
    """Deal `number` of the matches with this seed: player 0 leads."""
    return shuffled_deal(Random(f"match {seed} {number}"), dealer=1, cards=rule_set.pack.cards)


def decision_seed(seed: int, game: int, decision: int) -> int:
    """The random stream of one decision; game 2n is deal n, game 2n + 1 the same with seats swapped."""
    stream = np.zeros(1, dtype=np.uint64)
    start_stream(stream, seed, matches_kernel.DECISIONS * game + decision)
    return int(stream[0])


@dataclass(frozen=True, slots=True)
class _Piece:
    first: str
    second: str
    rule_set: RuleSet
    seed: int
    start: int
    deals: int


def _pieces(first: str, second: str, rule_set: RuleSet, seed: int, deals: int) -> Iterator[_Piece]:
    step = COMPILED_PIECE if _is_compiled(player_named(first), player_named(second)) else PIECE
    for start in range(0, deals, step):
        yield _Piece(first, second, rule_set, seed, start, min(step, deals - start))


def _results(pieces: list[_Piece], workers: int) -> Iterator[tuple[Tricks, npt.NDArray[np.float64]]]:
    """Tricks and clocks of each piece in order; a clock is microseconds and decisions."""
    if workers == 1 or len(pieces) < 2:
        yield from map(_play_piece, pieces)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play_piece, pieces)


def _play_piece(piece: _Piece) -> tuple[Tricks, npt.NDArray[np.float64]]:
    players = player_named(piece.first), player_named(piece.second)
    rule_set = piece.rule_set
    clocks = np.zeros((2, 2))
    if _is_compiled(*players):
        return _play_compiled(piece, rule_set), clocks
    tricks = np.zeros((piece.deals, 2), dtype=np.int64)
    for place in range(piece.deals):
        number = piece.start + place
        state = new_state(match_deal(piece.seed, number, rule_set), rule_set)
        for swapped in range(2):
            won = play_game(state, players, swapped, piece.seed, 2 * number + swapped, clocks)
            tricks[place, swapped] = won
    return tricks, clocks


def play_game(  # noqa: PLR0913, PLR0917 - one game and its clocks
    state: State,
    players: tuple[Player, Player],
    swapped: int,
    seed: int,
    game: int,
    clocks: npt.NDArray[np.float64],
) -> int:
    """Play a game out; return the tricks that count for the first of `players`, who has seat `swapped`."""
    decision = 0
    while state.phase == 1:
        who = state.to_play ^ swapped
        position = position_of(state, state.to_play)
        begun = time.process_time_ns()
        card = players[who].choose(position, decision_seed(seed, game, decision))
        clocks[who] += (time.process_time_ns() - begun) / 1e3, 1
        state = play(state, card)
        decision += 1
    ending = ending_of(state)
    tricks = ending_value(ending)
    if ending.to_play != swapped:
        tricks = ending.tricks_left - tricks
    return tricks + (state.phase_one_tricks[swapped] if state.rule_set.both_phases_count else 0)


def _is_compiled(first: Player, second: Player) -> bool:
    return first.policy is not None and second.policy is not None


def _play_compiled(piece: _Piece, rule_set: RuleSet) -> Tricks:
    """The same games in the kernel."""
    deals = [match_deal(piece.seed, piece.start + place, rule_set) for place in range(piece.deals)]
    starts = []
    for deal in deals:
        state = new_state(deal, rule_set)
        table = table_of(position_of(state, state.to_play))
        table[HANDS + 1] = card_bits(deal.hands[1])
        starts.append(table)
    tricks = np.zeros((piece.deals, 2), dtype=np.int64)
    matches_kernel.play_pairs(
        rollout_memory(),
        shared_weights(piece.first, rule_set),
        shared_weights(piece.second, rule_set),
        scratch(),
        np.array(starts),
        np.array([[card.index for card in deal.stock[1:]] for deal in deals]),
        piece.seed,
        piece.start,
        tricks,
    )
    return tricks


def _compiled_clocks(first: str, second: str, rule_set: RuleSet, seed: int) -> npt.NDArray[np.float64]:
    """Microseconds and decisions of each policy, over the decisions of a few deals again and again."""
    players = player_named(first), player_named(second)
    clocks = np.zeros((2, 2))
    for who, player in enumerate(players):
        tables = np.array(
            [
                table_of(position_of(state, state.to_play))
                for number in range(TIMED_DEALS)
                for state in _phase_one_states(players, seed, number, rule_set)
                if state.to_play == who
            ]
        )
        weights, work = shared_weights(player.policy or "", rule_set), scratch()
        stream = np.zeros(1, dtype=np.uint64)
        matches_kernel.choose_all(weights, work, tables, stream)
        begun = time.process_time_ns()
        for _ in range(TIMED_ROUNDS):
            matches_kernel.choose_all(weights, work, tables, stream)
        clocks[who] = (time.process_time_ns() - begun) / 1e3, TIMED_ROUNDS * len(tables)
    return clocks


def _phase_one_states(
    players: tuple[Player, Player], seed: int, number: int, rule_set: RuleSet
) -> Iterator[State]:
    """The states of phase one of a deal, the first player in seat 0."""
    state, decision = new_state(match_deal(seed, number, rule_set), rule_set), 0
    while state.phase == 1:
        yield state
        position = position_of(state, state.to_play)
        state = play(
            state, players[state.to_play].choose(position, decision_seed(seed, 2 * number, decision))
        )
        decision += 1


def _figure(numbers: npt.NDArray[np.floating]) -> Figure:
    """Mean and standard error, the two games of a deal taken together."""
    pairs = numbers.mean(axis=1)
    se = float(pairs.std(ddof=1)) / len(pairs) ** 0.5 if len(pairs) > 1 else None
    return Figure(float(pairs.mean()), se)
