"""The rules a reader has chosen, read from an address and written into others."""

from __future__ import annotations

import itertools

import pytest
from django.http import QueryDict
from django.utils.translation import override

from trainer.engine.rule_sets import ALL26, BASE, FREE, FREE_ALL26
from trainer.engine.scoring import COMMON_TARGETS, Scoring, offered_scorings
from trainer.table.chosen_rules import CONDITIONS, ChosenRules, refused, with_rules
from trainer.table.rules_in_words import rules_in_words

EVERY_CHOICE = [
    ChosenRules(rule_set, scoring, target, deals)
    for rule_set in (BASE, FREE, ALL26, FREE_ALL26)
    for scoring in offered_scorings(rule_set)
    for target, deals in ((5, None), (7, None), (10, None), (13, None), (None, 2), (None, 6))
]


@pytest.mark.parametrize("rules", EVERY_CHOICE, ids=lambda rules: str(rules.query()))
def test_choice_survives_the_way_through_an_address(rules: ChosenRules) -> None:
    query = QueryDict(with_rules("/nb/regler/", rules).partition("?")[2])
    assert ChosenRules.from_query(query) == rules
    assert refused(query) == ()


def test_usual_rules_need_no_query() -> None:
    assert ChosenRules().are_usual
    assert with_rules("/nb/regler/", ChosenRules()) == "/nb/regler/"
    assert ChosenRules.from_query(QueryDict("")) == ChosenRules(BASE, Scoring.DIFFERENCE, 7)


def test_form_that_sends_everything_is_read_like_a_link() -> None:
    form = QueryDict("follow=must&tricks=13&scoring=difference&target=7&deals=6")
    assert ChosenRules.from_query(form) == ChosenRules()
    form = QueryDict("follow=free&tricks=26&scoring=deals&target=deals&deals=4")
    assert ChosenRules.from_query(form) == ChosenRules(FREE_ALL26, Scoring.DEALS, None, 4)


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("tricks=14", ("tricks",)),
        ("follow=maybe&scoring=misere", ("follow", "scoring")),
        ("target=8", ("target",)),
        ("deals=1", ("deals",)),
        ("target=deals&deals=61", ("deals",)),
        ("deals=%C2%B2", ("deals",)),
        ("tricks=26&scoring=over-six", ("scoring",)),
    ],
)
def test_value_that_does_not_exist_takes_the_usual_one_and_is_told(query: str, wrong: tuple[str]) -> None:
    read = ChosenRules.from_query(QueryDict(query))
    assert refused(QueryDict(query)) == wrong
    assert read.scoring in offered_scorings(read.rule_set)
    assert (read.target in COMMON_TARGETS) is (read.deals is None)


def test_over_six_gives_way_when_all_tricks_count() -> None:
    rules = ChosenRules(BASE, Scoring.OVER_SIX).with_rule_set(ALL26)
    assert rules.scoring is Scoring.DEALS


def test_rules_go_before_the_place_on_the_page_and_behind_another_query() -> None:
    rules = ChosenRules(FREE)
    assert with_rules("/nb/ov/neste/?kind=rules#x", rules) == "/nb/ov/neste/?kind=rules&follow=free#x"


def test_exactly_one_condition_of_each_kind_holds() -> None:
    for rules in EVERY_CHOICE:
        assert [len(rules.conditions.intersection(kind)) for kind in CONDITIONS] == [1, 1, 1, 1]
    told = set(itertools.chain.from_iterable(rules.conditions for rules in EVERY_CHOICE))
    assert told == set(itertools.chain.from_iterable(CONDITIONS))


def test_match_by_the_chosen_rules_can_be_played() -> None:
    match = ChosenRules(ALL26, Scoring.DIFFERENCE, 10).match().add((18, 8))
    assert (match.score, match.is_over, match.winner) == ((10, 0), True, 0)


@pytest.mark.parametrize(
    ("language", "usual", "other"),
    [
        (
            "nb",
            "Fargeplikt i begge delene, 13 stikk teller, differanse, først til 7 poeng.",
            "Fri første del, alle 26 stikk teller, vunne runder, 2 runder.",
        ),
        (
            "sv",
            "Färgtvång i båda faserna, 13 stick räknas, differens, först till 7 poäng.",
            "Fri första fas, alla 26 stick räknas, vunna givar, 2 givar.",
        ),
    ],
)
def test_rules_are_told_in_words(language: str, usual: str, other: str) -> None:
    with override(language):
        assert rules_in_words(ChosenRules()) == usual
        assert rules_in_words(ChosenRules(FREE_ALL26, Scoring.DEALS, None, 2)) == other
