"""The searches themselves: each finds its planted error, and good text passes all of them."""

import pytest

from tests.language.patterns import SEARCHES, Search

GOOD = {
    "nb": "Når bunken er tom, teller stikkene. Den som vinner, spiller ut. Du vinner 9–4, 0,6 stikk mer.",
    "sv": "När talongen är slut räknas sticken. Den som tar sticket spelar ut. Du vinner med 9–4.",
}
EVERY_SEARCH = [
    pytest.param(search, id=f"{language}: {search.name}")
    for language, searches in SEARCHES.items()
    for search in searches
]


@pytest.mark.parametrize("search", EVERY_SEARCH)
def test_search_finds_its_planted_error(search: Search) -> None:
    assert search.expression.search(search.planted)


@pytest.mark.parametrize("language", GOOD)
def test_good_sentences_pass_every_search(language: str) -> None:
    assert [s.name for s in SEARCHES[language] if s.expression.search(GOOD[language])] == []


@pytest.mark.parametrize("language", SEARCHES)
def test_names_of_searches_are_unique(language: str) -> None:
    names = [search.name for search in SEARCHES[language]]
    assert len(names) == len(set(names))
