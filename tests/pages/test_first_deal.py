"""The first deal: every answer of every step, in both languages, by the rules, the search or the library."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from rules_site.pages.figures import Reader
from rules_site.pages.lesson_steps import Step
from rules_site.pages.load import ContentError, page_path
from rules_site.pages.render import rendered
from tests.pages.conftest import Write
from tests.pages.test_figures import figure
from trainer.drills.library import LIBRARY_DIR

pytestmark = pytest.mark.django_db

ADDRESS = {"nb": "/nb/forste-runde/", "sv": "/sv/forsta-given/"}
TASKS = 10
# By hand, from the cards: what is right at each step, and what is said about one wrong answer.
RIGHT = {
    1: "D",
    2: "S4 S2",
    3: "opponent",
    4: "hidden",
    5: "HJ",
    6: "DA DJ D9 D8 D6 D5 D2",
    7: "CJ",
    8: "opponent",
    9: "DJ",
    10: "3",
}
WRONG = {
    "nb": [
        (1, "H", "Fargen på det første åpne kortet er trumf i hele runden."),
        (2, "HA", "Du kan ikke spille hjerter ess nå. Det er spilt ut spar"),
        (3, "you", "høyest er spar dame"),
        (4, "upcard", "taperen tar det skjulte kortet under"),
        (5, "HA", "Ikke helt. Du valgte hjerter ess, og det koster 0,6 stikk i snitt."),
        (5, "H4", "Ikke helt. Du valgte hjerter fire, og det koster 0,7 stikk i snitt."),
        (5, "CA", "Du kan ikke spille kløver ess nå."),
        (6, "CA", "Det er lov å spille kløver ess, men du vinner ikke stikket"),
        (7, "H9", "Begge så at hjerter ni ble spilt i stikk 7."),
        (7, "CK", "Det er du som har kløver konge."),
        (8, "you", "Den som vinner et stikk, spiller ut til det neste."),
        (9, "DA", "Med ruter ess får du 1 stikk av 3 når begge spiller så godt det går. Et annet kort gir 1"),
        (9, "C9", "Med kløver ni får du 1 stikk av 3"),
        (10, "8", "8 stikk minus 5 stikk gir 3 poeng."),
    ],
    "sv": [
        (1, "H", "Det första uppvända kortets färg är trumf i hela given."),
        (2, "HA", "Du får inte lägga hjärter ess nu. Det är spader som gäller"),
        (3, "you", "spader dam"),
        (4, "upcard", "den andra får det dolda kortet under"),
        (5, "HA", "Inte riktigt. Du valde hjärter ess, och det kostar 0,6 stick i snitt."),
        (6, "CA", "Du får lägga klöver ess, men med det kortet tar du inte sticket."),
        (7, "H9", "Ni såg båda att hjärter nio spelades i stick 7."),
        (7, "CK", "Det är du som har klöver kung."),
        (9, "DA", "Ett annat kort ger 1 stick till."),
        (10, "8", "8 stick minus 5 stick"),
    ],
}


def steps(language: str = "nb") -> list[Step]:
    shown = rendered(page_path(language, "first-deal"), Reader(language, "int"))
    return [placed.step for placed in shown.steps]


def told(html: str) -> str:
    found = re.search(r'<div class="note[^"]*" data-say>(.*?)</div>', html, re.DOTALL)
    if not found:
        return ""
    return " ".join(strip_tags(re.sub(r'<span aria-hidden="true">.*?</span>', "", found[1])).split())


def test_every_step_knows_what_is_right() -> None:
    for language in ADDRESS:
        found = {number: " ".join(step.right) for number, step in enumerate(steps(language), start=1)}
        assert found == RIGHT


@pytest.mark.parametrize("language", ADDRESS)
def test_right_answers_lead_on_and_wrong_ones_may_be_tried_again(client: Client, language: str) -> None:
    for number, step in enumerate(steps(language), start=1):
        for key in step.answers:
            response = client.get(ADDRESS[language], {"step": number, "answer": key})
            html = response.content.decode()
            right = key in RIGHT[number].split()
            assert response.status_code == 200
            assert ('id="lesson-next"' in html) is right, (number, key)
            assert ('class="note right"' in html) is right, (number, key)
            assert (f'id="answer-{key}"' in html) is not right, (number, key)
            assert len(told(html)) > 20, (number, key)


@pytest.mark.parametrize("language", ADDRESS)
def test_wrong_answers_say_why(client: Client, language: str) -> None:
    for number, key, why in WRONG[language]:
        html = client.get(ADDRESS[language], {"step": number, "answer": key}).content.decode()
        assert why in told(html), (number, key, told(html))


def test_answer_of_a_choice_in_phase_one_is_that_of_the_library() -> None:
    lines = (LIBRARY_DIR / "follow.jsonl").read_text("utf-8").splitlines()
    drill = next(json.loads(line) for line in lines if '"id":"ao624heg"' in line)
    losses = {key: numbers["loss"] for key, numbers in drill["choices"].items()}
    assert losses.keys() == {"HA", "HJ", "H4"}
    assert [key for key, loss in losses.items() if loss < 0.1] == ["HJ"]
    assert min(loss for key, loss in losses.items() if key != "HJ") > 0.3


def test_what_is_asked_for_lies_hidden_until_it_is_answered(client: Client) -> None:
    def table(**query: object) -> str:
        return client.get(ADDRESS["nb"], query).content.decode()

    assert "Trumf er ruter." not in table(step=1)
    assert "Trumf er ruter." in table(step=1, answer="D")
    assert 'class="won"' not in table(step=3)
    assert 'class="won"' in table(step=3, answer="opponent")
    assert "#c-cJ" in table(step=6)
    assert 'class="known' not in table(step=7)
    assert 'class="known' in table(step=7, answer="CJ")


def test_hidden_cards_are_in_no_step_of_the_first_part(client: Client) -> None:
    for number, step in enumerate(steps(), start=1):
        if step.before.phase != 1:
            continue
        for key in step.answers:
            html = client.get(ADDRESS["nb"], {"step": number, "answer": key}).content.decode()
            drawn = set(re.findall(r"#[cf]-([shdc][0-9TJQKA])", html))
            hand = {str(card) for card in step.moment.hands[1]}
            open_cards = {str(t.upcard) for t in step.before.finished_tricks} | {str(step.before.upcard)}
            hidden = {f"{card[0].lower()}{card[1]}" for card in hand - open_cards}
            assert drawn & hidden == set(), (number, key)


@pytest.mark.parametrize("step", ["0", "12", "-1", "x", "", "999999999"])
def test_step_that_is_not_there_is_not_found(client: Client, step: str) -> None:
    assert client.get(ADDRESS["nb"], {"step": step}).status_code == 404


@pytest.mark.parametrize("answer", ["", "XX", "SK", "upcard", "<b>", "D" * 200])
def test_answer_that_is_none_is_refused_in_words(client: Client, answer: str) -> None:
    response = client.get(ADDRESS["sv"], {"step": 1, "answer": answer})
    assert response.status_code == 422
    assert "Det är inte ett av svaren här." in told(response.content.decode())
    assert 'id="answer-D"' in response.content.decode()


def test_htmx_gets_the_step_alone(client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "lesson"}
    html = client.get(ADDRESS["nb"], {"step": 2, "answer": "S2"}, headers=headers).content.decode()
    assert html.startswith('<div id="lesson"')
    assert "Riktig. Det er lov å spille spar to." in told(html)


def test_last_page_has_no_task_and_leads_on(client: Client) -> None:
    html = client.get(ADDRESS["nb"], {"step": TASKS + 1}).content.decode()
    assert "<form method" not in html[html.index('id="lesson"') : html.index("<footer")]
    assert "/nb/ov/neste/?kind=follow" in html or "kind=follow" in html
    assert 'href="/nb/regler/"' in html


def test_search_leads_to_the_step(client: Client) -> None:
    html = client.get("/nb/sok/", {"q": "spill din første runde trumf"}).content.decode()
    assert re.search(r'href="/nb/forste-runde/(\?step=\d+)?"', html)
    assert "/nb/forste-runde/#" not in html


STEP = {"fixture": "first-deal", "trick": "2", "ask": "drill", "drill": "ao624heg", "caption": "Hva?"}
TRICK = {"fixture": "first-deal", "trick": "1", "ask": "trump", "caption": "Hva?"}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (STEP | {"right": "HA"}, "right is HJ, not HA"),
        (STEP | {"trick": "7"}, "the drill is another position than phase1.base.0.0.D7.H9"),
        (STEP | {"drill": "zzzzzz"}, "the library of drills has no 'zzzzzz'"),
        (STEP | {"trick": "27"}, "trick is '27': expected 1 to 26"),
        (STEP | {"ask": "best"}, "in phase one no card is exactly the best"),
        (STEP | {"ask": "guess"}, "ask is 'guess': expected trump, legal"),
        (
            {"fixture": "first-deal", "trick": "24", "ask": "draw", "caption": "x"},
            "nobody draws in phase two",
        ),
        (
            TRICK | {"trick": "24", "ask": "known", "among": "DK"},
            "in phase two every card is known",
        ),
        (
            TRICK | {"trick": "8", "ask": "known", "among": "H9 CK"},
            "0 of 2 answers are right: nothing to ask",
        ),
        (
            {"fixture": "w99", "trick": "1", "ask": "trump", "caption": "x"},
            "there is no content/deals/w99.json",
        ),
    ],
)
def test_wrong_step_is_refused_with_its_line(write: Write, fields: dict[str, str], says: str) -> None:
    with pytest.raises(ContentError) as error:
        write(figure("step", **fields), name="first-deal")
    assert re.search(r"nb/first-deal\.md:1\d: ", str(error.value))
    assert says in str(error.value)
