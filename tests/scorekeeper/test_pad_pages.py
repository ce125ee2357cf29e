"""The score keeper over HTTP: new matches, steps taken once, clashes, strangers, guests who sign up."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.accounts.helpers import make_user, sign_in, words
from trainer.scorekeeper.models import Entry, Pad, Step

pytestmark = pytest.mark.django_db

NB, SV = "/nb/poengblokk/", "/sv/poangblock/"
HTMX = {"HX-Request": "true"}
AGREED = {
    "first": "Anna",
    "second": "Bo",
    "dealer": "1",
    "game": "german",
    "tricks": "13",
    "scoring": "difference",
    "length": "7",
    "whist_length": "rubber",
    "deals": "6",
}


def begin(client: Client, **fields: object) -> str:
    """A new match; its address."""
    client.get(NB)
    response: Any = client.post(NB, AGREED | {"request_key": uuid4()} | fields)
    assert response.status_code == 302, words(response)
    return str(response["Location"])


def enter(client: Client, address: str, base: int, won: object, **fields: object) -> Any:
    step = uuid4().hex
    sent = {"do": "add", "step": step, "entry": step, "base": base, "won": won}
    return client.post(address, sent | fields, headers=HTMX)


@pytest.fixture
def address(client: Client) -> str:
    return begin(client)


def test_deal_is_entered_and_the_page_says_who_deals(client: Client, address: str) -> None:
    assert "Bo deler ut først." in words(client.get(address))
    assert "Anna leder 3–0. Anna deler ut neste runde." in words(enter(client, address, 0, 8))
    assert "Det står 3–3. Bo deler ut neste runde." in words(enter(client, address, 1, 5))
    assert "Anna vann partiet med 8–3." in words(
        client.get(address.replace(NB, SV)) if enter(client, address, 2, 9).status_code == 200 else None
    )


def test_form_without_a_script_leads_back_to_the_match(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    hidden = dict(re.findall(r'type="hidden" name="(do|step|entry|base)" value="(\w+)"', page)[:4])
    for _time in range(2):
        response: Any = client.post(address, hidden | {"won": "8"})
        assert (response.status_code, response["Location"]) == (302, address)
    assert Entry.objects.count() == 1


def test_form_sent_twice_makes_one_match(client: Client) -> None:
    key = uuid4()
    assert begin(client, request_key=key) == begin(client, request_key=key)
    assert Pad.objects.count() == 1


def test_step_sent_again_is_taken_once_even_after_others(client: Client, address: str) -> None:
    first = {"step": uuid4().hex}
    first["entry"] = first["step"]
    enter(client, address, 0, 8, **first)
    enter(client, address, 1, 7)
    assert enter(client, address, 0, 8, **first).status_code == 200
    assert [entry.first_tricks for entry in Entry.objects.all()] == [8, 7]
    assert Step.objects.count() == 2


def test_phone_that_missed_a_deal_is_told_and_may_go_on(client: Client, address: str) -> None:
    enter(client, address, 0, 8)
    step = uuid4().hex
    clash = enter(client, address, 0, 6, step=step, entry=step)
    assert clash.status_code == 409
    assert "Runden 6–7 er ikke ført opp." in words(clash)
    assert "Anna leder 3–0" in words(clash)
    assert Entry.objects.count() == 1
    again = enter(client, address, 1, 6, step=step, entry=step)
    assert again.status_code == 200
    assert [entry.first_tricks for entry in Entry.objects.all()] == [8, 6]


@pytest.mark.parametrize("won", ["14", "-1", "x", "", "8.5", "99999"])
def test_impossible_tricks_are_refused_with_words(client: Client, address: str, won: str) -> None:
    response = enter(client, address, 0, won)
    assert response.status_code == 422
    assert "Velg et helt antall stikk fra 0 til 13." in words(response)
    assert not Entry.objects.exists()


def test_deal_is_changed_and_removed(client: Client, address: str) -> None:
    enter(client, address, 0, 8)
    entry = Entry.objects.get().entry_id
    assert "rett stikkene" in words(client.get(f"{address}?change={entry.hex}"))
    assert "Anna leder 5–0" in words(enter(client, address, 1, 9, do="change", entry=entry))
    assert "Bo deler ut først" in words(enter(client, address, 2, "", do="remove", entry=entry))
    gone = enter(client, address, 3, 9, do="change", entry=entry)
    assert (gone.status_code, "Den runden er fjernet." in words(gone)) == (422, True)


def test_match_that_is_over_takes_no_deal_until_one_is_put_right(client: Client, address: str) -> None:
    enter(client, address, 0, 12)
    over = enter(client, address, 1, 7)
    assert (over.status_code, "Partiet er slutt" in words(over)) == (422, True)
    entry = Entry.objects.get().entry_id
    enter(client, address, 1, 8, do="change", entry=entry)
    assert enter(client, address, 2, 7).status_code == 200


def test_strangers_and_other_guests_get_404(client: Client, address: str) -> None:
    for stranger in (Client(), Client()):
        stranger.get(NB)
        assert stranger.get(address).status_code == 404
        assert enter(stranger, address, 0, 8).status_code == 404
        assert stranger.post(f"{address}slett/").status_code == 404
    assert Pad.objects.count() == 1


def test_form_that_is_not_ours_gets_404(client: Client, address: str) -> None:
    assert enter(client, address, 0, 8, do="shuffle").status_code == 404
    assert enter(client, address, 0, 8, step="1").status_code == 404


def test_guests_matches_follow_into_the_account(client: Client, address: str) -> None:
    make_user()
    sign_in(client, "kari")
    assert client.get(address).status_code == 200
    assert client.get(address)["Cache-Control"] == "no-store, private"


def test_deleting_asks_first(client: Client, address: str) -> None:
    assert "Slett partiet" in words(client.get(f"{address}slett/"))
    assert Pad.objects.count() == 1
    client.post(f"{address}slett/")
    assert not Pad.objects.exists()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"second": "anna"}, "De to må ha hvert sitt navn."),
        ({"tricks": "26", "scoring": "over-six"}, "Overstikk hører sammen med 13 stikk."),
        ({"deals": "1"}, "Skriv et helt antall runder fra 2 til 60."),
        ({"game": "bridge"}, "Velg en av dem."),
        ({"first": "A" * 25}, "Bruk høyst 24 tegn."),
    ],
)
def test_agreement_that_cannot_be_is_refused(client: Client, fields: dict[str, str], said: str) -> None:
    client.get(NB)
    response: Any = client.post(NB, AGREED | fields)
    assert response.status_code == 422
    assert said in words(response)


def test_names_left_empty_are_colours_in_the_readers_language(client: Client) -> None:
    address = begin(client, first="", second="")
    assert "Rød – Blå" in words(client.get(address))
    assert "Röd – Blå" in words(client.get(address.replace(NB, SV)))


def test_plockwhist_asks_both_and_whist_its_honours(client: Client) -> None:
    plock = begin(client, game="plockwhist")
    assert "19 til 26 stikk" in words(enter(client, plock, 0, 14, lost=13))
    assert "Anna leder 8–4" in words(enter(client, plock, 0, 14, lost=10))
    whist = begin(client, game="whist", honours="on")
    assert "Anna leder 4–0" in words(enter(client, whist, 0, 8, honours="a3"))


def test_revoke_is_entered_with_what_the_others_chose(client: Client) -> None:
    whist = begin(client, game="whist")
    refused = enter(client, whist, 0, 8, first_penalty="d")
    assert (refused.status_code, "kan ikke deles" in words(refused)) == (422, True)
    entered = words(enter(client, whist, 0, 11, first_penalty="t"))
    assert "Anna leder 2–0" in entered
    assert "11–2 revoke" in entered
    first = Entry.objects.get().entry_id
    assert "Anna leder 4–0" in words(enter(client, whist, 1, 8))
    assert "Det står 1–1" in words(enter(client, whist, 2, 6, first_penalty="d"))
    taken_away = enter(client, whist, 3, 7, do="change", entry=first)
    assert (taken_away.status_code, Entry.objects.first().first_tricks) == (200, 7)  # type: ignore[union-attr]
    gone = enter(client, whist, 4, "", do="remove", entry=Entry.objects.all()[1].entry_id)
    assert (gone.status_code, Entry.objects.count()) == (422, 3)


def test_rules_come_along_from_the_other_pages(client: Client) -> None:
    page = client.get(f"{NB}?tricks=26&scoring=deals&deals=4").content.decode()
    assert re.search(r'value="26"[^>]* checked', page)
    assert re.search(r'value="deals" selected', page)
    assert f'href="{NB}?tricks=26' in client.get("/nb/poeng/?tricks=26").content.decode()


def test_page_holds_what_a_browser_needs_without_a_network(client: Client, address: str) -> None:
    enter(client, address, 0, 8)
    page = client.get(address).content.decode()
    found = re.search(r'data-revision="1" data-offline="([^"]*)"', page)
    assert found
    kept = json.loads(unescape(found[1]))
    assert kept["lines"] == [[Entry.objects.get().entry_id.hex, "8", "8–5"]]
    assert (kept["points"]["9"], kept["names"], kept["dealer"]) == ([5, 0], ["Anna", "Bo"], 1)


def test_worker_keeps_the_score_keeper_alone(client: Client) -> None:
    response: Any = client.get(f"{NB}worker.js")
    text = response.content.decode()
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert 'SCOPE = "/nb/poengblokk/"' in text
    files = json.loads(re.search(r"FILES = (\[.*?\]);", text)[1])  # type: ignore[index]
    assert all(finders.find(name.removeprefix(settings.STATIC_URL)) for name in files)
    assert "worker-src 'self'" in client.get(NB)["Content-Security-Policy"]
    assert "worker-src 'none'" in client.get("/nb/regler/")["Content-Security-Policy"]


def test_worker_clears_itself_away_when_it_is_turned_off(client: Client, settings: Any) -> None:
    settings.OFFLINE = False
    text = client.get(f"{NB}worker.js").content.decode()
    assert "unregister" in text
    assert "fetch" not in text


def test_pages_take_the_same_queries_for_many_matches(
    client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pad = Pad.objects.get()
    for number in range(30):
        more = Pad.objects.create(learner=pad.learner, request_key=uuid4(), game="german", target=7)
        Entry.objects.create(pad=more, entry_id=uuid4(), number=1, first_tricks=8, second_tricks=5)
        Entry.objects.create(pad=pad, entry_id=uuid4(), number=number + 1, first_tricks=13, second_tricks=0)
    with django_assert_max_num_queries(6):
        client.get(NB)
    with django_assert_max_num_queries(4):
        client.get(address)
