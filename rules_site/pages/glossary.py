"""The glossary's table: every term beside its words in the other languages, in alphabetical order."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules_site.pages.load import Page
from trainer.table.collation import sort_key

_ENTRY = re.compile(r"(?m)^### (?P<title>.+?) \{#(?P<id>[a-z0-9-]+)\}\n(?P<text>(?:(?!^##).*\n?)*)")
_WORD = re.compile(r"(?P<label>\w+): \[(?P<word>[^\]]+)\]\(lang:(?P<language>[a-z]+)\)")


@dataclass(frozen=True, slots=True)
class Word:
    """A term in another language; `label` is that language's name in the reader's."""

    label: str
    language: str
    word: str


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of the glossary; `meaning` is its first paragraph as written, `line` where it begins."""

    id: str
    title: str
    meaning: str
    line: int
    words: tuple[Word, ...]


def glossary_terms(page: Page) -> list[Term]:
    """The entries of a page written as `### term {#id}` with a line `Svensk: [stick](lang:sv)`."""
    terms = [
        Term(
            entry["id"],
            entry["title"],
            entry["text"].strip().split("\n\n")[0],
            page.first_line + page.body.count("\n", 0, entry.start()),
            tuple(
                Word(word["label"], word["language"], word["word"]) for word in _WORD.finditer(entry["text"])
            ),
        )
        for entry in _ENTRY.finditer(page.body)
    ]
    return sorted(terms, key=lambda term: sort_key(term.title, page.language))
