"""The text of a rendered page, cut at its headings: what search finds and what machines are told.

Read back from the HTML itself, so that it is the text readers see. Pictures, forms and navigation
are left out, and what is hidden from screen readers with them: a card counts by its name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"br", "hr", "img", "input", "wbr", "use", "rect", "path", "circle", "line"}
_LEFT_OUT = {"svg", "figure", "script", "style", "template", "form", "nav", "button", "select", "dialog"}
_INLINE = {"a", "b", "em", "strong", "span", "small", "i", "mark", "code", "abbr", "dfn", "sub", "sup"}
_HEADINGS = {"h2", "h3"}
_SPACE = re.compile(r"\s+")
# What stands below a figure is no part of the sentence before or after it.
_APART = "\0"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text up to the next one; what stands before the first has neither id nor title."""

    id: str
    title: str
    level: int
    text: str
    is_question: bool = False  # one that opens, with the text as its answer
    prose: str = ""  # the text without what stands below figures


def page_sections(html: str, apart: str = " ") -> list[Section]:
    """The sections of a page's body in order; `apart` stands between prose and what is said of a figure."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return [part.finished(apart) for part in reader.parts]


def plain_text(html: str) -> str:
    """The text of a piece of HTML as a screen reader says it."""
    return " ".join(f"{part.title} {part.text}".strip() for part in page_sections(html)).strip()


@dataclass(slots=True)
class _Part:
    id: str = ""
    level: int = 1
    is_question: bool = False
    title_pieces: list[str] = field(default_factory=list)
    text_pieces: list[str] = field(default_factory=list)
    prose_pieces: list[str] = field(default_factory=list)

    def finished(self, apart: str) -> Section:
        pieces = self.title_pieces, self.text_pieces, self.prose_pieces
        title, text, prose = (_joined(given, apart) for given in pieces)
        return Section(self.id, title, self.level, text, self.is_question, prose)


def _joined(pieces: list[str], apart: str) -> str:
    parts = (_SPACE.sub(" ", part).strip() for part in "".join(pieces).split(_APART))
    return apart.join(part for part in parts if part)


class _Reader(HTMLParser):
    """Walks the HTML once; `_open` holds the elements it is inside of, with whether they are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.parts = [_Part()]
        self._open: list[tuple[str, bool]] = []
        self._heading = False
        self._section_id = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            self._say(" ")
            return
        given = dict(attrs)
        quiet = (self._open and self._open[-1][1]) or _is_left_out(tag, given)
        self._open.append((tag, bool(quiet and tag != "figcaption")))
        if quiet and tag != "figcaption":
            return
        if tag == "figcaption":
            self.parts[-1].text_pieces.append(_APART)
        own_id = given.get("id") or ""
        if tag in _HEADINGS:
            asked = any(name == "summary" for name, _quiet in self._open)
            self.parts.append(_Part(own_id or self._section_id, int(tag[1]), asked))
            self._heading, self._section_id = True, ""
        elif tag == "section":
            self._section_id = own_id
        elif own_id and self.parts[-1].level > 1 and not self.parts[-1].id:
            self.parts[-1].id = own_id  # a question's id stands on its answer
        if tag not in _INLINE:
            self._say(" ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._say(" ")

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            name, _quiet = self._open.pop()
            if name == tag:
                break
        if tag == "figcaption":
            self.parts[-1].text_pieces.append(_APART)
        if tag in _HEADINGS:
            self._heading = False
        if tag not in _INLINE:
            self._say(" ")

    def handle_data(self, data: str) -> None:
        self._say(data)

    def _say(self, data: str) -> None:
        if self._open and self._open[-1][1]:
            return
        part = self.parts[-1]
        if self._heading:
            part.title_pieces.append(data)
            return
        part.text_pieces.append(data)
        if not any(name == "figcaption" for name, _quiet in self._open):
            part.prose_pieces.append(data)


def _is_left_out(tag: str, given: dict[str, str | None]) -> bool:
    return tag in _LEFT_OUT or given.get("aria-hidden") == "true" or "hidden" in given or "popover" in given
