"""Scoring a deal and a match (F11, F20-F23, F31).

The three ways to score a deal work on the tricks that count under the rule set.
A match is a value: `add` returns the next one, so adding a deal twice is for the
caller to avoid and can't happen by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .rule_sets import ALL_TRICKS, BASE, RuleSet

BOOK = 6
COMMON_TARGETS = (5, 7, 10, 13)
Pair = tuple[int, int]


class Scoring(Enum):
    """What the winner of a deal scores; the loser scores nothing."""

    DEALS = "deals"  # 1 a deal (F20)
    DIFFERENCE = "difference"  # own minus opponent's tricks (F21)
    OVER_SIX = "over-six"  # tricks beyond six (F22)


class MatchOver(ValueError):
    """A deal was added to a match that has ended."""


def offered_scorings(rule_set: RuleSet) -> tuple[Scoring, ...]:
    """The ways to score that go with a rule set: over six only where 13 tricks count (F31)."""
    if rule_set.counted_tricks == ALL_TRICKS:
        return Scoring.DEALS, Scoring.DIFFERENCE
    return tuple(Scoring)


def deal_results(rule_set: RuleSet = BASE) -> tuple[Pair, ...]:
    """Every way a deal can end, the winner's tricks first and the closest result first.

    >>> deal_results()[0], deal_results()[-1], len(deal_results())
    ((7, 6), (13, 0), 7)
    """
    counted = rule_set.counted_tricks
    return tuple((won, counted - won) for won in range((counted + 1) // 2, counted + 1))


def deal_winner(tricks: Pair, rule_set: RuleSet = BASE) -> int | None:
    """The player with most of the counted tricks; None for 13-13 with all 26 (F11, F31).

    Raises `ValueError` unless the two numbers add up to the tricks that count.
    """
    own, other = tricks
    if own < 0 or other < 0 or own + other != rule_set.counted_tricks:
        raise ValueError(f"{own}-{other}: {rule_set.counted_tricks} tricks count under rule set {rule_set}")
    if own == other:
        return None
    return 0 if own > other else 1


def deal_points(tricks: Pair, scoring: Scoring, rule_set: RuleSet = BASE) -> Pair:
    """What player 0 and player 1 score for a deal.

    Raises `ValueError` for tricks that don't add up and for over six with all 26 (F31).

    >>> deal_points((9, 4), Scoring.DIFFERENCE), deal_points((9, 4), Scoring.OVER_SIX)
    ((5, 0), (3, 0))
    """
    require_offered(scoring, rule_set)
    winner = deal_winner(tricks, rule_set)
    if winner is None:
        return 0, 0
    points = _winner_points(tricks[winner], tricks[1 - winner], scoring)
    return (points, 0) if winner == 0 else (0, points)


def require_offered(scoring: Scoring, rule_set: RuleSet) -> None:
    """Raise `ValueError` for a way to score that doesn't go with the rule set (F31)."""
    if scoring not in offered_scorings(rule_set):
        raise ValueError(f"scoring {scoring.value} is not offered with rule set {rule_set}")


def _winner_points(won: int, lost: int, scoring: Scoring) -> int:
    match scoring:
        case Scoring.DEALS:
            return 1
        case Scoring.DIFFERENCE:
            return won - lost
        case Scoring.OVER_SIX:
            return won - BOOK


def ahead(score: Pair) -> int | None:
    """Who has more points; None when both have as many.

    >>> ahead((3, 5)), ahead((4, 4))
    (1, None)
    """
    own, other = score
    if own == other:
        return None
    return 0 if own > other else 1


@dataclass(frozen=True, slots=True)
class Match:
    """A match to `target` points or over `deals_limit` deals, exactly one of the two (F23).

    `dealer` deals first; `deals` are the counted tricks of player 0 and player 1 in
    each deal played. Raises `ValueError` for settings that don't go together and
    `MatchOver` for deals beyond the end.

    >>> match = Match(Scoring.OVER_SIX, target=7).add((13, 0))
    >>> match.score, match.winner, match.next_dealer
    ((7, 0), 0, 0)
    """

    scoring: Scoring = Scoring.DEALS
    target: int | None = None
    deals_limit: int | None = None
    rule_set: RuleSet = BASE
    dealer: int = 1
    deals: tuple[Pair, ...] = ()

    def __post_init__(self) -> None:
        require_offered(self.scoring, self.rule_set)
        ends = [end for end in (self.target, self.deals_limit) if end is not None]
        if len(ends) != 1 or ends[0] < 1:
            raise ValueError("a match needs either a target or a number of deals, at least 1")
        if self.dealer not in {0, 1}:
            raise ValueError(f"{self.dealer} is no player: expected 0 or 1")
        for count in range(len(self.deals)):
            if self.ends_at(self._score_of(self.deals[:count]), count):
                raise MatchOver(f"the match ended after deal {count}")
        self._score_of(self.deals)

    @property
    def score(self) -> Pair:
        """Points of player 0 and player 1."""
        return self._score_of(self.deals)

    @property
    def is_over(self) -> bool:
        """Whether the target is reached or all deals are played."""
        return self.ends_at(self.score, len(self.deals))

    @property
    def winner(self) -> int | None:
        """Who has won; None while it runs and when it is drawn (F23)."""
        return ahead(self.score) if self.is_over else None

    @property
    def is_drawn(self) -> bool:
        """Whether it is over with equal totals, which only a fixed number of deals allows (F23)."""
        own, other = self.score
        return self.is_over and own == other

    @property
    def next_dealer(self) -> int:
        """Who deals next: the deal alternates after every deal, drawn ones included (F3)."""
        return (self.dealer + len(self.deals)) % 2

    def add(self, tricks: Pair) -> Match:
        """The match with one more deal; raise `MatchOver` if it has ended."""
        return Match(
            self.scoring, self.target, self.deals_limit, self.rule_set, self.dealer, (*self.deals, tricks)
        )

    def ends_at(self, score: Pair, deals: int) -> bool:
        """Whether the match is over with this score after so many deals (F23)."""
        if self.target is not None:
            return max(score) >= self.target
        return deals == self.deals_limit

    def _score_of(self, deals: tuple[Pair, ...]) -> Pair:
        points = [deal_points(tricks, self.scoring, self.rule_set) for tricks in deals]
        return sum(own for own, _ in points), sum(other for _, other in points)
