"""The searches of `patterns.py` over every page of content and every translated string."""

from collections.abc import Iterator

import pytest

from tests.language.allowed import ALLOWED
from tests.language.catalogues import translations
from tests.language.pages import LANGUAGES, PAGES, read_page
from tests.language.patterns import NAMES, SEARCHES


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every text of a language with its source; headings as Markdown, proper names taken out."""
    sources = [(page, piece) for page in PAGES for piece in read_page(language, page).pieces]
    for page, piece in sources:
        yield page, without_names(f"# {piece.text}" if piece.kind == "heading" else piece.text)
    for part, text in translations(language):
        yield part, without_names(text)


def without_names(text: str) -> str:
    for name in NAMES:
        text = text.replace(name, "@")
    return text


def hits(language: str, review: bool) -> Iterator[tuple[tuple[str, str, str, str], str]]:
    """What the searches find: the key of an allowance, and the text around it."""
    for source, text in texts(language):
        for search in SEARCHES[language]:
            if search.review is review:
                for match in search.expression.finditer(text):
                    yield (language, search.name, source, match[0].strip().lower()), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_search_for_errors_finds_anything(language: str) -> None:
    assert list(hits(language, review=False)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_to_review_has_been_reviewed(language: str) -> None:
    assert [(key, text) for key, text in hits(language, review=True) if key not in ALLOWED] == []


def test_every_allowance_is_needed() -> None:
    found = {key for language in LANGUAGES for key, _text in hits(language, review=True)}
    assert set(ALLOWED) - found == set()
