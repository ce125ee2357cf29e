"""Pages of content: `content/<language>/<name>.md`, TOML front matter and Markdown.

A page says who it is (title, description, lead), which facts it rests on and when it was last
reviewed; keys beyond these belong to the page's own template. The same names and heading ids
exist in every language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings

from trainer.table.neighbours import NEIGHBOURS

FENCE = "+++"


class ContentError(ValueError):
    """Something wrong in a file of content: `content/nb/rules.md:41: what, and what is right`."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        base = settings.BASE_DIR
        shown = path.relative_to(base) if path.is_relative_to(base) else path
        super().__init__(f"{shown}:{line}: {message}")


@dataclass(frozen=True, slots=True)
class Page:
    """One page as written; `body` starts on line `first_line` of the file."""

    path: Path
    title: str
    description: str
    lead: str
    facts: tuple[str, ...]
    reviewed: date
    body: str
    first_line: int
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name that addresses and links use, such as `rules`."""
        return self.path.stem

    @property
    def language(self) -> str:
        """Code of the language the page is written in."""
        return self.path.parent.name


def page_path(language: str, name: str) -> Path:
    """Where a page lies; one that is not written in a language yet is read in its neighbour's."""
    path = Path(settings.CONTENT_DIR) / language / f"{name}.md"
    stands_in = NEIGHBOURS.get(language)
    return path if path.exists() or stands_in is None else page_path(stands_in, name)


def page_names(language: str) -> list[str]:
    """All pages of a language, with those that its neighbour stands in for."""
    names = {path.stem for path in (Path(settings.CONTENT_DIR) / language).glob("*.md")}
    stands_in = NEIGHBOURS.get(language)
    return sorted(names.union(page_names(stands_in)) if stands_in else names)


def load_page(path: Path) -> Page:
    """Read a page; raise ContentError with the line for anything missing or unreadable."""
    front, body, first_line = _split(path)
    try:
        fields = tomllib.loads(front)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(path, 1, f"front matter: {error}") from None
    texts = {name: _take(path, fields, name, str) for name in ("title", "description", "lead")}
    facts = tuple(_take(path, fields, "facts", list))
    reviewed = _take(path, fields, "reviewed", date)
    return Page(path, **texts, facts=facts, reviewed=reviewed, body=body, first_line=first_line, extra=fields)


def _split(path: Path) -> tuple[str, str, int]:
    lines = path.read_text("utf-8").splitlines()
    if not lines or lines[0] != FENCE or FENCE not in lines[1:]:
        raise ContentError(path, 1, f"front matter must stand between two lines of {FENCE}")
    end = lines.index(FENCE, 1)
    return "\n".join(lines[1:end]), "\n".join(lines[end + 1 :]), end + 2


def _take[T](path: Path, fields: dict[str, Any], name: str, kind: type[T]) -> T:
    value = fields.pop(name, None)
    if not isinstance(value, kind) or value == "":
        raise ContentError(path, 1, f"front matter: {name} is missing or no {kind.__name__}")
    return value
