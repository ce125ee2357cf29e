"""A score sheet for paper: a row for each deal with its dealer, and what results are worth (F3, F20-F23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trainer.engine.scoring import Pair, deal_points, deal_results
from trainer.table.chosen_rules import ChosenRules

PLAYERS = ("A", "B")
ON_A_PAGE = 20  # rows that are high enough to write in


@dataclass(frozen=True, slots=True)
class Deal:
    """A row of the sheet: the number of the deal and who deals it."""

    number: int
    dealer: str


@dataclass(frozen=True, slots=True)
class Worth:
    """What the winner of a deal scores for a result."""

    tricks: Pair
    points: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The sheet for some rules: as many rows as deals, or a page of them where the match has a target."""

    rules: ChosenRules

    @property
    def deals(self) -> Iterator[Deal]:
        """Player A deals first, and the deal alternates (F3)."""
        for number in range(1, (self.rules.deals or ON_A_PAGE) + 1):
            yield Deal(number, PLAYERS[(number - 1) % 2])

    @property
    def worths(self) -> list[Worth]:
        """Every result of a deal, the closest first; a drawn one scores nothing (F31)."""
        rule_set, scoring = self.rules.rule_set, self.rules.scoring
        return [Worth(tricks, deal_points(tricks, scoring, rule_set)[0]) for tricks in deal_results(rule_set)]

    @property
    def is_close(self) -> bool:
        """Whether the rows must be lower than usual to stay on few pages."""
        return (self.rules.deals or 0) > ON_A_PAGE
