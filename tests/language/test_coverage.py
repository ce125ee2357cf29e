"""What the pages must cover: every fact of the rules, every field term, a drill for every piece of advice."""

from __future__ import annotations

import json

import pytest

from rules_site.pages.glossary import glossary_terms
from rules_site.pages.load import load_page, page_path
from tests.language.pages import LANGUAGES, PAGES, read_page
from trainer.drills.library import LIBRARY_DIR
from trainer.drills.models import OFFERED_KINDS

# The facts by their numbers: the game, scoring, variants, advice, whist for four and its family. F36 names
# variants that are offered nowhere.
FACTS = [*range(1, 13), *range(20, 24), *range(30, 36), *range(40, 48), *range(60, 70)]

# The words of card players that code, addresses and messages use.
FIELD_TERMS = [
    *("card", "suit", "rank", "hand", "deal", "dealer", "stock", "upcard", "trump", "phase"),
    *(
        "lead",
        "led-suit",
        "follow-suit",
        "trick",
        "leader",
        "follower",
        "winner",
        "discard",
        "ruff",
        "revoke",
    ),
    *("void", "match", "point", "target", "opponent", "difference", "overtrick", "rule-set"),
]

ADVICE = [
    "worth",
    "price",
    "cheap",
    "counting",
    "draw-trumps",
    "cash-winners",
    "lose-the-lead",
    "make-ruff",
    "discard",
]
NOT_MEASURED = {"counting"}  # and the page says so


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_is_told_on_some_page(language: str) -> None:
    told = {fact for name in PAGES for fact in read_page(language, name).front["facts"]}
    assert sorted({f"F{number}" for number in FACTS} - told) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whist_for_four_is_told_on_the_page_of_the_family(language: str) -> None:
    assert {f"F{number}" for number in range(60, 70)} <= set(read_page(language, "family").front["facts"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_glossary_has_every_field_term_with_its_sisters(language: str) -> None:
    terms = {term.id: term for term in glossary_terms(load_page(page_path(language, "glossary")))}
    assert [term for term in FIELD_TERMS if term not in terms] == []
    others = {"en", *LANGUAGES} - {language}
    assert [term.id for term in terms.values() if {word.language for word in term.words} != others] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_glossary_has_pictures(language: str) -> None:
    kinds = [figure.kind for figure in read_page(language, "glossary").figures]
    assert {"trick", "hand", "start", "scores"} <= set(kinds)
    assert len(kinds) >= 9


@pytest.fixture(scope="module")
def themes() -> set[str]:
    """Kinds with drills in the library that ships, and their themes, as links of the content name them."""
    found: set[str] = set()
    for kind in OFFERED_KINDS:
        with (LIBRARY_DIR / f"{kind}.jsonl").open(encoding="utf-8") as lines:
            found |= {f"{kind}/{json.loads(line)['theme']}" for line in lines} | {kind}
    return found


def section(language: str, page: str, id_: str) -> str:
    """The text of a page from one heading to the next."""
    text = page_path(language, page).read_text(encoding="utf-8")
    after = text.split(f"{{#{id_}}}\n", 1)[1]
    return after.split("\n## ", 1)[0].split("\n### ", 1)[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("advice", ADVICE)
def test_advice_rests_on_a_number_or_an_ending_and_leads_to_its_drills(
    language: str, advice: str, themes: set[str]
) -> None:
    text = section(language, "strategy", advice)
    linked = {part.split(")")[0] for part in text.split("](drills:")[1:]}
    assert linked and linked <= themes
    if advice not in NOT_MEASURED:
        assert "{measured " in text or "```ending" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_theme_of_endings_has_advice(language: str, themes: set[str]) -> None:
    whole = page_path(language, "strategy").read_text(encoding="utf-8")
    endings = {theme for theme in themes if theme.startswith("ending/")}
    assert [theme for theme in endings if f"](drills:{theme})" not in whole] == []
