"""Keys: all forms of a word meet, in both languages, with and without accents."""

from __future__ import annotations

import pytest

from rules_site.pages.search.spelling import closest, distance
from rules_site.pages.search.words import fold, key_maker, keys_of

FORMS = [
    ("nb", "spille spiller spilte spilt spill spillet spilleren spillerne"),
    ("nb", "stikk stikket stikkene"),
    ("nb", "legge legger la lagt"),
    ("nb", "vinne vinner vant vunnet vinneren"),
    ("nb", "hånd hånden hender hendene"),
    ("nb", "trumf trumfen trumfer trumfet"),
    ("nb", "åpent åpne åpen"),
    ("nb", "trekke trekker trakk trukket"),
    ("nb", "giver giveren giverne"),
    ("nb", "høy høyere høyest høyeste"),
    ("sv", "spela spelar spelade spelat spel spelet spelare spelarna"),
    ("sv", "stick sticket sticken stickets"),
    ("sv", "lägga lägger lade lagt"),
    ("sv", "ta tar tog tagit"),
    ("sv", "hand handen händer händerna"),
    ("sv", "kort kortet korten"),
    ("sv", "uppvänt uppvända uppvänd"),
    ("sv", "talong talongen"),
    ("en", "trick tricks"),
    ("en", "play plays played playing"),
]


@pytest.mark.parametrize(("language", "forms"), FORMS)
def test_all_forms_of_a_word_have_one_key(language: str, forms: str) -> None:
    assert len(set(keys_of(forms, language))) == 1, keys_of(forms, language)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("nb", "ess", "esel"),
        ("nb", "lærer", "lar"),
        ("nb", "farge", "fare"),
        ("nb", "trumf", "tromme"),
        ("sv", "giv", "gift"),
        ("sv", "kort", "kor"),
    ],
)
def test_words_that_only_look_alike_stay_apart(language: str, one: str, other: str) -> None:
    assert keys_of(one, language) != keys_of(other, language)


@pytest.mark.parametrize(
    ("one", "other"), [("Hjärter", "hjarter"), ("FØRSTE", "forste"), ("å\u030a", "a"), ("Kløver", "klover")]
)
def test_accents_and_case_do_not_matter(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_language_without_a_stemmer_compares_words_as_they_are() -> None:
    assert key_maker("fi")("Kortit") == "kortit"


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [("trumf", "trumf", 0), ("trummf", "trumf", 1), ("rtumf", "trumf", 1), ("stick", "stikk", 1)],
)
def test_distance_counts_edits(one: str, other: str, edits: int) -> None:
    assert distance(one, other, 2) == edits


def test_distance_stops_counting_where_nothing_is_near() -> None:
    assert distance("trumf", "kortstokk", 2) == 3
    assert distance("abcde", "vwxyz", 2) == 3


def test_nearest_words_come_first_and_far_ones_not_at_all() -> None:
    known = [("trumf", 9), ("trumfe", 3), ("konge", 40)]
    assert closest("trummf", known) == ["trumf", "trumfe"]
    assert closest("xyzzy", known) == []
