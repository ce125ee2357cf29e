"""All answers of a class: which of them an address asks for, and the grid of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self
from urllib.parse import urlencode

from trainer.accounts.clock import start_of_day, today_in, zone_named
from trainer.classes.grid import BY_NAME, Grid, Sorting, given_items, grid_from, read_sorting, sorted_grid
from trainer.classes.models import Assignment, Classroom, Membership
from trainer.drills.models import OFFERED_KINDS

PERIODS = ("30", "90", "365", "all")
MOST_COLUMNS = 60


@dataclass(frozen=True, slots=True)
class Chosen:
    """A period in days by when assignments were given, one assignment or all, a kind or all, the order."""

    period: str = "90"
    assignment: str = ""
    kind: str = ""
    sorting: Sorting = BY_NAME

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Self:
        """Read an address; what does not exist counts as not said."""
        period, kind = query.get("period", ""), query.get("kind", "")
        return cls(
            period if period in PERIODS else "90",
            query.get("assignment", "")[:16],
            kind if kind in OFFERED_KINDS else "",
            read_sorting(query.get("sort", ""), query.get("down", "")),
        )

    def query(self) -> str:
        """The same as the query of an address."""
        pairs = {
            "period": "" if self.period == "90" else self.period,
            "assignment": self.assignment,
            "kind": self.kind,
            "sort": "" if self.sorting.by == "name" else self.sorting.by,
            "down": "1" if self.sorting.descending else "",
        }
        return urlencode({name: value for name, value in pairs.items() if value})

    def sorted_by(self, sorting: Sorting) -> str:
        """The query with another order."""
        return replace(self, sorting=sorting).query()

    def since(self, classroom: Classroom) -> datetime:
        """From when on assignments are shown: the start of a day by the clock of the class."""
        if self.period == "all":
            return classroom.created_at
        zone = zone_named(classroom.time_zone)
        first = start_of_day(today_in(zone) - timedelta(days=int(self.period) - 1), zone)
        return max(first, classroom.created_at)


@dataclass(frozen=True, slots=True)
class Results:
    """The grid of what was chosen; `assignments` is what there is in the period to choose from."""

    grid: Grid
    assignments: list[Assignment]
    is_cut: bool  # there are more drills than one table holds


def given_in(classroom: Classroom, chosen: Chosen) -> tuple[list[Assignment], list[Assignment]]:
    """The assignments of the period, latest first, and those of them that are asked for. One query."""
    since = chosen.since(classroom)
    assignments = list(classroom.assignments.filter(created_at__gte=since).order_by("-created_at", "-pk"))
    for one in assignments:
        one.classroom = classroom
    return assignments, [one for one in assignments if chosen.assignment in {"", one.public_id}]


def results_of(classroom: Classroom, pupils: list[Membership], chosen: Chosen) -> Results:
    """Three queries, whatever the size of the class and the number of answers."""
    assignments, asked = given_in(classroom, chosen)
    items = given_items(asked, chosen.kind, MOST_COLUMNS + 1)
    grid = sorted_grid(grid_from(items[:MOST_COLUMNS], pupils), chosen.sorting)
    return Results(grid, assignments, len(items) > MOST_COLUMNS)
