"""Passages and numbers of the chosen rules, and every page under every choice."""

from __future__ import annotations

import re
from itertools import product

import pytest
from django.conf import settings
from django.utils.html import strip_tags

from rules_site.pages.figures import Reader
from rules_site.pages.load import ContentError, load_page, page_names, page_path
from rules_site.pages.render import render_page
from tests.pages.conftest import Write
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.scoring import Scoring, offered_scorings
from trainer.table.chosen_rules import ChosenRules

EVERY_CHOICE = [
    ChosenRules(rule_set, scoring, *length)
    for rule_set in RULE_SETS.values()
    for scoring in offered_scorings(rule_set)
    for length in ((7, None), (None, 6))
]
TWO = "::: tricks-13\nFørste halvdel.\n::: tricks-26\nAlt sammen.\n:::\nSlutt."


def text(html: str) -> str:
    return " ".join(strip_tags(html).split())


def test_passage_is_there_when_its_condition_holds(write: Write) -> None:
    assert text(write(TWO).html) == "Første halvdel. Slutt."
    assert text(write(TWO, rules=ChosenRules(RULE_SETS["all26"])).html) == "Alt sammen. Slutt."


def test_all_conditions_of_a_passage_must_hold(write: Write) -> None:
    body = "Ja.\n\n::: free over-six\nBegge.\n:::"
    assert "Begge" not in write(body, rules=ChosenRules(RULE_SETS["free"])).html
    assert "Begge" in write(body, rules=ChosenRules(RULE_SETS["free"], Scoring.OVER_SIX)).html


def test_passage_may_stand_inside_a_list_and_a_figure(write: Write) -> None:
    body = "1. En\n::: free\n2. To\n:::\n3. Tre\n\n```facts\nA: 1\n::: free\nB: 2\n:::\n```\n"
    usual, free = write(body).html, write(body, rules=ChosenRules(RULE_SETS["free"])).html
    assert (usual.count("<li>"), free.count("<li>")) == (2, 3)
    assert "<p>" not in free
    assert ("<dt>B" in usual, "<dt>B" in free) == (False, True)


@pytest.mark.parametrize(
    ("body", "line", "says"),
    [
        ("A\n\n::: tricks-14\nB\n:::", 10, "'tricks-14' is no condition: expected follow, free, tricks-13"),
        ("::: free\nB", 8, "this passage has no end"),
        ("A\n:::", 9, "::: ends a passage, and none has begun"),
        ("::: free follow\nB\n:::", 8, "free and follow never hold together"),
        ("::: free\n```facts\n:::\nA: 1\n```", 10, "a passage begins in a figure and ends out of it"),
    ],
)
def test_wrong_passage_is_refused_with_its_line(write: Write, body: str, line: int, says: str) -> None:
    with pytest.raises(ContentError) as error:
        write(body)
    assert f"nb/rules.md:{line}: " in str(error.value)
    assert says in str(error.value)


def test_fault_below_a_passage_left_out_is_told_with_the_line_of_the_file(write: Write) -> None:
    left_out = "::: free\nEn.\n\nTo.\n:::\n\n"
    with pytest.raises(ContentError, match=r"rules.md:14: page:nowhere leads nowhere"):
        write(f"{left_out}[x](page:nowhere)")
    with pytest.raises(ContentError, match=r"rules.md:19: winner is you, not opponent"):
        trick = "trump: H\nled: opponent SA\nreply: you H2\ncaption: x\nwinner: opponent"
        write(f"{left_out}```trick\n{trick}\n```")


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (ChosenRules(), "5 poeng, mål 7"),
        (ChosenRules(scoring=Scoring.OVER_SIX, target=10), "3 poeng, mål 10"),
        (ChosenRules(scoring=Scoring.DEALS, target=5), "1 poeng, mål 5"),
    ],
)
def test_numbers_are_those_of_the_engine(write: Write, rules: ChosenRules, says: str) -> None:
    assert text(write("{points 9–4} poeng, mål {target}", rules=rules).html) == says


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("A\n\n{points 9–5} poeng", "13 tricks count under rule set base"),
        ("A\n\n{deals} runder", "has a value only in a passage ::: fixed-deals"),
    ],
)
def test_number_without_a_value_is_refused_with_its_line(write: Write, body: str, says: str) -> None:
    with pytest.raises(ContentError, match=r"rules.md:10: ") as error:
        write(body)
    assert says in str(error.value)


def test_links_carry_the_rules_on(write: Write) -> None:
    rules = ChosenRules(RULE_SETS["free"], target=10)
    html = write("[a](page:scoring#table) [b](drills:rules) [c](https://pagat.com/)", rules=rules).html
    assert 'href="/nb/poeng/?follow=free&amp;target=10#table"' in html
    assert "?kind=rules&amp;follow=free&amp;target=10" in html
    assert 'href="https://pagat.com/"' in html


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_page_holds_under_every_choice(language: str) -> None:
    for name, rules in product(page_names(language), EVERY_CHOICE):
        page = load_page(page_path(language, name))
        if "\n:::" in page.body:
            html = render_page(page, Reader(language, "int", rules)).html
            assert not re.search(r":::|\{(points|target|deals)", html)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_rules_page_tells_every_choice_otherwise(language: str) -> None:
    page = load_page(page_path(language, "rules"))
    told = {render_page(page, Reader(language, "int", rules)).html for rules in EVERY_CHOICE}
    assert len(told) == len(EVERY_CHOICE)
