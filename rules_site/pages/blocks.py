"""Fenced blocks of the content as data: `key: value` lines that remember where they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules_site.pages.load import ContentError
from trainer.engine.cards import Card, NotationError, Suit, format_cards, parse_cards
from trainer.engine.rule_sets import ALL26, BASE, RuleSet

PLAYERS = ("you", "opponent")


@dataclass(frozen=True, slots=True)
class Block:
    """One figure as written; `lines` gives the line of each key in the file."""

    kind: str
    path: Path
    line: int
    fields: dict[str, str]
    lines: dict[str, int]

    @classmethod
    def read(cls, kind: str, text: str, path: Path, numbers: Sequence[int]) -> Block:
        """Read the text between the fences; `numbers` are the lines of the file, the opening fence first."""
        fields: dict[str, str] = {}
        lines: dict[str, int] = {}
        for place, row in zip(numbers[1:], text.splitlines(), strict=False):
            key, colon, value = row.partition(":")
            key, value = key.strip(), value.strip()
            if not colon or not value:
                raise ContentError(path, place, f"a {kind} has lines of key: value, not {row.strip()!r}")
            if key in fields:
                raise ContentError(path, place, f"{key} stands twice in this {kind}")
            fields[key], lines[key] = value, place
        return cls(kind, path, numbers[0], fields, lines)

    def require(self, needed: str, allowed: str = "") -> None:
        """Raise ContentError unless the keys are those of this kind of block."""
        for key in self.fields:
            if key not in needed.split("|") and key not in allowed.split("|"):
                raise self.fault(key, f"a {self.kind} has no {key!r}: expected {needed.replace('|', ', ')}")
        for key in needed.split("|"):
            if key not in self.fields:
                raise ContentError(self.path, self.line, f"a {self.kind} needs a line {key!r}")

    def fault(self, key: str, message: str) -> ContentError:
        """The error for one line of the block."""
        return ContentError(self.path, self.lines.get(key, self.line), message)

    def suit(self, key: str) -> Suit:
        return self._parsed(key, Suit.parse)

    def card(self, key: str) -> Card | None:
        """A card, or None where the line is left out."""
        return self._parsed(key, Card.parse) if key in self.fields else None

    def cards(self, key: str) -> tuple[Card, ...]:
        return self._parsed(key, parse_cards)

    def player(self, key: str) -> int:
        """0 for `you`, 1 for `opponent`."""
        if self.fields[key] not in PLAYERS:
            raise self.fault(key, f"{key} is {self.fields[key]!r}: expected you or opponent")
        return PLAYERS.index(self.fields[key])

    def choice(self, key: str, expected: Sequence[str], usual: str) -> str:
        """One of a few words; the usual one where the line is left out."""
        value = self.fields.get(key, usual)
        if value not in expected:
            raise self.fault(key, f"{key} is {value!r}: expected {', '.join(expected)}")
        return value

    def number(self, key: str, least: int, most: int) -> int:
        """A whole number in a range."""
        text = self.fields.get(key, "")
        if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
            raise self.fault(key, f"{key} is {text!r}: expected {least} to {most}")
        return int(text)

    def number_or_none(self, key: str) -> int | None:
        """A whole number; None where the line is left out."""
        text = self.fields.get(key)
        if text is not None and not text.isdecimal():
            raise self.fault(key, f"{key} is {text!r}: expected a number")
        return None if text is None else int(text)

    def counting(self) -> RuleSet:
        """The rule set of a line `tricks`: 13 where only phase two counts, as usual, or 26 (F31)."""
        tricks = {str(rules.counted_tricks): rules for rules in (BASE, ALL26)}
        return tricks[self.choice("tricks", tuple(tricks), str(BASE.counted_tricks))]

    def played(self, key: str) -> tuple[int, Card]:
        """A player and a card: `you SK`."""
        who, _, card = self.fields[key].partition(" ")
        if who not in PLAYERS or not card:
            raise self.fault(key, f"{key} is {self.fields[key]!r}: expected you SK or opponent SK")
        return PLAYERS.index(who), self._parse(key, Card.parse, card)

    def check_distinct(self, key: str, *groups: tuple[Card, ...]) -> None:
        """Raise ContentError for a card that lies in two places."""
        cards = [card for group in groups for card in group]
        twice = sorted({card for card in cards if cards.count(card) > 1})
        if twice:
            raise self.fault(key, f"{format_cards(twice)} stands twice in this {self.kind}")

    def check_claim(self, key: str, right: str) -> None:
        """A line that claims a result must say what the engine says."""
        claimed = self.fields.get(key)
        if claimed is not None and claimed != right:
            raise self.fault(key, f"{key} is {right}, not {claimed}")

    def _parsed[T](self, key: str, parse: Callable[[str], T]) -> T:
        return self._parse(key, parse, self.fields[key])

    def _parse[T](self, key: str, parse: Callable[[str], T], text: str) -> T:
        try:
            return parse(text)
        except NotationError as error:
            raise self.fault(key, str(error)) from None
