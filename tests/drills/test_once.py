"""Answers count once, for the learner the page was made for (W21, W22, W25, W36)."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import unquote

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.drills.helpers import (
    RIGHT,
    WRONG,
    address,
    page_of,
    send,
    ticket_on,
)
from trainer.accounts.models import Learner, User
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.tokens import Ticket, write_ticket


def test_replayed_answer_is_the_same_attempt(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    first = send(client, "foll0w145", WRONG, ticket)
    again = send(client, "foll0w145", WRONG, ticket)
    assert (first.status_code, again.status_code) == (200, 200)
    assert Attempt.objects.count() == 1
    assert "allerede svart" not in again.content.decode()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nb", "Du har allerede svart på denne øvelsen. Det første svaret teller."),
        ("sv", "Du har redan svarat på den här övningen. Det första svaret räknas."),
    ],
)
def test_stale_tab_with_another_answer_is_told(
    language: str, said: str, follow: DrillVersion, client: Client
) -> None:
    ticket = ticket_on(page_of(client, "foll0w145", language))
    send(client, "foll0w145", WRONG, ticket, language=language)
    late = send(client, "foll0w145", RIGHT, ticket, language=language)
    assert late.status_code == 409
    assert said in late.content.decode()
    assert [attempt.choice for attempt in Attempt.objects.all()] == [WRONG]


def test_page_shows_the_stored_answer_afterwards(follow: DrillVersion, client: Client) -> None:
    send(client, "foll0w145", WRONG)
    page = page_of(client, "foll0w145")
    assert '<div class="verdict wrong">' in page
    assert 'name="choice"' not in page


def test_retry_is_kept_apart_and_never_counts(follow: DrillVersion, client: Client) -> None:
    send(client, "foll0w145", WRONG)
    retry = page_of(client, "foll0w145", query="?retry=1")
    assert "nytt forsøk, teller ikke" in retry
    assert "nytt forsøk, teller ikke" in send(client, "foll0w145", RIGHT, ticket_on(retry)).content.decode()
    send(client, "foll0w145", RIGHT, ticket_on(retry))
    numbers = [(attempt.number, attempt.verdict) for attempt in Attempt.objects.order_by("number")]
    assert numbers == [(0, "wrong"), (1, "right")]
    assert '<div class="verdict wrong">' in page_of(client, "foll0w145")


def test_retry_before_the_first_answer_is_the_first_answer(follow: DrillVersion, client: Client) -> None:
    send(client, "foll0w145", RIGHT, ticket_on(page_of(client, "foll0w145", query="?retry=1")))
    assert Attempt.objects.get().number == 0


def test_version_on_the_page_is_judged_when_the_drill_changes(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    drill = Drill.objects.get(public_id="foll0w145")
    fields = {name: getattr(follow, name) for name in ("rule_set", "question", "position", "facts")}
    turned = {key: {**numbers, "loss": 0.6 - numbers["loss"]} for key, numbers in follow.choices.items()}
    drill.current = drill.versions.create(number=2, choices=turned, **fields)
    drill.save()
    send(client, "foll0w145", RIGHT, ticket)
    attempt = Attempt.objects.get()
    assert (attempt.version.number, attempt.verdict) == (1, "right")
    assert 'name="choice"' in page_of(client, "foll0w145"), "the new version is a new question"


def test_withdrawn_drill_shows_old_answers_and_takes_no_new_ones(
    follow: DrillVersion, client: Client
) -> None:
    send(client, "foll0w145", WRONG)
    Drill.objects.filter(public_id="foll0w145").update(current=None)
    page = page_of(client, "foll0w145", query="?retry=1")
    assert '<div class="verdict wrong">' in page and ">Prøv igjen</a>" not in page
    stranger = Client().get(address("foll0w145"))
    assert (stranger.status_code, "ikke lenger i bruk" in stranger.content.decode()) == (404, True)


def test_expired_session_leads_to_sign_in(follow: DrillVersion, signed_in: Client) -> None:
    ticket = ticket_on(page_of(signed_in, "foll0w145", query="?kind=follow"))
    signed_in.logout()
    response = send(signed_in, "foll0w145", RIGHT, ticket, query="?kind=follow")
    with override("nb"):
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("account_login"))
    assert unquote(response["Location"]).endswith(address("foll0w145", query="?kind=follow"))
    assert not Attempt.objects.exists()


def test_expired_session_inside_htmx_redirects_the_whole_page(
    follow: DrillVersion, signed_in: Client
) -> None:
    ticket = ticket_on(page_of(signed_in, "foll0w145"))
    signed_in.logout()
    response = send(signed_in, "foll0w145", RIGHT, ticket, htmx=True)
    assert unquote(response["HX-Redirect"]).endswith(f"next={address('foll0w145')}")
    assert response.content == b""
    assert not Attempt.objects.exists()


def test_form_of_another_user_stores_nothing(follow: DrillVersion, signed_in: Client) -> None:
    ticket = ticket_on(page_of(signed_in, "foll0w145"))
    signed_in.force_login(User.objects.create_user("odd"))
    response = send(signed_in, "foll0w145", RIGHT, ticket)
    assert response.status_code == 409
    assert address("foll0w145") in response.content.decode()
    in_fragment = send(signed_in, "foll0w145", RIGHT, ticket, htmx=True)
    assert in_fragment["HX-Redirect"] == address("foll0w145")
    assert not Attempt.objects.exists()


def test_form_of_a_guest_is_not_taken_from_another(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    other = Client()
    other.get(address("foll0w145"))
    assert send(other, "foll0w145", RIGHT, ticket).status_code == 409
    assert not Attempt.objects.exists()


def test_browser_without_the_cookie_is_told(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    response = send(Client(), "foll0w145", RIGHT, ticket)
    assert response.status_code == 400
    assert "informasjonskapsel" in response.content.decode()
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("ticket", ["", "x", "a:b:c", "altered"])
def test_bad_ticket_stores_nothing_and_shows_the_way_back(
    ticket: str, htmx: bool, follow: DrillVersion, client: Client
) -> None:
    if ticket == "altered":
        whole = ticket_on(page_of(client, "foll0w145"))
        ticket = whole[:-1] + ("A" if whole[-1] != "A" else "B")
    response = send(client, "foll0w145", RIGHT, ticket, htmx=htmx)
    assert response.status_code == 400
    assert address("foll0w145") in (response["HX-Redirect"] if htmx else response.content.decode())
    assert not Attempt.objects.exists()


def test_ticket_of_another_drill_is_refused(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w28"))
    assert send(client, "foll0w145", RIGHT, ticket).status_code == 400


def test_old_ticket_is_refused(follow: DrillVersion, client: Client) -> None:
    ticket = ticket_on(page_of(client, "foll0w145"))
    with time_machine.travel(timezone.now() + timedelta(days=61)):
        assert send(client, "foll0w145", RIGHT, ticket).status_code == 400


def test_ticket_of_an_adopted_guest_is_not_taken(follow: DrillVersion, client: Client, user: User) -> None:
    """A cookie kept from before the sign-up names a row that is gone; a new one may start."""
    page = page_of(client, "foll0w145")
    guest = Learner.objects.create(user=user)
    ticket = write_ticket(Ticket(f"guest:{guest.pk}", follow.pk, 0))
    assert send(client, "foll0w145", RIGHT, ticket).status_code == 409
    assert ticket_on(page)


def test_csrf_is_required(follow: DrillVersion) -> None:
    client = Client(enforce_csrf_checks=True)
    ticket = ticket_on(page_of(client, "foll0w145"))
    assert send(client, "foll0w145", RIGHT, ticket).status_code == 403
    assert not Attempt.objects.exists()
