"""Spelling by hunspell with the Norwegian and Swedish dictionaries and our own word lists.

Both dictionaries compound freely, so clean spelling is not clean language; `test_searches.py` looks further.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests import needs
from tests.language.catalogues import translations
from tests.language.pages import LANGUAGES, PAGES, read_page
from tests.language.patterns import NAMES

HERE = Path(__file__).parent
DICTIONARIES = {"nb": "nb_NO", "sv": "sv_SE"}
PACKAGES = {"nb": "hunspell-no", "sv": "hunspell-sv"}


def unknown_words(text: str, language: str) -> set[str]:
    """The words that neither the dictionary nor our list knows."""
    command = [
        "hunspell",
        "-i",
        "utf-8",
        "-d",
        DICTIONARIES[language],
        "-p",
        f"{HERE}/words-{language}.txt",
        "-l",
    ]
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=environment)
    if run.returncode or "Can't open" in run.stderr:
        needs.missing(f"dictionary {DICTIONARIES[language]}", PACKAGES[language])
    return set(run.stdout.split())


@pytest.fixture(autouse=True)
def hunspell() -> None:
    needs.program("hunspell")


def without_names(text: str) -> str:
    return re.sub("|".join(map(re.escape, NAMES)), "", text)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_spelled_correctly(language: str, name: str) -> None:
    text = "\n".join(piece.text for piece in read_page(language, name).pieces)
    assert unknown_words(without_names(text), language) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_interface_is_spelled_correctly(language: str) -> None:
    text = "\n".join(text for _part, text in translations(language))
    assert unknown_words(without_names(text), language) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_word_list_is_sorted_and_has_no_word_twice(language: str) -> None:
    words = (HERE / f"words-{language}.txt").read_text(encoding="utf-8").splitlines()
    assert words == sorted(set(words), key=str.casefold)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_planted_misspelling_is_found(language: str) -> None:
    assert "trummfkortt" in unknown_words("trummfkortt", language)
