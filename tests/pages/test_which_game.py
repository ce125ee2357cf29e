"""«Which game is yours?»: every path of its links ends at the rules of a game."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import strip_tags

from rules_site.pages.load import load_page, page_path
from rules_site.pages.which_game import GAMES, QUESTIONS, Path, every_path
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.scoring import COMMON_TARGETS, offered_scorings
from trainer.table.chosen_rules import ChosenRules, refused

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
HTMX = {"HX-Request": "true", "HX-Target": "which-game"}
START = {"nb": "/nb/hvilket-spill/", "sv": "/sv/vilket-spel/"}


def piece(html: str) -> str:
    found = re.search(r'<section class="which-game".*?</section>', html, re.DOTALL)
    assert found
    return found[0]


def answers(html: str) -> list[str]:
    """The addresses of the answers that may be given."""
    return [unescape(link) for link in re.findall(r'id="answer-[^"]*" href="([^"#]*)', piece(html))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_path_of_links_ends_at_rules_that_open(client: Client, language: str) -> None:
    waiting, ends = [START[language]], set()
    walked = 0
    while waiting:
        address = waiting.pop()
        response = client.get(address, headers=HTMX)
        html = response.content.decode()
        walked += 1
        assert response.status_code == 200, address
        assert html.count("<h2") == 1
        following = answers(html)
        if following:
            waiting += following
            continue
        leads = re.search(r'<a class="btn pri" href="([^"]+)"', piece(html))
        assert leads, address
        ends.add(unescape(leads[1]))
    assert walked == len({path.text for path in all_prefixes()})
    for end in ends:
        anchor = urlsplit(end).fragment
        assert not anchor or f'id="{anchor}"' in client.get(end).content.decode(), end
        assert refused(query_of(end)) == (), end


def query_of(address: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}


def all_prefixes() -> list[Path]:
    return [
        Path.read(".".join(path.text.split(".")[:length]) if length else "")
        for path in every_path()
        for length in range(len(path.steps) + 1)
    ]


def test_every_choice_of_rules_can_be_reached() -> None:
    reached = {path.rules for path in every_path() if path.game and path.game.id == "german"}
    sets = {rules.rule_set.id for rules in reached}
    assert sets == set(RULE_SETS)
    for rule_set in RULE_SETS.values():
        ways = {rules.scoring for rules in reached if rules.rule_set is rule_set}
        assert ways == set(offered_scorings(rule_set))
    assert {rules.target for rules in reached} == {*COMMON_TARGETS, None}
    assert {path.game.id for path in every_path() if path.game} == set(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_game_at_the_end_leads_to_its_rules_set_as_answered(client: Client, language: str) -> None:
    html = client.get(f"{START[language]}?answers=two.no.upcard.free.26.difference.10").content.decode()
    leads = re.search(r'<a class="btn pri" href="([^"]+)"', piece(html))
    assert leads
    query = query_of(unescape(leads[1]))
    assert client.get(unescape(leads[1])).status_code == 200
    assert ChosenRules.from_query(query).query() == query
    assert query == {"follow": "free", "tricks": "26", "scoring": "difference", "target": "10"}
    assert refused(query) == ()
    sheet = re.search(r'href="([^"]+utskrift[^"]+)"', html)
    assert sheet
    assert unescape(sheet[1]).endswith("?follow=free&tricks=26&scoring=difference&target=10")


def test_rules_chosen_elsewhere_answer_no_question(client: Client) -> None:
    assert len(answers(client.get(f"{START['nb']}?tricks=26").content.decode())) == 3


@pytest.mark.parametrize("wrong", ["perhaps", "two.perhaps", "two..no", "four.two", "two." * 40])
def test_answer_that_is_not_offered_is_told(client: Client, wrong: str) -> None:
    for language, told in (
        ("nb", "Ett av svarene i adressen finnes ikke."),
        ("sv", "Ett av svaren i adressen"),
    ):
        response = client.get(START[language], {"answers": wrong})
        assert response.status_code == 422
        assert told in response.content.decode()


def test_answers_given_can_be_changed(client: Client) -> None:
    html = piece(client.get(f"{START['nb']}?answers=two.no.pick").content.decode())
    back = [unescape(link) for link in re.findall(r'<li><span>.*?<a href="([^"#]*)', html)]
    assert back == [START["nb"], f"{START['nb']}?answers=two", f"{START['nb']}?answers=two.no"]
    assert "plockwhist" in strip_tags(html)


def test_script_gets_the_question_alone(client: Client) -> None:
    html = client.get(START["nb"], {"answers": "two"}, headers=HTMX).content.decode()
    assert html.startswith('<section class="which-game"')
    assert re.search(r'id="which-now"[^>]*data-focus', html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_content_has_words_for_every_question_answer_and_game(language: str) -> None:
    words = load_page(page_path(language, "which")).extra
    asked = {question: set(texts["answers"]) for question, texts in words["questions"].items()}
    assert asked == {question: set(leads) for question, leads in QUESTIONS.items()}
    assert set(words["games"]) == set(GAMES)
    assert all({"name", "told", "leads"} <= set(texts) for texts in words["games"].values())


def test_both_languages_say_the_same_things() -> None:
    nb, sv = (load_page(page_path(language, "which")).extra for language in LANGUAGES)
    for group in ("questions", "games"):
        assert {key: set(texts) for key, texts in nb[group].items()} == {
            key: set(texts) for key, texts in sv[group].items()
        }
