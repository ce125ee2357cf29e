"""A pad counted: points deal by deal and who has won, all of it by the engine (F20-F23, F31, F33, F63-F66).

Deals entered after the end of a match stay on the pad and count nothing: an earlier deal may be put
right, and then they may count again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from trainer.engine.classic_scoring import (
    ENGLISH_GAME,
    FinishedGame,
    Game,
    Penalty,
    Revoke,
    Rubber,
    WhistResult,
    overtricks,
)
from trainer.engine.draw_and_choose import TARGET, DrawAndChooseMatch, overtrick_points
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.scoring import Match, Pair, Scoring, ahead, deal_points
from trainer.scorekeeper.models import Entry, Pad

PENALTIES = {
    Entry.Penalty.TRICKS.value: Penalty.TAKE_THREE_TRICKS,
    Entry.Penalty.POINTS.value: Penalty.ADD_THREE_POINTS,
    Entry.Penalty.DEDUCTED.value: Penalty.DEDUCT_THREE_POINTS,
}


@dataclass(frozen=True, slots=True)
class Deal:
    """What was entered for a deal, and under which id."""

    entry_id: str
    tricks: Pair
    honours: Pair = (0, 0)
    penalties: tuple[str, str] = ("", "")  # for a revoke of each side, one of `PENALTIES`


@dataclass(frozen=True, slots=True)
class Line:
    """A deal with what it gave: points, the score after it, and the side that won a game of whist by it."""

    number: int
    deal: Deal
    dealer: int
    points: Pair = (0, 0)
    score: Pair = (0, 0)
    game_won_by: int | None = None
    is_beyond: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """How a match stands. `games` are the winners of whole games of whist; `value` is that of a rubber."""

    lines: tuple[Line, ...] = ()
    score: Pair = (0, 0)
    winner: int | None = None
    is_over: bool = False
    games: tuple[int, ...] = ()
    value: int | None = None

    @property
    def counted(self) -> int:
        """How many deals belong to the match."""
        return sum(not line.is_beyond for line in self.lines)


def count_pad(pad: Pad, deals: Sequence[Deal]) -> Count:
    """The match of a pad after these deals.

    Raises `ValueError` for tricks or honours that a deal cannot have, and `PenaltyRefused` for a penalty
    that cannot be taken in full (F67).
    """
    count, add = Count(), _COUNTERS[_way(pad)]
    for number, deal in enumerate(deals, start=1):
        line = Line(number, deal, dealer_of(pad, number - 1))
        if count.is_over:
            add(pad, Count(), without_penalties(line))  # raises for what cannot be
            count = replace(count, lines=(*count.lines, replace(line, is_beyond=True)))
        else:
            count = add(pad, count, line)
    return count


def without_penalties(line: Line) -> Line:
    """A deal as if nobody had revoked: what a penalty takes depends on the score."""
    return replace(line, deal=replace(line.deal, penalties=("", "")))


def dealer_of(pad: Pad, deals: int) -> int:
    """Who deals after so many deals: they take turns, in whist for four the sides do (F3, F62)."""
    return (pad.first_dealer + deals) % 2


def _way(pad: Pad) -> str:
    if pad.game != Pad.Game.WHIST:
        return pad.game
    return "tournament" if pad.deals is not None else "games"


def _german(pad: Pad, count: Count, line: Line) -> Count:
    rule_set, scoring = RULE_SETS[pad.rule_set], Scoring(pad.scoring)
    match = Match(scoring, pad.target, pad.deals, rule_set)
    counted = _scored(count, line, deal_points(line.deal.tricks, scoring, rule_set))
    is_over = match.ends_at(counted.score, len(counted.lines))
    return replace(counted, is_over=is_over, winner=ahead(counted.score) if is_over else None)


def _plockwhist(pad: Pad, count: Count, line: Line) -> Count:
    counted = _scored(count, line, overtrick_points(line.deal.tricks))
    winner = DrawAndChooseMatch(pad.target or TARGET).winner_of(counted.score)
    return replace(counted, is_over=winner is not None, winner=winner)


def _tournament(pad: Pad, count: Count, line: Line) -> Count:
    counted = _scored(count, line, overtricks(line.deal.tricks))
    is_over = len(counted.lines) == pad.deals
    return replace(counted, is_over=is_over, winner=ahead(counted.score) if is_over else None)


def _scored(count: Count, line: Line, points: Pair) -> Count:
    """One deal further where points are added up."""
    score = count.score[0] + points[0], count.score[1] + points[1]
    return Count((*count.lines, replace(line, points=points, score=score)), score)


def _games(pad: Pad, count: Count, line: Line) -> Count:
    """One deal further in a game of whist; a rubber goes on with the next game."""
    before = Game(pad.target or ENGLISH_GAME, pad.with_honours, score=_score_in_game(count))
    revokes = (
        Revoke(side, PENALTIES[penalty]) for side, penalty in enumerate(line.deal.penalties) if penalty
    )
    after = before.add(WhistResult(line.deal.tricks, line.deal.honours, tuple(revokes)))
    points = (after.score[0] - before.score[0], after.score[1] - before.score[1])
    counted = replace(line, points=points, score=after.score, game_won_by=after.winner)
    lines = (*count.lines, counted)
    if after.winner is None:
        return replace(count, lines=lines, score=after.score)
    games = (*count.games, after.winner)
    if not pad.is_rubber:
        return Count(lines, after.score, after.winner, True, games)
    rubber = _rubber(lines)
    value = None if rubber.winner is None else rubber.value
    return Count(lines, after.score, rubber.winner, rubber.winner is not None, games, value)


def _score_in_game(count: Count) -> Pair:
    """The score in the game that is being played: nothing after a game that was won."""
    is_new = not count.lines or count.lines[-1].game_won_by is not None
    return (0, 0) if is_new else count.score


def _rubber(lines: Sequence[Line]) -> Rubber:
    games = [
        FinishedGame(line.game_won_by, line.score[1 - line.game_won_by])
        for line in lines
        if line.game_won_by is not None
    ]
    return Rubber(tuple(games))


_COUNTERS: dict[str, Callable[[Pad, Count, Line], Count]] = {
    Pad.Game.GERMAN: _german,
    Pad.Game.PLOCKWHIST: _plockwhist,
    "tournament": _tournament,
    "games": _games,
}
