"""What comes first, on pages of a few words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_site.pages.search.index import Entry, Index, snippet
from rules_site.pages.search.synonyms import Synonyms

type Search = Callable[..., list[str]]

NONE = Synonyms({}, {}, ("nb",))
TALON = Synonyms({("talong",): frozenset({"stock"})}, {"stock": frozenset({("trekkbunk",)})}, ("nb", "sv"))


def entry(title: str, text: str, page: str = "Side", is_page: bool = False) -> Entry:
    return Entry(page, title, f"/{title}/", text, is_page)


def titles(index: Index, query: str) -> list[str]:
    return [hit.entry.title for hit in index.search(query)]


PAGES = [
    entry("Trumf", "Fargen som slår de andre."),
    entry("Poeng", "En trumf gir ingen poeng i seg selv, og trumf er trumf."),
    entry("Regler", "Alt om spillet.", "Regler", is_page=True),
    entry("Utdeling", "Giveren deler ut tretten kort. Andre regler finnes, men disse reglene er regler."),
    entry("Bunken", "En trekkbunke med 26 kort."),
    entry("Kongen", "Hjerter konge og hjerter dame er høye."),
]


@pytest.fixture
def index() -> Index:
    return Index.build("nb", PAGES, NONE)


def test_a_heading_goes_before_text(index: Index) -> None:
    assert titles(index, "trumf") == ["Trumf", "Poeng"]


def test_a_page_goes_before_its_sections(index: Index) -> None:
    assert titles(index, "regler") == ["Regler", "Utdeling"]


def test_another_form_of_the_word_is_found(index: Index) -> None:
    assert titles(index, "trumfene")[0] == "Trumf"
    assert titles(index, "spiller") == ["Regler"]


def test_sections_with_all_words_go_first(index: Index) -> None:
    assert titles(index, "trumf poeng")[0] == "Poeng"


def test_small_words_do_not_count_beside_others(index: Index) -> None:
    assert titles(index, "hva er en trumf") == titles(index, "trumf")
    assert titles(index, "og") != []


def test_the_beginning_of_a_word_is_enough(index: Index) -> None:
    assert titles(index, "tru")[0] == "Trumf"
    assert titles(index, "bunke")[0] == "Bunken"


def test_a_compound_is_found_as_two_words(index: Index) -> None:
    assert titles(index, "hjerterkonge") == ["Kongen"]


def test_a_synonym_is_found_too() -> None:
    assert titles(Index.build("nb", PAGES, TALON), "talong") == ["Bunken"]
    assert titles(Index.build("nb", PAGES, NONE), "talong") == []


@pytest.mark.parametrize("query", ["", "   ", "!?…", "xyzzy"])
def test_nothing_is_found_for_nothing(index: Index, query: str) -> None:
    assert titles(index, query) == []


def test_a_misspelt_word_is_corrected_and_the_others_kept(index: Index) -> None:
    assert index.corrections("trummf poeng") == ["trumf poeng"]
    assert index.corrections("trumf") == []
    assert index.corrections("xyzzy") == []


def test_snippet_shows_and_marks_what_was_found() -> None:
    text = "Først noe annet. " * 20 + "Da slår en trumf esset. " + "Så mer om annet. " * 20
    index = Index.build("nb", [entry("A", text)], NONE)
    pieces = snippet(index.search("trumfen")[0], "nb")
    assert [piece.text for piece in pieces if piece.marked] == ["trumf"]
    whole = "".join(piece.text for piece in pieces)
    assert "Da slår en trumf esset." in whole
    assert whole.startswith("… ")
    assert whole.endswith(" …")
    assert len(whole) <= 190


def test_snippet_of_a_short_text_is_the_text() -> None:
    index = Index.build("nb", [entry("Kort", "Et kort & to <b>.")], NONE)
    assert "".join(piece.text for piece in snippet(index.search("kort")[0], "nb")) == "Et kort & to <b>."
