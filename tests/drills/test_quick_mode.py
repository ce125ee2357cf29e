"""Win the trick or let it go, without a card: offered, judged, stored and carried along."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.drills.helpers import WRONG, address, page_of, send, ticket_on, words
from tests.drills.test_hidden import shown
from trainer.accounts.models import Learner
from trainer.drills.building import LIBRARY_DIR
from trainer.drills.choices import read_choices
from trainer.drills.judging import UnknownChoice, judged
from trainer.drills.library import load, read_library
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.services import record_attempt
from trainer.drills.situations import read_situation, takes_trick

QUICK = "?mode=quick"
SIDES = ["win", "duck"]


def side_of(version: DrillVersion, right: bool) -> str:
    return version.side if right else next(side for side in SIDES if side != version.side)


@pytest.mark.django_db
def test_a_side_is_worth_what_its_best_card_is_worth() -> None:
    load(read_library([LIBRARY_DIR / "follow.jsonl"]))
    sides = {"win": 0, "duck": 0}
    for version in DrillVersion.objects.select_related("drill"):
        situation = read_situation(version.position)
        choices = read_choices("follow", version.choices)
        for side in SIDES:
            of_side = [
                each for each in choices if each.card and takes_trick(situation, each.card) == (side == "win")
            ]
            best = min(of_side, key=lambda choice: choice.loss)
            found = judged(version, side)
            assert (found.choice, found.verdict, found.loss) == (side, best.verdict, best.loss)
        assert judged(version, version.side).verdict == "right"
        assert judged(version, side_of(version, right=False)).verdict == "wrong"
        sides[version.side] += 1
    assert min(sides.values()) > 100


def test_other_kinds_have_no_sides(ending: DrillVersion) -> None:
    for side in SIDES:
        with pytest.raises(UnknownChoice):
            judged(ending, side)


@pytest.mark.parametrize(
    ("language", "win", "duck"), [("nb", "Vinn stikket", "La det gå"), ("sv", "Ta sticket", "Släpp det")]
)
def test_two_buttons_instead_of_cards(
    language: str, win: str, duck: str, follow: DrillVersion, client: Client
) -> None:
    page = page_of(client, "foll0w145", language, QUICK)
    assert f'name="choice" value="win">{win}</button>' in page
    assert f'name="choice" value="duck">{duck}</button>' in page
    assert page.count('name="choice"') == 2
    assert 'aria-label="' in page[page.index('class="hand"') :], "the hand is there, to be looked at"


def test_each_mode_leads_to_the_other_on_the_same_way(follow: DrillVersion, client: Client) -> None:
    card = page_of(client, "foll0w145", query="?kind=follow&theme=high-prize")
    assert f'href="{address("foll0w145")}?kind=follow&amp;theme=high-prize&amp;mode=quick"' in card
    quick = page_of(client, "foll0w145", query="?kind=follow&mode=quick")
    assert f'href="{address("foll0w145")}?kind=follow"' in quick


@pytest.mark.parametrize(
    ("language", "right", "wrong"),
    [
        ("nb", "Du valgte å", ", og det koster 0,"),
        ("sv", "Du valde att", ", och det kostar 0,"),
    ],
)
def test_the_verdict_names_the_best_card(language: str, right: str, wrong: str, follow: DrillVersion) -> None:
    for good, said in ((True, right), (False, wrong)):
        answer = send(Client(), "foll0w145", side_of(follow, good), language=language, query=QUICK)
        told = words(answer.content.decode())
        assert answer.status_code == 200
        assert said in told
        assert {"nb": "Best er", "sv": "Bäst är"}[language] in told
        assert {"nb": "Ditt kort", "sv": "Ditt kort"}[language] not in told
        assert ({"nb": "Best av det du valgte", "sv": "Bäst av det du valde"}[language] in told) is not good


def test_next_and_retry_stay_in_the_mode(follow: DrillVersion, client: Client) -> None:
    page = send(client, "foll0w145", "win", query="?kind=follow&mode=quick").content.decode()
    hrefs = [unescape(href) for href in re.findall(r'href="([^"]+)"', page)]
    assert any("kind=follow&mode=quick&after=foll0w145" in href for href in hrefs)
    assert any("mode=quick&retry=1" in href for href in hrefs)
    with override("nb"):
        onward = client.get(reverse("drills:next") + "?kind=follow&mode=quick&after=foll0w145")
    assert onward["Location"].endswith("?kind=follow&mode=quick")


def test_the_list_of_drills_offers_it(drills: dict[str, Drill], client: Client) -> None:
    with override("nb"):
        page = client.get(reverse("drills:index")).content.decode()
        assert f'href="{reverse("drills:next")}?kind=follow&amp;mode=quick"' in page


def test_an_assignment_asks_for_the_card(follow: DrillVersion, client: Client) -> None:
    query = "?assignment=abc12345&mode=quick"
    page = page_of(client, "foll0w145", query=query)
    assert page.count('name="choice"') == 13 and "mode=quick" not in shown(page)
    refused = send(client, "foll0w145", "win", ticket_on(page), query=query)
    assert refused.status_code == 422
    assert not Attempt.objects.exists()


def test_a_side_is_no_answer_where_a_card_is_asked(follow: DrillVersion, client: Client) -> None:
    assert send(client, "foll0w145", "win").status_code == 422
    assert send(client, "foll0w145", "both", query=QUICK).status_code == 422
    assert not Attempt.objects.exists()


def test_double_post_and_another_answer(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145", query=QUICK))
    codes = [
        send(client, "foll0w145", side, ticket, query=QUICK).status_code for side in ("win", "win", "duck")
    ]
    assert codes == [200, 200, 409]
    assert send(client, "foll0w145", WRONG, ticket).status_code == 409
    assert [attempt.choice for attempt in Attempt.objects.all()] == ["win"]


@pytest.mark.parametrize(
    ("language", "side", "said"),
    [
        ("nb", "win", "vant stikket"),
        ("nb", "duck", "lot stikket gå"),
        ("sv", "win", "tog sticket"),
        ("sv", "duck", "släppte sticket"),
    ],
)
def test_lists_of_answers_say_the_side(language: str, side: str, said: str, follow: DrillVersion) -> None:
    attempt = record_attempt(Learner.objects.create(), follow, 0, side).attempt
    with override(language):
        assert Template("{% load answers %}{% answer_text a %}").render(Context({"a": attempt})) == said


def test_nothing_tells_the_side_before_the_answer(follow: DrillVersion, client: Client) -> None:
    page = page_of(client, "foll0w145", query=QUICK)
    buttons = re.findall(r'<button[^>]*name="choice"[^>]*>', page)
    assert len({re.sub(r'value="\w+"', "", button) for button in buttons}) == 1
    assert not re.search(r"(?i)\b(loss|best|verdict|gap|worlds)\b", page[page.index('<div id="drill"') :])


@pytest.mark.parametrize(
    ("language", "said"),
    [("nb", "hurtigmodus, påvirker ikke ratingen"), ("sv", "snabbläge, påverkar inte din rating")],
)
def test_quick_answer_moves_no_rating_and_the_page_says_so_before(
    language: str, said: str, follow: DrillVersion, client: Client
) -> None:
    assert said in page_of(client, "foll0w145", language, query=QUICK)
    send(client, "foll0w145", "win", query=QUICK)
    assert Attempt.objects.get().unrated == Attempt.Unrated.QUICK
    assert said in page_of(client, "foll0w145", language)
