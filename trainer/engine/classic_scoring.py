"""Scoring classic whist for four: tricks, honours, revokes, game and rubber (F63-F67, W46).

Sides are 0 and 1. A deal's result goes into a game once, with all its penalties; after the
cut for the next deal none can be claimed (F67), so there is no way to add one later.
Games and rubbers are values. Two traditions are known for the revoke: the Laws of Short
Whist, which is the default here, and older books. Where a penalty cannot be taken in full
it is refused, because it cannot be split.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .cards import Card, Rank, Suit
from .classic_whist import TRICKS, FourHands, side_of
from .scoring import BOOK, MatchOver, Pair

HONOUR_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
HONOUR_POINTS = {4: 4, 3: 2}
ENGLISH_GAME, AMERICAN_GAME, LONG_GAME = 5, 7, 10
GAME_TARGETS = (ENGLISH_GAME, AMERICAN_GAME, LONG_GAME)
LAST_WITH_HONOURS = 3  # at 4 of 5 a side cannot score honours (F64)
RUBBER_POINTS = 2
GAMES_TO_WIN = 2


class Penalty(Enum):
    """What the other side may choose for a revoke (F67)."""

    TAKE_THREE_TRICKS = "take-three-tricks"
    ADD_THREE_POINTS = "add-three-points"
    DEDUCT_THREE_POINTS = "deduct-three-points"
    TAKE_TWO_TRICKS = "take-two-tricks"


class Tradition(Enum):
    """Whose law of the revoke holds: how much it costs, and what happens when both sides revoked."""

    LAWS = "laws-of-short-whist"  # three of a kind; each side is punished and neither can win the game
    OLDER = "older-books"  # two tricks; if both revoked, the deal is void


PENALTIES = {
    Tradition.LAWS: (Penalty.TAKE_THREE_TRICKS, Penalty.ADD_THREE_POINTS, Penalty.DEDUCT_THREE_POINTS),
    Tradition.OLDER: (Penalty.TAKE_TWO_TRICKS,),
}
TAKEN_TRICKS = {Penalty.TAKE_THREE_TRICKS: 3, Penalty.TAKE_TWO_TRICKS: 2}
PENALTY_POINTS = 3


class PenaltyRefused(ValueError):
    """A penalty that the tradition does not know or that cannot be taken in full."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """One revoke of `side` and the penalty that the other side has chosen for it."""

    side: int
    penalty: Penalty


@dataclass(frozen=True, slots=True)
class WhistResult:
    """A deal played out: tricks and honours held by side 0 and side 1, and the revokes claimed.

    Raises `ValueError` unless there are 13 tricks and at most 4 honours.
    """

    tricks: Pair
    honours: Pair = (0, 0)
    revokes: tuple[Revoke, ...] = ()

    def __post_init__(self) -> None:
        require_tricks(self.tricks)
        if min(self.honours) < 0 or sum(self.honours) > len(HONOUR_RANKS):
            raise ValueError(f"{self.honours[0]} and {self.honours[1]} honours: there are 4 in all")

    @property
    def revoking_sides(self) -> set[int]:
        """The sides that revoked at least once."""
        return {revoke.side for revoke in self.revokes}


def require_tricks(tricks: Pair) -> None:
    """Raise `ValueError` unless the two numbers are the tricks of one deal."""
    if min(tricks) < 0 or sum(tricks) != TRICKS:
        raise ValueError(f"{tricks[0]}-{tricks[1]}: a deal has {TRICKS} tricks")


def overtricks(tricks: Pair) -> Pair:
    """Points for tricks over six: the book scores nothing (F63).

    >>> overtricks((8, 5)), overtricks((0, 13))
    ((2, 0), (0, 7))
    """
    require_tricks(tricks)
    return max(0, tricks[0] - BOOK), max(0, tricks[1] - BOOK)


def honours_held(hands: FourHands, trump: Suit) -> Pair:
    """How many of A K Q J of trump each side was dealt (F64)."""
    honours = {Card(trump, rank) for rank in HONOUR_RANKS}
    sides = [side_of(seat) for seat, hand in enumerate(hands) for card in hand if card in honours]
    return sides.count(0), sides.count(1)


def honour_points(held: int) -> int:
    """Points for honours held by one side: four score 4, three score 2, fewer nothing (F64)."""
    return HONOUR_POINTS.get(held, 0)


def tournament_total(deals: Iterable[Pair]) -> Pair:
    """Overtricks of both sides over a fixed number of deals, given the tricks of each (F66).

    >>> tournament_total([(8, 5), (6, 7), (10, 3)])
    (6, 1)
    """
    points = [overtricks(tricks) for tricks in deals]
    return sum(own for own, _ in points), sum(other for _, other in points)


@dataclass(frozen=True, slots=True)
class Game:
    """One game: the score of both sides on the way to `target` (F65).

    `with_honours` says whether honours score, which is agreed beforehand (F64).

    >>> Game(score=(3, 2)).add(WhistResult((8, 5), honours=(0, 3))).score
    (5, 2)
    """

    target: int = ENGLISH_GAME
    with_honours: bool = True
    tradition: Tradition = Tradition.LAWS
    score: Pair = (0, 0)

    def __post_init__(self) -> None:
        if self.target not in GAME_TARGETS:
            raise ValueError(f"a game of {self.target}: expected one of 5, 7 and 10")
        if min(self.score) < 0:
            raise ValueError(f"a score of {self.score[0]}-{self.score[1]}: expected no less than 0")
        if min(self.score) >= self.target:
            raise ValueError(f"{self.score[0]}-{self.score[1]}: both sides cannot have {self.target}")

    @property
    def winner(self) -> int | None:
        """The side that has reached the target, None while the game runs."""
        return next((side for side in (0, 1) if self.score[side] >= self.target), None)

    def must_deal_anew(self, result: WhistResult) -> bool:
        """Whether the deal is void: both sides revoked and older books hold (F67)."""
        return self.tradition is Tradition.OLDER and len(result.revoking_sides) > 1

    def add(self, result: WhistResult) -> Game:
        """The game after one more deal; scored in the order revokes, tricks, honours (F64).

        As soon as a side reaches the target the rest is not reached. A side that revoked
        stops one short of it (F67). Raises `MatchOver` for a game that has ended,
        `PenaltyRefused` for a penalty that cannot be taken, and `ValueError` for a deal
        that must be played anew.
        """
        if self.winner is not None:
            raise MatchOver(f"side {self.winner} has won the game {self.score[0]}-{self.score[1]}")
        if self.must_deal_anew(result):
            raise ValueError("both sides revoked: the deal is void and must be dealt anew")
        game, tricks = self._punished(result)
        after_tricks = game._scored(overtricks(tricks), result)
        return after_tricks._scored(self._honour_score(result), result)

    def offered_penalties(self, side: int, tricks: Pair) -> tuple[Penalty, ...]:
        """The penalties that can be taken in full from `side` with these tricks (F67)."""
        able = [
            penalty
            for penalty in PENALTIES[self.tradition]
            if tricks[side] >= TAKEN_TRICKS.get(penalty, 0)
            and (penalty is not Penalty.DEDUCT_THREE_POINTS or self.score[side] >= PENALTY_POINTS)
        ]
        return tuple(able)

    def _punished(self, result: WhistResult) -> tuple[Game, Pair]:
        """The game and the tricks after all penalties, one for each revoke."""
        game, tricks = self, result.tricks
        for revoke in result.revokes:
            if revoke.penalty not in game.offered_penalties(revoke.side, tricks):
                raise PenaltyRefused(
                    f"cannot {revoke.penalty.value}: side {revoke.side} has {tricks[revoke.side]} tricks and "
                    f"{game.score[revoke.side]} points under {self.tradition.value}"
                )
            taken = TAKEN_TRICKS.get(revoke.penalty, 0)
            tricks = _moved(tricks, revoke.side, taken)
            if revoke.penalty is Penalty.ADD_THREE_POINTS:
                game = game._scored(_for_side(1 - revoke.side, PENALTY_POINTS), result)
            elif revoke.penalty is Penalty.DEDUCT_THREE_POINTS:
                game = game._with(_plus(game.score, _for_side(revoke.side, -PENALTY_POINTS)))
        return game, tricks

    def _honour_score(self, result: WhistResult) -> Pair:
        """Points for honours; none for a side that was at 4 of 5 when the deal began (F64)."""
        if not self.with_honours:
            return 0, 0
        first, second = (
            0 if self.target == ENGLISH_GAME and self.score[side] > LAST_WITH_HONOURS else honour_points(held)
            for side, held in enumerate(result.honours)
        )
        return first, second

    def _scored(self, points: Pair, result: WhistResult) -> Game:
        """The game with these points, unless it has been won; who revoked stops one short of the target."""
        if self.winner is not None:
            return self
        score = _plus(self.score, points)
        first, second = (
            min(score[side], self.target - 1) if side in result.revoking_sides else score[side]
            for side in (0, 1)
        )
        return self._with((first, second))

    def _with(self, score: Pair) -> Game:
        return Game(self.target, self.with_honours, self.tradition, score)


def game_value(losers_points: int) -> int:
    """What a game won is worth in an English rubber, by the losers' score (F65).

    >>> [game_value(points) for points in range(5)]
    [3, 2, 2, 1, 1]
    """
    if not 0 <= losers_points < ENGLISH_GAME:
        raise ValueError(f"the losers have {losers_points} points: expected 0-4 in a game of 5")
    return 3 - (losers_points + 1) // 2


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game of a rubber: the side that won and the points of the other."""

    winner: int
    losers_points: int

    @property
    def value(self) -> int:
        """What the game is worth (F65)."""
        return game_value(self.losers_points)


@dataclass(frozen=True, slots=True)
class Rubber:
    """Best of three English games (F65).

    >>> Rubber((FinishedGame(0, 0), FinishedGame(1, 3), FinishedGame(0, 2))).value
    6
    """

    games: tuple[FinishedGame, ...] = ()

    def __post_init__(self) -> None:
        for count in range(len(self.games)):
            if _rubber_winner(self.games[:count]) is not None:
                raise MatchOver(f"the rubber ended after game {count}")

    @property
    def winner(self) -> int | None:
        """The side with two games, None while the rubber runs."""
        return _rubber_winner(self.games)

    @property
    def value(self) -> int:
        """Winners' games and 2 for the rubber, less the losers' game (F65); `ValueError` before the end."""
        winner = self.winner
        if winner is None:
            raise ValueError(f"the rubber is not over after {len(self.games)} games")
        signed = (game.value if game.winner == winner else -game.value for game in self.games)
        return sum(signed) + RUBBER_POINTS

    def add(self, game: FinishedGame) -> Rubber:
        """The rubber with one more game; raise `MatchOver` if it has ended."""
        return Rubber((*self.games, game))


def _rubber_winner(games: tuple[FinishedGame, ...]) -> int | None:
    won = [game.winner for game in games]
    return next((side for side in (0, 1) if won.count(side) == GAMES_TO_WIN), None)


def _moved(tricks: Pair, side: int, count: int) -> Pair:
    """Tricks with `count` of them taken from `side` by the other."""
    return _plus(tricks, (-count, count) if side == 0 else (count, -count))


def _for_side(side: int, points: int) -> Pair:
    return (points, 0) if side == 0 else (0, points)


def _plus(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]
