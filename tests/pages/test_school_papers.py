"""The papers for schools: there in both languages, alike, reachable, spelled, and true about their tests."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from rules_site.setup.steps import ROOT
from tests import needs
from tests.browser.places import SCHOOL_PAPERS
from tests.language.pages import plain
from tests.language.test_spelling import unknown_words, without_names

FOLDER = ROOT / "docs" / "papers"
# The 35 of WCAG 2.0 and the 12 of 2.1 that the Norwegian regulation names.
POINTS = (
    "1.1.1 1.2.1 1.2.2 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 "
    "1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.5.1 2.5.2 2.5.3 "
    "2.5.4 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.3.1 3.3.2 3.3.3 3.3.4 4.1.1 4.1.2 4.1.3"
)
TESTED = {"nb": "Automatisk test", "sv": "Automatiskt test"}


def source(language: str, name: str) -> str:
    return (FOLDER / language / f"{name}.md").read_text(encoding="utf-8")


def points(language: str) -> dict[str, list[str]]:
    """The cells of each row by the number of the point."""
    rows = re.findall(r"(?m)^\| (\d\.\d\.\d+) \|(.*)\|$", source(language, "accessibility-points"))
    return {number: [cell.strip() for cell in cells.split("|")] for number, cells in rows}


@pytest.mark.parametrize("language", ["nb", "sv"])
@pytest.mark.parametrize("name", SCHOOL_PAPERS)
def test_paper_is_shown_and_linked_from_the_privacy_page(
    client: Client, db: None, language: str, name: str
) -> None:
    with override(language):
        address = reverse(f"school:{name}")
        html = client.get(address).content.decode()
        assert f'href="{address}"' in client.get(reverse("pages:privacy")).content.decode()
    title = re.search(r'(?m)^title = "(.*)"', source(language, name))
    assert title
    assert f"<h1>{title[1]}</h1>" in unescape(html)


@pytest.mark.parametrize("name", SCHOOL_PAPERS)
def test_both_languages_have_the_same_parts(name: str) -> None:
    shapes = [
        (re.findall(r"\{#([a-z-]+)\}", text), [row.count("|") for row in re.findall(r"(?m)^\|.*", text)])
        for text in (source("nb", name), source("sv", name))
    ]
    assert shapes[0] == shapes[1]
    assert {path.name for path in (FOLDER / "nb").iterdir()} == {f"{name}.md" for name in SCHOOL_PAPERS}


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_all_47_points_say_how_they_were_tested(language: str) -> None:
    found = points(language)
    assert list(found) == POINTS.split()
    assert len(found) == 47
    for number, (_name, how, _note, tests) in found.items():
        named = re.findall(r"`([^`]+)`", tests)
        assert bool(named) is (how == TESTED[language]), number
        assert [path for path in named if not (ROOT / path).is_file()] == [], number


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_counts_in_the_text_are_those_of_the_table(language: str) -> None:
    ways = [cells[1] for cells in points(language).values()]
    counts = sorted((ways.count(way) for way in set(ways)), reverse=True)
    intro = source(language, "accessibility-points").split("{#reading}")[1].split(".", 1)[0]
    assert sorted(map(int, re.findall(r"\b\d+\b", intro.replace("47", ""))), reverse=True) == counts


@pytest.mark.parametrize("language", ["nb", "sv"])
@pytest.mark.parametrize("name", SCHOOL_PAPERS)
def test_paper_is_spelled_correctly(language: str, name: str) -> None:
    needs.program("hunspell")
    body = re.sub(r"`[^`]*`|\{#[a-z-]+\}|\]\([^)]*\)", " ", source(language, name).split("+++", 2)[2])
    assert unknown_words(without_names(plain(body, language)), language) == set()
