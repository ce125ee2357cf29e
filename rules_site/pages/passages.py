"""Passages of a page that hold only for some of the rules a reader may choose.

    ::: tricks-13
    Stikkene i første del gir ingen poeng.
    ::: tricks-26
    Stikkene i første del teller også.
    :::

A line `::: condition` opens a passage or goes on to the next one, `:::` ends the last. Several
conditions must all hold. The lines between are left out before anything reads the page, so a passage
may stand anywhere: around sections, inside a list, inside a figure. Whatever is left knows the line of
the file it came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from rules_site.pages.load import ContentError, Page
from trainer.table.chosen_rules import CONDITIONS, ChosenRules

MARK = re.compile(r":::(?P<conditions>.*)")
_FENCE = "```"


@dataclass(frozen=True, slots=True)
class ChosenText:
    """The lines of a page that hold, with the number of each in its file."""

    text: str
    numbers: tuple[int, ...]

    def line(self, place: int) -> int:
        """The line of the file behind a line of the text; past the end, the last one."""
        return self.numbers[min(place, len(self.numbers) - 1)] if self.numbers else 1

    def lines(self, start: int, end: int) -> tuple[int, ...]:
        """The lines of the file behind some lines of the text."""
        return self.numbers[start:end]


def chosen_text(page: Page, rules: ChosenRules) -> ChosenText:
    """What the page says under the chosen rules; ContentError for a passage that can't be right."""
    kept = list(_kept(page, rules.conditions))
    return ChosenText("\n".join(line for _number, line in kept), tuple(number for number, _line in kept))


def _kept(page: Page, holding: frozenset[str]) -> Iterator[tuple[int, str]]:
    opened, opened_in_figure, figure, shown = 0, False, False, True
    for number, line in enumerate(page.body.splitlines(), start=page.first_line):
        mark = MARK.fullmatch(line.rstrip())
        if mark is None:
            figure ^= line.startswith(_FENCE)
            if shown:
                yield number, line
            continue
        conditions = mark["conditions"].split()
        if not conditions and not opened:
            raise ContentError(page.path, number, "::: ends a passage, and none has begun")
        if opened and figure is not opened_in_figure:
            raise ContentError(page.path, number, "a passage begins in a figure and ends out of it")
        _check(page, number, conditions)
        shown = holding.issuperset(conditions)
        opened, opened_in_figure = (number, figure) if conditions else (0, False)
    if opened:
        raise ContentError(page.path, opened, "this passage has no end: write ::: below it")


def _check(page: Page, number: int, conditions: list[str]) -> None:
    known = list(chain.from_iterable(CONDITIONS))
    for condition in conditions:
        if condition not in known:
            expected = ", ".join(known)
            raise ContentError(page.path, number, f"{condition!r} is no condition: expected {expected}")
    for kind in CONDITIONS:
        together = [condition for condition in conditions if condition in kind]
        if len(together) > 1:
            raise ContentError(page.path, number, f"{' and '.join(together)} never hold together")
