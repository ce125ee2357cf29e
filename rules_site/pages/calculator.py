"""The calculator of the scoring page: tricks deal by deal, counted by the rules that the reader chose.

What is typed lives in the address, `?won=8.6.7` for the reader's tricks of three deals, so that a
result can be kept, sent and gone back from. The form sends a field `won` for each deal; the view leads
on to the short address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.utils.translation import gettext, ngettext

from rules_site.pages.matches_in_words import CountedDeal, play_match, standing
from trainer.engine.scoring import Match, Pair
from trainer.table.chosen_rules import MOST_DEALS, ChosenRules

WON = "won"
BETWEEN = "."
LONGEST = 12  # letters of a wrong number that are said back


@dataclass(frozen=True, slots=True)
class Line:
    """A deal in the form: what was typed, what it gives, or what is wrong with it."""

    number: int
    text: str = ""
    fault: str = ""
    counted: CountedDeal | None = None
    is_beyond: bool = False


@dataclass(frozen=True)
class Count:
    """The deals that an address names, under some rules."""

    texts: tuple[str, ...]
    rules: ChosenRules

    @classmethod
    def asked(cls, fields: Sequence[str], rules: ChosenRules) -> Count:
        """The values of `won` in an address; empty fields are passed over."""
        parts = (part.strip() for field in fields for part in field.split(BETWEEN))
        return cls(tuple(part for part in parts if part), rules)

    @cached_property
    def too_many(self) -> str:
        """Says that more deals are named than a match has, if so."""
        if len(self.texts) <= MOST_DEALS:
            return ""
        return gettext("There is room for %(most)s deals, not more.") % {"most": MOST_DEALS}

    @cached_property
    def lines(self) -> list[Line]:
        """A line for each deal; what comes after a wrong number or the end of the match counts nothing."""
        shown = self.texts[:MOST_DEALS]
        faults = [self._fault(number, text) for number, text in enumerate(shown, start=1)]
        sound = next((place for place, fault in enumerate(faults) if fault), len(shown))
        _match, counted = play_match(self.rules.match(), [self._tricks(text) for text in shown[:sound]])
        return [
            Line(
                place + 1,
                text,
                fault,
                counted[place] if place < len(counted) else None,
                is_beyond=len(counted) <= place < sound,
            )
            for place, (text, fault) in enumerate(zip(shown, faults, strict=True))
        ]

    @property
    def next_line(self) -> Line | None:
        """The empty line for the next deal, while there can be one."""
        if self.has_fault or self.match.is_over or len(self.texts) >= MOST_DEALS:
            return None
        return Line(len(self.texts) + 1)

    @property
    def faults(self) -> list[Line]:
        return [line for line in self.lines if line.fault]

    @property
    def has_fault(self) -> bool:
        return bool(self.too_many or self.faults)

    @property
    def match(self) -> Match:
        """The match after the deals that belong to it."""
        deals = [line.counted.tricks for line in self.lines if line.counted]
        return play_match(self.rules.match(), deals)[0]

    @property
    def said(self) -> str:
        """How the match stands, in one or two sentences."""
        if not self.texts:
            return gettext("Write how many tricks you won in the first deal.")
        return standing(self.match)

    @property
    def beyond(self) -> str:
        """Says that deals were added after the end, if so."""
        if not any(line.is_beyond for line in self.lines):
            return ""
        last = len(self.match.deals)
        told = ngettext(
            "The match was over after %(number)s deal. Later deals do not count.",
            "The match was over after %(number)s deals. Later deals do not count.",
            last,
        )
        return told % {"number": last}

    def query(self, less: int = 0) -> str:
        """The short address of these deals and rules, without the last `less` of the deals."""
        kept = self.texts[: len(self.texts) - less]
        won = {WON: BETWEEN.join(kept)} if kept else {}
        return urlencode({**won, **self.rules.query()})

    @property
    def query_without_last(self) -> str:
        return self.query(less=1)

    @property
    def most(self) -> int:
        """The most tricks that a player can win of those that count."""
        return self.rules.rule_set.counted_tricks

    def _fault(self, number: int, text: str) -> str:
        if text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= self.most:
            return ""
        told = gettext("Deal %(number)s: Write a whole number from 0 to %(most)s, not “%(text)s”.")
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
        return told % {"number": number, "most": self.most, "text": shown}

    def _tricks(self, text: str) -> Pair:
        return int(text), self.most - int(text)
