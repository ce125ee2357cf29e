"""A card counts once, whatever tabs, double clicks, stops and sign-ins come between."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.play.table import address_of, offered, page_of, play_on, send, start, ticket_on
from trainer.accounts.models import User
from trainer.play import playing, thinking
from trainer.play.dealing import state_of
from trainer.play.models import PlayedDeal, PlayedMatch
from trainer.play.playing import let_opponent_play, play_card
from trainer.play.starting import Habits, Terms, begin_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def deal(client: Client) -> PlayedDeal:
    return start(client, opponent="beginner", pace="quick")


def all_cards_are_there(deal: PlayedDeal) -> None:
    """Hands, stock and played cards are the 52 (W21)."""
    state = state_of(deal)
    cards = [*state.hands[0], *state.hands[1], *state.stock_left, *state.plays]
    assert len(cards) == len(set(cards)) == 52


@pytest.mark.parametrize("htmx", ["", "1"])
def test_card_of_an_old_tab_changes_nothing_and_gets_the_fresh_board(
    client: Client, deal: PlayedDeal, htmx: str
) -> None:
    page = page_of(client, deal)
    old, cards = ticket_on(page), offered(page)
    send(client, deal, old, choice=cards[0])
    deal.refresh_from_db()
    before, fresh = deal.plays, page_of(client, deal)
    response = send(client, deal, old, choice=cards[-1] if len(cards) > 1 else "X9", htmx=htmx)
    deal.refresh_from_db()
    assert response.status_code == 409
    assert deal.plays == before
    assert offered(response.content.decode()) == offered(fresh)
    assert "Runden hadde gått videre" in response.content.decode()
    all_cards_are_there(deal)


def test_same_card_sent_twice_is_played_once(client: Client, deal: PlayedDeal) -> None:
    page = page_of(client, deal)
    first = send(client, deal, ticket_on(page), choice=offered(page)[0], htmx="1")
    deal.refresh_from_db()
    before = deal.plays
    again = send(client, deal, ticket_on(page), choice=offered(page)[0], htmx="1")
    deal.refresh_from_db()
    assert (first.status_code, again.status_code, deal.plays) == (200, 200, before)
    assert offered(again.content.decode()) == offered(first.content.decode())


def test_form_that_begins_a_match_makes_one(client: Client) -> None:
    fields = {"request_key": uuid.uuid4().hex, "opponent": "club"}
    client.get("/nb/spill/")
    places = {client.post("/nb/spill/", fields)["Location"] for _ in range(2)}
    assert len(places) == PlayedMatch.objects.count() == PlayedDeal.objects.count() == 1


def test_card_stored_before_a_stop_is_answered_at_the_next_page(client: Client, deal: PlayedDeal) -> None:
    """The server stops after the learner's card, before the opponent's: the rest never ran."""
    page = page_of(client, deal)
    card = next(held for held in state_of(deal).hands[0] if str(held) == offered(page)[0])
    play_card(deal, deal.version, card)
    after = page_of(client, deal)
    deal.refresh_from_db()
    assert str(card) in {deal.plays[i : i + 2] for i in range(0, len(deal.plays), 2)}
    assert state_of(deal).to_play == 0
    assert offered(after)
    all_cards_are_there(deal)


def test_busy_server_keeps_the_card_and_shows_that_the_opponent_thinks(
    client: Client, deal: PlayedDeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.01)
    page = page_of(client, deal)
    for _ in range(thinking.AT_ONCE):
        thinking.room.acquire()
    try:
        quick = send(client, deal, ticket_on(page), choice=offered(page)[0], htmx="1")
        waiting = client.get(address_of(deal))
    finally:
        for _ in range(thinking.AT_ONCE):
            thinking.room.release()
    deal.refresh_from_db()
    assert deal.plays.endswith(offered(page)[0])
    assert "Motspilleren tenker." in quick.content.decode()
    assert (waiting.status_code, waiting["Retry-After"]) == (200, "2")
    assert waiting["Refresh"] == f"2; url={address_of(deal)}"
    assert not offered(waiting.content.decode())
    assert offered(page_of(client, deal))


def test_guest_goes_on_with_the_same_deal_after_signing_in(client: Client, deal: PlayedDeal) -> None:
    translation.activate("nb")
    User.objects.create_user("eira", password="a-long-password-1")
    play_on(client, deal, until=3)
    before = deal.plays
    client.post(reverse("account_login"), {"login": "eira", "password": "a-long-password-1"})
    other_device = Client()
    other_device.force_login(User.objects.get(username="eira"))
    page = page_of(other_device, deal)
    deal.refresh_from_db()
    assert deal.plays == before
    assert deal.match.__class__.objects.get(pk=deal.match_id).learner.user is not None
    assert offered(page)


def test_card_sent_after_the_session_ended_leads_to_sign_in_and_back() -> None:
    client = Client()
    client.force_login(User.objects.create_user("eira"))
    deal = start(client, opponent="beginner")
    page = page_of(client, deal)
    client.logout()
    plain = send(client, deal, ticket_on(page), choice=offered(page)[0])
    swapped = send(client, deal, ticket_on(page), choice=offered(page)[0], htmx="1")
    assert plain["Location"].endswith(f"?next=/nb/spill/{deal.public_id}/")
    assert swapped.status_code == 204
    assert "HX-Redirect" in swapped
    client.force_login(User.objects.get(username="eira"))
    assert offered(page_of(client, deal)) == offered(page)


def test_card_that_breaks_the_rules_is_told_with_422(client: Client, deal: PlayedDeal) -> None:
    for _ in range(12):
        page = page_of(client, deal)
        refused = sorted({str(card) for card in state_of(deal).hands[0]} - set(offered(page)))
        if refused:
            response = send(client, deal, ticket_on(page), choice=refused[0])
            assert response.status_code == 422
            assert "Du kan ikke spille" in response.content.decode()
            assert send(client, deal, ticket_on(page), choice="X9").status_code == 422
            return
        send(client, deal, ticket_on(page), choice=offered(page)[0])
        deal.refresh_from_db()
    pytest.fail("the deal never asked to follow suit")


def test_two_writers_over_one_version_make_one_card(client: Client, deal: PlayedDeal) -> None:
    ours = PlayedDeal.objects.select_related("match").get(pk=deal.pk)
    theirs = PlayedDeal.objects.select_related("match").get(pk=deal.pk)
    cards = state_of(ours).hands[0]
    legal = [card for card in cards if str(card) in offered(page_of(client, deal))]
    play_card(ours, ours.version, legal[0])
    with pytest.raises(playing.StaleDeal):
        play_card(theirs, theirs.version, legal[-1])
    fresh = PlayedDeal.objects.select_related("match").get(pk=deal.pk)
    let_opponent_play(fresh)
    all_cards_are_there(fresh)


@pytest.mark.parametrize(
    "wrong",
    [{"opponent": "champion"}, {"tricks": "26", "scoring": "over-six"}, {"length": "deals", "deals": "900"}],
)
def test_choice_that_is_not_offered_is_told_with_422(client: Client, wrong: dict[str, str]) -> None:
    client.get("/nb/spill/")
    response = client.post("/nb/spill/", {"request_key": uuid.uuid4().hex, **wrong})
    assert response.status_code == 422
    assert not PlayedMatch.objects.exists()


def test_terms_of_one_deal_score_like_a_match_of_one() -> None:
    from trainer.accounts.services import learner_of  # noqa: PLC0415

    learner = learner_of(User.objects.create_user("per"))
    deal = begin_match(learner, Terms(), Habits(), uuid.uuid4())
    assert (deal.number, deal.match.deals_limit, deal.dealer) == (1, 1, deal.match.first_dealer)
