"""The table as its players have chosen it: two taps for a card, the seen cards, single keys, the help."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.drills.helpers import (
    HTMX,
    ILLEGAL,
    RIGHT,
    TWO_TAPS,
    WRONG,
    address,
    page_of,
    picked_on,
    ticket_on,
    words,
)
from trainer.accounts.models import User
from trainer.drills.models import Attempt, Drill, DrillVersion

LANGUAGES = ["nb", "sv"]


def choose(client: Client, taps: str = "1", tray: str = "request", keys: str = "on") -> None:
    client.cookies[settings.DISPLAY_COOKIE_NAME] = f"system.2.default.{taps}.{tray}.{keys}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("htmx", [True, False])
def test_first_tap_picks_and_the_second_answers(
    follow: DrillVersion, client: Client, language: str, htmx: bool
) -> None:
    client.cookies[settings.DISPLAY_COOKIE_NAME] = TWO_TAPS
    at = address(follow.drill.public_id, language)
    ticket = ticket_on(client.get(at).content.decode())
    headers = HTMX if htmx else {}
    first = client.post(at, {"ticket": ticket, "choice": WRONG, "picked": ""}, headers=headers)
    assert first.status_code == 200
    assert picked_on(first) == [WRONG]
    assert {"nb": "Trykk på kortet en gang til", "sv": "Tryck på kortet en gång till"}[language] in words(
        first.content.decode()
    )
    second = client.post(at, {"ticket": ticket, "choice": RIGHT, "picked": WRONG}, headers=headers)
    assert picked_on(second) == [RIGHT]
    assert not Attempt.objects.exists()
    client.post(at, {"ticket": ticket, "choice": RIGHT, "picked": RIGHT}, headers=headers)
    assert Attempt.objects.get().choice == RIGHT


def test_card_that_may_not_be_played_is_refused_at_the_first_tap(
    follow: DrillVersion, client: Client
) -> None:
    client.cookies[settings.DISPLAY_COOKIE_NAME] = TWO_TAPS
    at = address(follow.drill.public_id)
    ticket = ticket_on(client.get(at).content.decode())
    response = client.post(at, {"ticket": ticket, "choice": ILLEGAL, "picked": ""})
    assert response.status_code == 422
    assert picked_on(response) == []


def test_picked_card_is_shown_to_nobody_else(follow: DrillVersion, client: Client) -> None:
    client.cookies[settings.DISPLAY_COOKIE_NAME] = TWO_TAPS
    at = address(follow.drill.public_id)
    client.post(at, {"ticket": ticket_on(client.get(at).content.decode()), "choice": WRONG})
    other = Client()
    assert "aria-pressed" not in page_of(other, follow.drill.public_id)


def test_choice_of_an_account_counts(follow: DrillVersion, signed_in: Client, user: User) -> None:
    User.objects.filter(pk=user.pk).update(card_taps="2")
    at = address(follow.drill.public_id)
    ticket = ticket_on(signed_in.get(at).content.decode())
    assert picked_on(signed_in.post(at, {"ticket": ticket, "choice": RIGHT})) == [RIGHT]


@pytest.mark.parametrize(
    ("tray", "tag"), [("request", ' id="seen-cards">'), ("shown", ' id="seen-cards" open>')]
)
def test_seen_cards_lie_as_chosen(follow: DrillVersion, client: Client, tray: str, tag: str) -> None:
    choose(client, tray=tray)
    assert tag in page_of(client, follow.drill.public_id)


def test_seen_cards_may_be_hidden_before_the_answer(follow: DrillVersion, client: Client) -> None:
    page_of(client, follow.drill.public_id)  # drawn once with them, for everyone
    choose(client, tray="hidden")
    assert 'class="tray"' not in page_of(client, follow.drill.public_id)


@pytest.mark.parametrize(("keys", "on"), [("on", True), ("off", False)])
def test_single_keys_can_be_turned_off(follow: DrillVersion, client: Client, keys: str, on: bool) -> None:
    choose(client, keys=keys)
    page = page_of(client, follow.drill.public_id)
    assert (" data-keys" in page) == on
    assert ("<kbd aria-hidden" in page) == on


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_a_dialog_and_a_page(drills: dict[str, Drill], client: Client, language: str) -> None:
    page = page_of(client, "foll0w145", language)
    with override(language):
        help_page = reverse("drills:help")
    assert f'href="{help_page}" data-opens="table-help"' in page
    dialog = re.search(r"<dialog id=\"table-help\".*?</dialog>", page, re.DOTALL)
    assert dialog
    alone = client.get(help_page).content.decode()
    for text in {"nb": ("neste kort i fargen", "Visning"), "sv": ("nästa kort i färgen", "Visning")}[
        language
    ]:
        assert text in words(dialog[0])
        assert text in words(alone)
