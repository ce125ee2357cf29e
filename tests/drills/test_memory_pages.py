"""Memory drills on their pages: tricks to watch, cards to name, the answer, and tricks that stay closed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.drills.helpers import HTMX, address, begin, key_with, page_of, send, ticket_on, words
from tests.drills.test_hidden import SPRITE, TELLING, without_ticket
from trainer.accounts.models import Learner, User
from trainer.accounts.services import adopt_guest, learner_of
from trainer.drills.building import LIBRARY_DIR
from trainer.drills.library import load, read_library
from trainer.drills.memory_page import asked_step
from trainer.drills.models import Attempt, Drill, DrillVersion, OpenNaming
from trainer.drills.naming import begin_naming, naming_has_begun
from trainer.drills.watching import watched_tricks
from trainer.engine.cards import Card
from trainer.engine.seen_phases import SeenPhase, opponent_hand
from trainer.table.names import card_name

LANGUAGES = ["nb", "sv"]
STEPS = range(1, 14)


@pytest.fixture
def memory(db: None) -> DrillVersion:
    """The first memory drill of the library."""
    load(list(read_library([LIBRARY_DIR / "memory.jsonl"]))[:3])
    drill = Drill.objects.select_related("current").order_by("public_id")[0]
    assert drill.current is not None
    drill.current.drill = drill
    return drill.current


@pytest.fixture
def at(memory: DrillVersion) -> str:
    return memory.drill.public_id


def phase_of(version: DrillVersion) -> SeenPhase:
    return SeenPhase.parse(version.position)


def trick_page(client: Client, public_id: str, step: int, language: str = "nb", query: str = "") -> str:
    return page_of(client, public_id, language, f"?step={step}{query}")


def drawn(page: str) -> set[Card]:
    """The cards drawn in the drill's part of a page."""
    part = page[page.index('<div id="drill"') : page.index("</main>")]
    return {Card.parse(name.upper()) for name in SPRITE.findall(part)}


def name_cards(client: Client, public_id: str, cards: list[str], ticket: str, **headers: str) -> HttpResponse:
    form = {"ticket": ticket, "card": cards}
    return client.post(address(public_id), form, headers=headers)  # type: ignore[return-value]


def right_cards(version: DrillVersion) -> list[str]:
    return [name for name, choice in version.choices.items() if choice["right"]]


def wrong_cards(version: DrillVersion) -> list[str]:
    return [name for name, choice in version.choices.items() if not choice["right"]]


def test_head_names_the_trick_and_no_trick_while_cards_are_named(at: str, client: Client) -> None:
    for step in (13, 1, 7):
        assert f"<b>Stikk {step}</b> av 13 i første del" in trick_page(client, at, step)
    begin(client, at)
    assert "av 13 i første del" not in page_of(client, at)


def test_a_drill_opens_at_the_first_trick(memory: DrillVersion, at: str, client: Client) -> None:
    page = page_of(client, at)
    assert "<b>Stikk 1</b> av 13 i første del" in page
    assert f'href="{address(at)}?step=2"' in page
    assert 'name="begin"' not in page and 'type="checkbox"' not in page


@pytest.mark.parametrize(
    ("text", "step"), [("", 1), ("7", 7), ("0", 1), ("99", 13), ("x", 1), ("-3", 1), ("²", 1), ("9" * 500, 1)]
)
def test_a_step_that_does_not_exist_gives_the_nearest_one(text: str, step: int) -> None:
    assert asked_step(text) == step


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_trick_tells_what_its_player_saw(language: str, memory: DrillVersion, at: str) -> None:
    client = Client()
    for trick in watched_tricks(phase_of(memory)):
        said = words(trick_page(client, at, trick.number, language))
        for card in {trick.lead, trick.reply, trick.upcard, *trick.hand_after}:
            assert card_name(card, language) in said or card_name(card, language) in unescape(
                trick_page(client, at, trick.number, language)
            )
        if not trick.player_wins:
            assert {"nb": "bare du ser kortet", "sv": "bara du ser kortet"}[language] in said


@pytest.mark.django_db
def test_no_trick_shows_more_than_was_seen_in_it(client: Client) -> None:
    load(read_library([LIBRARY_DIR / "memory.jsonl"]))
    for drill in Drill.objects.select_related("current").order_by("public_id")[:8]:
        assert drill.current is not None
        for trick in watched_tricks(phase_of(drill.current)):
            shown = drawn(
                client.get(address(drill.public_id, query=f"?step={trick.number}")).content.decode()
            )
            assert shown == {trick.upcard, trick.lead, trick.reply, *trick.hand_after}


def test_no_page_before_the_answer_tells_it(memory: DrillVersion, at: str, client: Client) -> None:
    pages = [trick_page(client, at, step) for step in STEPS]
    begin(client, at)
    pages.append(page_of(client, at))
    for page in pages:
        part = without_ticket(page[page.index('<div id="drill"') : page.index("</main>")])
        found = set(re.findall(rf"(?i)\b(?:{TELLING})\b", part))
        assert found <= {"right"}  # the badge of a ticked card, on all of them alike
        assert memory.position not in part


def test_cards_to_name_are_alike_whether_held_or_not(memory: DrillVersion, at: str, client: Client) -> None:
    begin(client, at)
    labels = re.findall(r"<label>.*?</label>", page_of(client, at))
    assert len(labels) == 39
    assert (
        len(
            {re.sub(r'value="\w+"|aria-label="[^"]+"|#c-[\w-]+|class="cd \w"', "", label) for label in labels}
        )
        == 1
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_that_the_tricks_close_before_they_do(language: str, at: str, client: Client) -> None:
    said = words(trick_page(client, at, 13, language))
    assert {"nb": "lukkes stikkene til du har svart", "sv": "stängs sticken tills du har svarat"}[
        language
    ] in said


def test_tricks_are_closed_once_the_naming_has_begun(at: str, client: Client) -> None:
    begin(client, at)
    for query in ("?step=3", "?step=13", "?retry=1&step=2"):
        response = client.get(address(at, query=query))
        page = response.content.decode()
        assert response.status_code == 409
        assert "Stikkene er lukket." in page and page.count('type="checkbox"') == 39
    assert client.get(address(at)).status_code == 200
    htmx = client.get(address(at, query="?step=3"), headers=HTMX)
    assert (htmx.status_code, b"checkbox" in htmx.content, b"<html" in htmx.content) == (409, True, False)


def test_they_are_closed_on_another_device_too(at: str, user: User) -> None:
    one, other = Client(), Client()
    one.force_login(user)
    other.force_login(user)
    begin(one, at)
    assert other.get(address(at, query="?step=5")).status_code == 409
    assert Client().get(address(at, query="?step=5")).status_code == 200, "another visitor"


def test_watched_pages_are_not_kept_by_the_browser(at: str, client: Client) -> None:
    assert "no-store" in client.get(address(at))["Cache-Control"]
    begin(client, at)
    assert "no-store" in client.get(address(at))["Cache-Control"]


def test_beginning_twice_is_beginning_once(memory: DrillVersion, at: str, client: Client) -> None:
    ticket = ticket_on(trick_page(client, at, 13))
    for _ in range(2):
        response = client.post(address(at), {"ticket": ticket, "begin": "1"})
        assert (response.status_code, response["Location"]) == (302, address(at))
    assert OpenNaming.objects.count() == 1
    htmx = client.post(address(at), {"ticket": ticket, "begin": "1"}, headers=HTMX)
    assert (htmx.status_code, htmx["HX-Replace-Url"]) == (200, address(at))


def test_an_answer_while_the_tricks_are_open_is_not_stored(
    memory: DrillVersion, at: str, client: Client
) -> None:
    ticket = ticket_on(trick_page(client, at, 13))
    response = name_cards(client, at, right_cards(memory), ticket)
    assert response.status_code == 409
    assert "så svaret ble ikke lagret" in response.content.decode()
    assert not Attempt.objects.exists()


def test_beginning_after_the_answer_in_a_stale_tab_opens_nothing(
    memory: DrillVersion, at: str, client: Client
) -> None:
    ticket = ticket_on(trick_page(client, at, 13))
    send(client, at, key_with(memory, True))
    response = client.post(address(at), {"ticket": ticket, "begin": "1"})
    assert response.status_code == 409
    assert "allerede svart" in response.content.decode()
    assert not OpenNaming.objects.exists()


@pytest.mark.parametrize("count", [0, 1, 12, 14, 39])
@pytest.mark.parametrize("htmx", [False, True])
def test_another_number_than_thirteen_keeps_the_ticks(
    count: int, htmx: bool, memory: DrillVersion, at: str, client: Client
) -> None:
    ticket = begin(client, at)
    ticked = list(memory.choices)[:count]
    response = name_cards(client, at, ticked, ticket, **(HTMX if htmx else {}))
    page = response.content.decode()
    assert response.status_code == 422
    assert sorted(re.findall(r'value="(\w+)" checked', page)) == sorted(ticked)
    assert f"Du har krysset av {count} kort. Motspilleren har 13." in words(page)
    assert not Attempt.objects.exists() and OpenNaming.objects.count() == 1


@pytest.mark.parametrize("foreign", ["XX", "", "SAHA", "<b>", "♠A"])
def test_what_is_no_card_to_name_is_refused(
    foreign: str, memory: DrillVersion, at: str, client: Client
) -> None:
    ticket = begin(client, at)
    twelve = right_cards(memory)[:12]
    own = str(phase_of(memory).hand[0])
    for last in (foreign, own, twelve[0]):
        response = name_cards(client, at, [*twelve, last], ticket)
        assert response.status_code == 422
        assert "Motspilleren har 13." in words(response.content.decode())
    assert not Attempt.objects.exists()


@pytest.mark.parametrize(
    ("right", "said"),
    [
        (13, "Riktig Du nevnte alle de 13 kortene"),
        (11, "Nesten Du nevnte 11 av"),
        (10, "Feil Du nevnte 10 av"),
        (0, "Feil Du nevnte 0 av"),
    ],
)
def test_part_of_the_hand_counts_as_part_of_it(
    right: int, said: str, memory: DrillVersion, at: str, client: Client
) -> None:
    ticket = begin(client, at)
    cards = right_cards(memory)[:right] + wrong_cards(memory)[: 13 - right]
    page = name_cards(client, at, cards, ticket).content.decode()
    assert said in words(page)
    assert Attempt.objects.get().cards_right == right
    assert not OpenNaming.objects.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_missed_and_wrong_card_comes_with_where_it_was(
    language: str, memory: DrillVersion, at: str, client: Client
) -> None:
    phase = phase_of(memory)
    cards = right_cards(memory)[:9] + wrong_cards(memory)[-4:]
    answer = send(client, at, "".join(cards), language=language)
    said = words(answer.content.decode())
    slips = [Card.parse(name) for name in right_cards(memory)[9:] + wrong_cards(memory)[-4:]]
    for card in slips:
        assert card_name(card, language) in said
    played = {
        row.card_of(seat): (number, seat) for number, row in enumerate(phase.history, 1) for seat in (0, 1)
    }
    word = {"nb": "stikk", "sv": "stick"}[language]
    for card in slips[4:]:
        assert f"kortet i {word} {played[card][0]}." in said
    for card in slips[:4]:
        taken = [n for n, row in enumerate(phase.history, 1) if row.upcard == card]
        assert (
            f"{word} {taken[0]} " if taken else {"nb": "Aldri vist", "sv": "Aldrig visat"}[language]
        ) in said
    assert "#knowing-the-hand" in answer.content.decode() and "#counting" in answer.content.decode()


def test_suits_add_up_to_the_thirteen_cards_of_the_suit(
    memory: DrillVersion, at: str, client: Client
) -> None:
    said = words(send(client, at, key_with(memory, True)).content.decode())
    held = [sum(card.suit.value == suit for card in opponent_hand(phase_of(memory))) for suit in "SHDC"]
    told = re.findall(r"Av 13 kort har du (\d+), og (\d+) er spilt. Da er det (\d+) igjen", said)
    assert [int(theirs) for _own, _played, theirs in told] == held
    assert [sum(map(int, row)) for row in told] == [13] * 4


def test_replay_double_post_and_stale_tab(memory: DrillVersion, at: str, client: Client) -> None:
    ticket = begin(client, at)
    cards = right_cards(memory)
    codes = [name_cards(client, at, order, ticket).status_code for order in (cards, cards, cards[::-1])]
    other = name_cards(client, at, wrong_cards(memory)[:13], ticket)
    assert (codes, other.status_code) == ([200, 200, 200], 409)
    assert [attempt.cards_right for attempt in Attempt.objects.all()] == [13]


def test_after_the_answer_the_tricks_open_again_until_the_next_try(
    memory: DrillVersion, at: str, client: Client
) -> None:
    answer = send(client, at, key_with(memory, False)).content.decode()
    assert f'href="{address(at)}?step=1"' in answer
    back = trick_page(client, at, 4)
    assert "Stikkene en gang til" in back and "Tilbake til svaret" in back
    assert 'name="begin"' not in trick_page(client, at, 13)
    retry = page_of(client, at, query="?retry=1")
    assert "nytt forsøk, teller ikke" in retry and f"{address(at)}?retry=1&amp;step=2" in retry
    begin(client, at, query="?retry=1")
    assert client.get(address(at, query="?step=4")).status_code == 409
    assert 'class="verdict wrong"' in page_of(client, at)


def test_a_guest_who_signs_in_has_still_begun(memory: DrillVersion, user: User) -> None:
    guest = Learner.objects.create()
    begin_naming(guest, memory, 0)
    adopt_guest(guest.pk, user)
    assert naming_has_begun(learner_of(user), memory, 0)
    assert OpenNaming.objects.count() == 1


def test_a_guests_naming_gives_way_to_the_accounts(memory: DrillVersion, user: User) -> None:
    guest, learner = Learner.objects.create(), learner_of(user)
    for one in (guest, learner):
        begin_naming(one, memory, 0)
    adopt_guest(guest.pk, user)
    assert OpenNaming.objects.count() == 1


def test_queries_are_few(
    memory: DrillVersion, at: str, signed_in: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(8):
        signed_in.get(address(at, query="?step=6"))
    ticket = begin(signed_in, at)
    with django_assert_max_num_queries(8):
        signed_in.get(address(at))
    with django_assert_max_num_queries(8):
        name_cards(signed_in, at, right_cards(memory), ticket)
