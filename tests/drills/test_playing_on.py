"""An ending played on after its answer: what the page says, and what may come twice, late or wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.drills.helpers import HTMX, TWO_TAPS, address, page_of, picked_on, send, ticket_on, words
from trainer.accounts.models import User
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.play_lines import BadLine, first_line, read_line, written_line
from trainer.engine.cards import Card
from trainer.engine.ending_positions import Ending, legal_cards
from trainer.engine.endings import best_cards, ending_values

ID = "end1nga1"  # ♠5 ♥7 ♥6 ♥5 ♣A on lead against ♠3 ♥10 ♥3 ♣9 ♣8, diamonds trump: only ♣A is wrong
START = Ending.parse("phase2.D.0.S5H7H6H5CA.S3HTH3C9C8.-")
WRONG = "CA"
LANGUAGES = ["nb", "sv"]


def at(line: str | None = None, language: str = "nb") -> str:
    with override(language):
        path = reverse("drills:play", args=[ID])
    return path if line is None else f"{path}?line={line}"


def play(client: Client, line: str, card: str, htmx: bool = False, language: str = "nb") -> HttpResponse:
    ticket = ticket_on(client.get(at(line, language)).content.decode())
    data = {"ticket": ticket, "choice": card}
    return client.post(at(line, language), data, headers=HTMX if htmx else {})  # type: ignore[return-value]


def lines_of(turns: int) -> Iterator[str]:
    """Every line of so many of the learner's cards and fewer."""
    lines = [""]
    for _turn in range(turns):
        endings = {line: read_line(START, line).ending for line in lines}
        lines = [
            line + first_line(ending, card)
            for line, ending in endings.items()
            for card in legal_cards(ending)
        ]
        yield from lines


def revokes(ending: Ending) -> list[Card]:
    """Cards that may not be played."""
    return [card for card in ending.hand if card not in legal_cards(ending)]


def best_line(start: Ending) -> str:
    so_far = read_line(start, "")
    while not so_far.ending.is_over:
        best = best_cards(ending_values(so_far.ending))[0]
        so_far = read_line(start, written_line(so_far) + first_line(so_far.ending, best))
    return written_line(so_far)


@pytest.fixture
def answered(drills: dict[str, Drill], client: Client) -> Client:
    """A guest who has answered the ending wrongly."""
    assert send(client, ID, WRONG).status_code == 200
    return client


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_answer_offers_to_take_back_and_to_play_on(answered: Client, language: str) -> None:
    page = page_of(answered, ID, language)
    assert at("", language) in unescape(page)
    assert at(first_line(START, Card.parse(WRONG)), language) in unescape(page)


def test_right_answer_offers_to_play_on_alone(drills: dict[str, Drill], client: Client) -> None:
    page = send(client, ID, "S5").content.decode()
    assert at("0") in page
    assert f'{at("")}"' not in page


def test_other_kinds_offer_nothing_of_the_sort(follow: DrillVersion, client: Client) -> None:
    assert "spill-videre" not in send(client, follow.drill.public_id, "S5").content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("htmx", [True, False])
def test_whole_ending_without_a_slip_reaches_the_goal(answered: Client, language: str, htmx: bool) -> None:
    line, page = "", ""
    for sign in best_line(START):
        card = read_line(START, line).ending.hand[int(sign)]
        response = play(answered, line, str(card), htmx, language)
        line += sign
        if htmx:
            assert response["HX-Push-Url"] == at(line, language)
            page = response.content.decode()
            assert "<html" not in page
        else:
            assert response.status_code == 303
            assert response["Location"] == at(line, language)
            page = answered.get(at(line, language)).content.decode()
    assert {"nb": "Du nådde målet", "sv": "Du nådde målet"}[language] in words(page)
    assert {"nb": "Du tok 4 stikk og motspilleren 1.", "sv": "Du tog 4 stick och motspelaren 1."}[
        language
    ] in words(page)
    assert page.count('<tr><td class="n">') == len(best_line(START))


@pytest.mark.parametrize("language", LANGUAGES)
def test_slip_is_told_at_once_with_cost_and_refutation(answered: Client, language: str) -> None:
    page = words(answered.get(at(first_line(START, Card.parse(WRONG)), language)).content.decode())
    said = {
        "nb": (
            "koster 1 stikk",
            "Slik blir kortet straffet",
            "motspillerens stikk",
            "Ta tilbake og prøv igjen",
        ),
        "sv": ("kostar 1 stick", "Så straffas kortet", "motspelarens stick", "Ta tillbaka och försök igen"),
    }
    for text in said[language]:
        assert text in page
    assert {"nb": "teller ikke", "sv": "räknas inte"}[language] in page


def test_playing_on_and_taking_back_store_nothing(answered: Client) -> None:
    before = list(Attempt.objects.values())
    for line in ("", "0", "4"):
        card = str(legal_cards(read_line(START, line).ending)[0])
        assert play(answered, line, card).status_code == 303
    assert list(Attempt.objects.values()) == before
    assert Attempt.objects.get().choice == WRONG


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", ["", "0", "01"])
def test_position_stands_there_in_one_sentence(answered: Client, language: str, line: str) -> None:
    page = words(answered.get(at(line, language)).content.decode())
    cards = len(read_line(START, line).ending.hand)
    said = {
        "nb": f"I andre del er ruter trumf, du har {cards} kort på hånden, og det står",
        "sv": f"I andra fasen är ruter trumf, du har {cards} kort på handen och det står",
    }
    assert page.count(said[language]) == 1


def test_address_without_a_line_goes_on_from_the_answer(answered: Client) -> None:
    on = answered.get(at()).content.decode()
    assert f'action="{at(first_line(START, Card.parse(WRONG)))}"' in on


def test_double_click_and_reload_come_to_the_same_page(answered: Client) -> None:
    ticket = ticket_on(answered.get(at("")).content.decode())
    data = {"ticket": ticket, "choice": "S5"}
    twice = [answered.post(at(""), data)["Location"] for _click in range(2)]
    assert twice == [at("0"), at("0")]
    told = [
        re.sub(
            r'name="(ticket|csrfmiddlewaretoken)" value="[^"]+"', "", answered.get(at("0")).content.decode()
        )
        for _load in range(2)
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize("htmx", [True, False])
def test_card_that_may_not_be_played_is_refused_with_a_reason(answered: Client, htmx: bool) -> None:
    line = next(line for line in lines_of(3) if revokes(read_line(START, line).ending))
    illegal = revokes(read_line(START, line).ending)[0]
    response = play(answered, line, str(illegal), htmx)
    assert response.status_code == 422
    assert "Du kan ikke spille" in words(response.content.decode())
    assert "Cards" not in words(response.content.decode())
    assert f'action="{at(line)}"' in response.content.decode()


def test_card_of_another_board_brings_a_fresh_one(answered: Client) -> None:
    ticket = ticket_on(answered.get(at("0")).content.decode())
    response = answered.post(at("0"), {"ticket": ticket, "choice": "S5"})
    assert response.status_code == 409
    assert "passet ikke lenger" in words(response.content.decode())
    assert f'action="{at("0")}"' in response.content.decode()


@pytest.mark.parametrize("line", ["9", "x", "00000000000000", "0" * 6, "-1", "♠"])
def test_line_that_cannot_be_played_brings_the_start(answered: Client, line: str) -> None:
    response = answered.get(at(line))
    assert response.status_code == 409
    assert f'action="{at("")}"' in response.content.decode()


@pytest.mark.parametrize("line", [None, "", "0"])
def test_unanswered_drill_comes_first(drills: dict[str, Drill], client: Client, line: str | None) -> None:
    response = client.get(at(line))
    assert response.status_code == 302
    assert response["Location"] == address(ID)
    assert not Attempt.objects.exists()


def test_stranger_meets_no_played_ending(answered: Client) -> None:
    stranger = Client()
    assert stranger.get(at("4")).status_code == 302
    assert stranger.post(at("4"), {"choice": "H7"}).status_code == 302
    response = stranger.post(at("4"), {"choice": "H7"}, headers=HTMX)
    assert (response.status_code, response["HX-Redirect"]) == (409, address(ID))


def test_other_kinds_and_unknown_drills_are_not_found(follow: DrillVersion, client: Client) -> None:
    for public_id in (follow.drill.public_id, "nowhere"):
        with override("nb"):
            assert client.get(reverse("drills:play", args=[public_id])).status_code == 404


def test_expired_session_leads_to_sign_in_and_back(
    ending: DrillVersion, signed_in: Client, user: User
) -> None:
    send(signed_in, ID, WRONG)
    ticket = ticket_on(signed_in.get(at("4")).content.decode())
    signed_in.logout()
    response = signed_in.post(at("4"), {"ticket": ticket, "choice": "H7"})
    assert response.status_code == 302
    assert "next=" in response["Location"]
    assert "spill-videre" in response["Location"]


def test_withdrawn_drill_is_still_played_on(answered: Client) -> None:
    Drill.objects.filter(public_id=ID).update(current=None)
    assert answered.get(at("0")).status_code == 200


def test_queries_are_few(answered: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    ticket = ticket_on(answered.get(at("0")).content.decode())
    card = str(legal_cards(read_line(START, "0").ending)[0])
    with django_assert_max_num_queries(8):
        answered.post(at("0"), {"ticket": ticket, "choice": card}, headers=HTMX)
    with django_assert_max_num_queries(8):
        answered.get(at("0"))


def test_no_card_stands_in_an_address() -> None:
    line = best_line(START)
    assert len(line) == 5
    assert not set(line) & set("SHDCAKQJT")


def test_line_reads_back() -> None:
    for line in ("", "0", "41", best_line(START)):
        assert written_line(read_line(START, line)) == line
    with pytest.raises(BadLine):
        read_line(START, best_line(START) + "0")


def test_goal_is_told_before_the_first_card(drills: dict[str, Drill], client: Client) -> None:
    drill = drills[ID]
    assert drill.current is not None
    content = {name: getattr(drill.current, name) for name in ("rule_set", "question", "position", "choices")}
    version = DrillVersion.objects.create(
        drill=drill, number=2, **content, facts={"goal": "take-7", "tricks_won": [3, 5]}
    )
    Drill.objects.filter(pk=drill.pk).update(current=version)
    assert "Målet er minst 7 stikk til sammen." in words(page_of(client, ID))
    send(client, ID, "S5")
    page = words(client.get(at("0")).content.decode())
    assert "Målet er minst 7 stikk til sammen." in page
    assert re.search(r"Du \d, motspilleren \d\.", page)


def test_two_taps_pick_a_card_and_play_it(answered: Client) -> None:
    answered.cookies[settings.DISPLAY_COOKIE_NAME] = TWO_TAPS
    ticket = ticket_on(answered.get(at("")).content.decode())
    first = answered.post(at(""), {"ticket": ticket, "choice": "S5", "picked": ""})
    assert first.status_code == 200
    assert picked_on(first) == ["S5"]
    other = answered.post(at(""), {"ticket": ticket, "choice": "H7", "picked": "S5"})
    assert picked_on(other) == ["H7"]
    played = answered.post(at(""), {"ticket": ticket, "choice": "H7", "picked": "H7"})
    assert played["Location"] == at("1")
