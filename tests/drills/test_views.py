"""Drill pages: the question and the answer, page and fragment, bad input, both languages."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.drills.helpers import (
    HTMX,
    ILLEGAL,
    OTHER_RIGHT,
    RIGHT,
    WRONG,
    address,
    key_with,
    page_of,
    send,
    ticket_on,
    words,
)
from trainer.accounts.models import Learner
from trainer.drills.models import Attempt, Drill, DrillVersion

LANGUAGES = ["nb", "sv"]


@pytest.mark.parametrize(
    ("language", "question", "card", "refused"),
    [
        ("nb", "Vil du vinne stikket eller la det gå?", "Spill spar konge", "kløver konge, ikke lov nå"),
        ("sv", "Vill du ta sticket eller släppa det?", "Lägg spader kung", "klöver kung, inte tillåtet nu"),
    ],
)
def test_question_shows_the_table_and_names_every_card(
    language: str, question: str, card: str, refused: str, follow: DrillVersion, client: Client
) -> None:
    page = page_of(client, "foll0w145", language)
    assert f"<h1>{question}</h1>" in page
    assert f'value="SK" aria-label="{card}">' in page
    assert f'value="CK" aria-label="{refused}" aria-disabled="true">' in page
    assert page.count('name="choice"') == 13
    assert page.count('aria-disabled="true"') == 9


def test_question_says_the_position(follow: DrillVersion, client: Client) -> None:
    said = words(page_of(client, "foll0w145"))
    assert "I stikk 6 av 13 i første del er spar trumf, det åpne kortet er Q kløver dame" in said
    assert "og motspilleren har spilt ut 8 spar åtte ." in said


def test_ending_shows_both_hands_and_asks_for_a_lead(ending: DrillVersion, client: Client) -> None:
    page = page_of(client, "end1ngb1", "sv")
    assert "Vilket kort spelar du ut?" in page
    assert "13 kort, alla kända" in page
    assert 'aria-label="Spela ut hjärter ess"' in page
    assert "Motspelarens hand: hjärter dam, hjärter knekt, hjärter tio" in page


def test_htmx_gets_the_fragment_and_history_the_page(follow: DrillVersion, client: Client) -> None:
    fragment = client.get(address("foll0w145"), headers={"HX-Request": "true"}).content.decode()
    assert fragment.lstrip().startswith('<div id="drill"')
    assert "<html" not in fragment
    restored = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get(address("foll0w145"), headers=restored).content.decode()


def test_looking_stores_nothing_and_gives_a_cookie(follow: DrillVersion, client: Client) -> None:
    response = client.get(address("foll0w145"))
    assert not Learner.objects.exists()
    cookie = response.cookies[settings.LEARNER_COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"


def test_pages_of_users_are_not_stored(follow: DrillVersion, signed_in: Client) -> None:
    assert "no-store" in signed_in.get(address("foll0w145"))["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("public_id", ["nothere1", "1", "x" * 300])
def test_unknown_drill_is_not_found(public_id: str, client: Client) -> None:
    assert client.get(address(public_id)).status_code == 404
    assert client.post(address(public_id), {"choice": "SK"}).status_code == 404


def test_other_methods_are_refused(follow: DrillVersion, client: Client) -> None:
    assert client.put(address("foll0w145")).status_code == 405
    with override("nb"):
        assert client.post(reverse("drills:index")).status_code == 405
        assert client.post(reverse("drills:next")).status_code == 405


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("language", "headline", "said"),
    [
        ("nb", "Feil", "det koster 0,6 stikk i snitt. Best er"),
        ("sv", "Fel", "det kostar 0,6 stick i snitt. Bäst är"),
    ],
)
def test_wrong_answer_costs_and_is_explained(
    language: str, headline: str, said: str, htmx: bool, follow: DrillVersion, client: Client
) -> None:
    response = send(client, "foll0w145", WRONG, language=language, htmx=htmx)
    page = response.content.decode()
    assert response.status_code == 200
    assert ("<html" in page) is not htmx
    assert f"data-focus{'' if htmx else ' autofocus'}>{headline}</h1>" in page
    assert said in words(page)
    assert page.count('class="band"') == 4
    # The table of numbers, and the tray. Where htmx swaps the rest, the table comes when it is opened and
    # the tray stays in the page.
    assert page.count('<tr><th scope="row">') == (0 if htmx else 4 + 4)
    if htmx:
        found = re.search(r'id="numbers" data-hx-get="([^"]+)" data-hx-trigger="toggle once"', page)
        assert found
        fetched = client.get(unescape(found[1]), headers=HTMX).content.decode()
        numbers = fetched[fetched.index('id="numbers"') :].partition("</details>")[0]
        assert numbers.count('<tr><th scope="row">') == 4 and "<title>" in fetched
    assert ('id="seen-cards" data-hx-preserve="true"' in page) is htmx


def test_answer_lists_all_right_cards_and_the_method(follow: DrillVersion, client: Client) -> None:
    said = words(send(client, "foll0w145", OTHER_RIGHT).content.decode())
    assert "Riktig Du valgte 2 spar to , og ikke noe annet kort er klart bedre." in said
    assert "Like gode kort: 5 spar fem og 2 spar to ." in said
    assert "Vi spilte runden ferdig 300 ganger mot sterkt spill." in said
    assert "(usikkerhet ±\u00a00,2)" in said.replace("± 0,2", "±\u00a00,2")
    assert "De skjulte kortene ble trukket jevnt" in said


def test_live_message_comes_once_and_only_with_htmx(follow: DrillVersion, client: Client) -> None:
    fragment = send(client, "foll0w145", WRONG, htmx=True).content.decode()
    assert fragment.count('role="status"') == 1
    live = fragment[fragment.index('<p id="live"') :]
    assert "Feil. Du valgte spar konge, og det koster 0,6 stikk i snitt. Best er spar fem." in live
    assert "<title>Feil · Vinne eller la gå · Tomannswhist</title>" in fragment
    page = page_of(client, "foll0w145")
    assert page.count('id="live"') == 1 and "hx-swap-oob" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_ending_says_exact(language: str, ending: DrillVersion, client: Client) -> None:
    page = words(send(client, "end1ngb1", "C2", language=language).content.decode())
    expected = {
        "nb": "Nøyaktig utregnet: Med 2 kløver to får du 6 stikk av 13 når begge spiller så godt det går.",
        "sv": "Exakt uträknat: Med 2 klöver två får du 6 stick av 13 när båda spelar så bra det går.",
    }
    assert expected[language] in page
    assert {"nb": "Det er 1 stikk mindre enn med", "sv": "Det är 1 stick mindre än med"}[language] in page
    assert "uppskattning" not in page and "anslag" not in page


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "nb",
            "Du kan ikke spille K kløver konge nå. Det er spilt ut spar, og du har spar på hånden. Lovlige",
        ),
        ("sv", "Du får inte lägga K klöver kung nu. Det är spader som gäller, och du har spader på handen."),
    ],
)
def test_illegal_card_is_refused_with_the_reason(
    language: str, said: str, htmx: bool, follow: DrillVersion, client: Client
) -> None:
    response = send(client, "foll0w145", ILLEGAL, language=language, htmx=htmx)
    page = response.content.decode()
    assert response.status_code == 422
    assert said in words(page)
    assert page.count("data-focus") == 1
    assert not Attempt.objects.exists()
    answered = send(client, "foll0w145", RIGHT, ticket_on(page))
    assert (answered.status_code, Attempt.objects.get().number) == (200, 0)


@pytest.mark.parametrize("choice", ["", "HA", "you", "♠K", "' OR 1=1", "x" * 5000])
def test_what_is_no_answer_is_refused(choice: str, follow: DrillVersion, client: Client) -> None:
    assert send(client, "foll0w145", choice).status_code == 422
    assert not Attempt.objects.exists()


def test_every_drill_takes_a_right_and_a_wrong_answer(drills: dict[str, Drill]) -> None:
    for public_id, drill in drills.items():
        assert drill.current is not None
        for right, look in ((True, "right"), (False, "wrong")):
            page = send(Client(), public_id, key_with(drill.current, right)).content.decode()
            assert f'<div class="verdict {look}">' in page, (public_id, right)
