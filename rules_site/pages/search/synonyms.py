"""Words for the same thing in all languages, so that «talong» finds the trekkbunke and «ruff» å trumfe.

They come from the glossaries, which name each term's words in the other languages and its synonyms,
and from `content/synonyms.toml` for what is no term of the game.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from rules_site.pages.glossary import glossary_terms
from rules_site.pages.load import load_page, page_path
from rules_site.pages.search.words import WORD, keys_of, stop_words

_ALSO = re.compile(r"(?m)^.*\]\(lang:[a-z]+\) · \w+: (?P<also>[^\[\n]+)$")
_ENTRY = re.compile(r"(?m)^### .+? \{#(?P<id>[a-z0-9-]+)\}\n(?P<text>(?:(?!^##).*\n?)*)")
_BETWEEN = re.compile(r"[,;]| og | och ")

type Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Synonyms:
    """For a reader's language: which words of any language mean the same as which of its own."""

    meanings: Mapping[Keys, frozenset[str]]
    own_words: Mapping[str, frozenset[Keys]]
    languages: tuple[str, ...]
    written: frozenset[str] = frozenset()  # every word of every language, to correct a misspelt one by

    def of(self, phrase: Iterable[str]) -> frozenset[Keys]:
        """The reader's own words, as keys, for one or more words of a query in any language."""
        words = " ".join(phrase)
        readings = {keys_of(words, language) for language in self.languages}
        meant = {meaning for keys in readings for meaning in self.meanings.get(keys, ())}
        return frozenset(keys for meaning in meant for keys in self.own_words[meaning])


def load_synonyms(language: str) -> Synonyms:
    """Read the glossaries of all languages and the extra list."""
    names: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for meaning, code, word in (*_from_glossaries(), *_extra()):
        names[meaning][code].add(word)
    meanings: dict[Keys, set[str]] = defaultdict(set)
    own: dict[str, set[Keys]] = defaultdict(set)
    codes: set[str] = {language}
    for meaning, by_language in names.items():
        own[meaning] |= {_telling_keys(word, language) for word in by_language.get(language, ())} - {()}
        for code, words in by_language.items():
            codes.add(code)
            for word in words:
                meanings[keys_of(word, code)].add(meaning)
    return Synonyms(
        {keys: frozenset(found) for keys, found in meanings.items() if keys},
        {meaning: frozenset(found) for meaning, found in own.items()},
        tuple(sorted(codes)),
        frozenset(word for by_language in names.values() for words in by_language.values() for word in words),
    )


def _telling_keys(phrase: str, language: str) -> Keys:
    """The keys of a phrase without words that stand everywhere: «det synlige kortet»."""
    words = [word for word in WORD.findall(phrase.casefold()) if word not in stop_words(language)]
    return keys_of(" ".join(words), language)


def sources(languages: Iterable[str]) -> list[Path]:
    """The files that the synonyms are read from."""
    return [*(page_path(code, "glossary") for code in languages), _extra_path()]


def _from_glossaries() -> Iterator[tuple[str, str, str]]:
    for code, _name in settings.LANGUAGES:
        path = page_path(code, "glossary")
        if not path.exists():
            continue
        page = load_page(path)
        for term in glossary_terms(page):
            yield term.id, code, term.title
            for word in term.words:
                for part in _parts(word.word):
                    yield term.id, word.language, part
        for entry in _ENTRY.finditer(page.body):
            for also in _ALSO.finditer(entry["text"]):
                for part in _parts(also["also"]):
                    yield entry["id"], code, part


def _parts(text: str) -> Iterator[str]:
    return (part.strip() for part in _BETWEEN.split(text) if part.strip())


def _extra() -> Iterator[tuple[str, str, str]]:
    path = _extra_path()
    if path.exists():
        for meaning, by_language in tomllib.loads(path.read_text("utf-8")).items():
            for code, words in by_language.items():
                for word in words:
                    yield meaning, code, word


def _extra_path() -> Path:
    return Path(settings.CONTENT_DIR) / "synonyms.toml"
