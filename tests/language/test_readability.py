"""Sentences stay short: LIX at most 35 where pupils read, 40 elsewhere."""

import pytest

from tests.language.pages import LANGUAGES, PAGES, read_page
from tests.language.readability import lix, prose

PUPIL_PAGES = {"home", "rules", "scoring", "mistakes", "faq"}
WITHOUT_RUNNING_TEXT = {"glossary"}


@pytest.mark.parametrize("name", [name for name in PAGES if name not in WITHOUT_RUNNING_TEXT])
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_reads_easily(language: str, name: str) -> None:
    assert lix(prose(read_page(language, name))) <= (35 if name in PUPIL_PAGES else 40)


def test_lix_of_a_known_text() -> None:
    assert lix("Du vinner stikket. Motspilleren trekker.") == 5 / 2 + 100 * 3 / 5
