"""Finished deals: open to all, played again from either seat, and offered to the class."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.play.table import address_of, page_of, play_on, start
from tests.play.test_coach import words
from trainer.accounts.models import User
from trainer.accounts.services import learner_of
from trainer.classes.services import create_classroom, join_as_learner
from trainer.play.dealing import state_of
from trainer.play.models import PlayedDeal
from trainer.play.queries import records
from trainer.play.starting import Habits, Terms, begin_match

pytestmark = pytest.mark.django_db


def finished(client: Client, seed: int = 7) -> PlayedDeal:
    deal = start(client, opponent="beginner", pace="quick", seed=seed)
    play_on(client, deal)
    return deal


def again(client: Client, deal: PlayedDeal, seat: str = "same") -> PlayedDeal:
    client.get("/nb/spill/")
    fields = {"request_key": uuid.uuid4().hex, "seat": seat}
    response = client.post(f"{address_of(deal)}igjen/", fields)
    assert response.status_code == 302
    return PlayedDeal.objects.select_related("match").get(public_id=response["Location"].split("/")[-2])


def test_finished_deal_opens_for_anyone_and_names_nobody() -> None:
    client = Client()
    client.force_login(User.objects.create_user("eira"))
    deal = finished(client)
    page = page_of(Client(), deal)
    assert "eira" not in page
    assert f"tok {deal.own} stikk" in words(page)
    assert state_of(deal).notation() in page
    replay = Client().get("/nb/runde/", {"deal": state_of(deal).notation()})
    assert replay.status_code == 200
    assert Client().post(address_of(deal), {"choice": "SA"}).status_code == 404


def test_same_deal_from_the_other_seat_changes_hands_and_dealer() -> None:
    client = Client()
    deal = finished(client)
    same, other = again(client, deal), again(client, deal, "other")
    cards = state_of(deal).deal
    assert state_of(same).deal == cards
    assert state_of(other).deal.hands == (cards.hands[1], cards.hands[0])
    assert state_of(other).deal.stock == cards.stock
    assert {same.unrated, other.unrated} == {PlayedDeal.Unrated.AGAIN}
    stranger = Client()
    assert again(stranger, deal).unrated == ""


def test_class_plays_what_one_of_it_has_finished_without_seeing_who() -> None:
    teacher = User.objects.create_user("teacher", is_teacher=True)
    first, second, other = (User.objects.create_user(name) for name in ("ida-h", "noah-b", "fremmed"))
    room, away = (create_classroom(teacher, name, uuid.uuid4()) for name in ("6B", "7A"))
    join_as_learner(room, first, "Ida", uuid.uuid4())
    join_as_learner(room, second, "Noah", uuid.uuid4())
    join_as_learner(away, other, "Sara", uuid.uuid4())
    playing = Client()
    playing.force_login(first)
    deal = finished(playing)
    unfinished = start(playing, opponent="club", seed=9)
    classmate, stranger = Client(), Client()
    classmate.force_login(second)
    stranger.force_login(other)
    page = classmate.get("/nb/spill/").content.decode()
    assert deal.public_id in page
    assert unfinished.public_id not in page
    assert "Ida" not in page
    assert "ida-h" not in page
    assert deal.public_id not in stranger.get("/nb/spill/").content.decode()
    begun = again(classmate, deal)
    assert begun.seed == deal.seed
    assert deal.public_id not in classmate.get("/nb/spill/").content.decode()
    play_on(classmate, begun)
    assert f"1 annen har spilt disse kortene fra samme plass og tok {deal.own}" in words(
        page_of(classmate, begun)
    )


def test_results_count_the_deals_without_help_alone() -> None:
    client = Client()
    user = User.objects.create_user("eira")
    client.force_login(user)
    deal = finished(client)
    PlayedDeal.objects.filter(pk=finished(client, seed=8).pk).update(unrated=PlayedDeal.Unrated.HELP)
    (row,) = records(learner_of(user))
    assert (row.won, row.drawn, row.lost) == (int(deal.own > deal.other), 0, int(deal.own < deal.other))  # type: ignore[operator]


@pytest.mark.parametrize("more", [1, 40])
def test_pages_ask_as_often_however_many_deals_there_are(more: int) -> None:
    client = Client()
    user = User.objects.create_user("eira")
    client.force_login(user)
    learner = learner_of(user)
    for _ in range(more):
        begin_match(learner, Terms(opponent="beginner"), Habits(pace="quick"), uuid.uuid4())
    deal = start(client, opponent="beginner", pace="quick")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        client.get("/nb/spill/")
    assert len(asked) <= 9
    with CaptureQueriesContext(connection) as shown:
        page = page_of(client, deal)
    assert len(shown) <= 5
    from tests.play.table import offered, send, ticket_on  # noqa: PLC0415

    with CaptureQueriesContext(connection) as played:
        send(client, deal, ticket_on(page), choice=offered(page)[0], htmx="1")
    assert len(played) <= 8, [query["sql"][:90] for query in played]
