"""Content files as the language tests read them: front matter, headings, figures, links, prose.

Deliberately apart from the site's own renderer, so that a mistake there does not hide one here, and so that
these tests need no Django.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from trainer.engine.cards import Card
from trainer.table.names import card_name

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("nb", "sv")
PAGES = sorted(path.stem for path in (ROOT / "content/nb").glob("*.md"))

_HEADING = re.compile(r"^(#{2,3}) (.+?) \{#([a-z0-9-]+)\}$")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
_CARD = re.compile(r"\{([SHDC](?:10|[2-9TJQKA]))\}")
# A number of the chosen rules or a measured one, and the line that opens or ends a passage for some of them.
_NUMBER = re.compile(r"\{(?:target|deals|points (?:[a-z-]+ )?\d+–\d+|(?:measured|margin) [\w -]+)\}")
_PASSAGE = re.compile(r":::(?P<conditions>.*)")
# Keys of the front matter that hold no prose.
_DATA_KEYS = {"facts", "reviewed", "link"}


@dataclass(frozen=True)
class Piece:
    """A text that stands by itself: `kind` is front, heading, paragraph, item, cell, fact or caption."""

    kind: str
    text: str


@dataclass(frozen=True)
class Heading:
    level: int
    id: str
    text: str


@dataclass(frozen=True)
class Figure:
    """A fenced block: its kind, its lines, and the id of the heading it stands under."""

    kind: str
    lines: tuple[tuple[str, str], ...]
    section: str

    @property
    def shape(self) -> tuple[object, ...]:
        """All that both languages must share: everything but the words."""
        if self.kind == "facts":
            return self.kind, self.section, len(self.lines)
        shared = [(key, "" if key.startswith("label ") else value) for key, value in self.lines]
        return self.kind, self.section, tuple(line for line in shared if line[0] != "caption")


@dataclass(frozen=True)
class Page:
    name: str
    language: str
    front: dict[str, Any]
    lines: tuple[str, ...]
    passages: tuple[tuple[str, str], ...]
    """The conditions of each passage, and the id of the heading it stands under."""

    @property
    def headings(self) -> list[Heading]:
        found = [_HEADING.match(line) for line in self.prose_lines]
        return [Heading(len(match[1]), match[3], match[2]) for match in found if match]

    @property
    def links(self) -> list[str]:
        """Every target, in order; words of another language (`lang:`) are no links."""
        targets = [target for line in self.lines for _text, target in _LINK.findall(line)]
        return [target for target in targets if not target.startswith("lang:")]

    @property
    def prose_lines(self) -> list[str]:
        """The lines outside fenced blocks."""
        return [line for line, fence in _with_fences(self.lines) if fence is None]

    @property
    def table_shapes(self) -> list[int]:
        """The number of cells of each table row."""
        return [line.count("|") for line in self.prose_lines if line.startswith("|")]

    @property
    def figures(self) -> list[Figure]:
        return list(_figures(self.lines))

    @property
    def pieces(self) -> list[Piece]:
        """All words of the page, in the order of the file."""
        body = [*_front_pieces(self.front), *_body_pieces(self.prose_lines)]
        for figure in self.figures:
            if figure.kind == "facts":
                body += [Piece("fact", f"{key}: {value}") for key, value in figure.lines]
            body += [Piece("caption", value) for key, value in figure.lines if key == "caption"]
            body += [Piece("fact", value) for key, value in figure.lines if key.startswith("label ")]
        return [Piece(piece.kind, plain(piece.text, self.language)) for piece in body]


@cache
def read_page(language: str, name: str) -> Page:
    """Read `content/<language>/<name>.md`."""
    text = (ROOT / "content" / language / f"{name}.md").read_text(encoding="utf-8")
    _empty, front, body = text.split("+++\n", 2)
    lines = body.splitlines()
    kept = tuple(line for line in lines if not _PASSAGE.fullmatch(line))
    return Page(name, language, tomllib.loads(front), kept, tuple(_passages(lines)))


def _passages(lines: list[str]) -> Iterator[tuple[str, str]]:
    section = ""
    for line in lines:
        heading, mark = _HEADING.match(line), _PASSAGE.fullmatch(line)
        if heading:
            section = heading[3]
        elif mark:
            yield mark["conditions"].strip(), section


def plain(text: str, language: str) -> str:
    """Text without mark-up: cards by name, links as their words; code and other languages left out."""
    text = _CARD.sub(lambda match: card_name(Card.parse(match[1]), language), text)
    text = _NUMBER.sub("7", text)
    text = re.sub(r"\[[^\]]+\]\(lang:\w+\)|`[^`]+`", "", text)
    return _LINK.sub(r"\1", text).replace("**", "").strip()


def _with_fences(lines: tuple[str, ...]) -> Iterator[tuple[str, str | None]]:
    """Each line with the kind of the fenced block it belongs to; the fences belong to it too."""
    fence = None
    for line in lines:
        if line.startswith("```"):
            opening = fence is None
            fence = line[3:] if opening else fence
            yield line, fence
            fence = fence if opening else None
        else:
            yield line, fence


def _figures(lines: tuple[str, ...]) -> Iterator[Figure]:
    section = ""
    block: list[tuple[str, str]] | None = None
    for line, fence in _with_fences(lines):
        if fence is None:
            heading = _HEADING.match(line)
            section = heading[3] if heading else section
        elif not line.startswith("```"):
            key, _colon, value = line.partition(": ")
            assert block is not None
            block.append((key, value))
        elif block is None:
            block = []
        else:
            yield Figure(fence, tuple(block), section)
            block = None


def _front_pieces(front: dict[str, Any]) -> Iterator[Piece]:
    for key, value in front.items():
        if isinstance(value, list) and key not in _DATA_KEYS:
            for entry in value:
                yield from _front_pieces(entry)
        elif isinstance(value, dict):
            yield from _front_pieces(value)
        elif isinstance(value, str) and key not in _DATA_KEYS:
            yield Piece("front", value)


def _body_pieces(lines: list[str]) -> Iterator[Piece]:
    for line in lines:
        heading = _HEADING.match(line)
        if heading:
            yield Piece("heading", heading[2])
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            yield from (Piece("cell", cell) for cell in cells if not set(cell) <= set("-: "))
        elif item := re.match(r"(?:- |\d+\. )(.+)", line):
            yield Piece("item", item[1])
        elif line.strip():
            yield Piece("paragraph", line)
