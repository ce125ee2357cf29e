"""Reviews: graded by what could be known, resumed where they stopped, told on pages, turned into drills."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client
from django.utils.translation import override

from tests.accounts.helpers import words
from tests.review.deals import as_typed, finished
from tests.samples import make_versions
from trainer.accounts.models import Learner
from trainer.engine.estimates import sample_of
from trainer.engine.positions import position_of
from trainer.engine.state import State, legal_cards
from trainer.play.dealing import state_of
from trainer.play.models import PlayedDeal
from trainer.play.playing import let_opponent_play, play_card
from trainer.play.starting import Habits, Terms, begin_match
from trainer.progress.models import PracticeSession
from trainer.review.grading import Decision, both_lines, costliest, grade, summary_of, turns_of
from trainer.review.models import Review
from trainer.review.pages import ReviewPage
from trainer.review.services import ask_for_review, work_out

TYPED, SV_TYPED = "/nb/radgiver/skriv-inn/", "/sv/radgivare/skriv-in/"


@pytest.fixture(scope="module")
def end() -> State:
    return finished(11)


@pytest.fixture
def learner(client: Client, db: None) -> Learner:
    learner = Learner.objects.create()
    client.cookies[settings.LEARNER_COOKIE_NAME] = signing.dumps(str(learner.pk), salt="learner")
    return learner


def test_cards_that_came_later_change_no_grade(end: State) -> None:
    """The same turn in a deal whose unseen cards lie otherwise is graded the same."""
    turn = turns_of(end, 0)[2]
    stock, trick = list(end.deal.stock), turn.state.finished_tricks
    place = 2 * (len(trick) + 2)
    stock[place + 1], stock[place + 3] = stock[place + 3], stock[place + 1]
    other = replace(turn.state, deal=replace(end.deal, stock=tuple(stock)))
    assert grade(replace(turn, state=other)) == grade(turn)


def test_second_part_is_exact_and_first_an_estimate(end: State) -> None:
    turns = turns_of(end, 0)
    late = [grade(turn) for turn in turns if turn.state.phase == 2]
    assert all(decision.deals == 0 and decision.cost == int(decision.cost) for decision in late)
    early = grade(turns[0])
    assert early.cost == 0 or early.cost > 2 * early.se > 0


def test_costliest_are_three_and_none_of_them_right() -> None:
    costs = [0.0, 0.05, 0.4, 1.0, 0.2, 2.0]
    decisions = [
        Decision(number, number, 1, "SA", "S2", cost, 0.1, 100, "follow", "")
        for number, cost in enumerate(costs)
    ]
    assert [decision.cost for decision in costliest(decisions)] == [2.0, 1.0, 0.4]


def test_parts_of_luck_and_skill_add_up_to_the_tricks(end: State) -> None:
    decisions = [grade(turn) for turn in turns_of(end, 0)[-4:]]
    summary = summary_of(end, 0, decisions)
    assert summary.worth - summary.cost + summary.gifts + summary.luck == pytest.approx(end.tricks_won[0])
    assert 3 < summary.worth < 10


def test_parts_add_up_as_they_are_shown() -> None:
    summary = {"taken": 4, "worth": 4.36, "se": 0.1, "cost": 2.34, "gifts": 0}
    page = ReviewPage(Review(summary=summary), "")
    with override("nb"):
        parts, headline = page.parts, page.headline
    shown = [float(number.replace(",", ".").replace("−", "-")) for _name, number in parts]
    assert sum(shown[:-1]) == pytest.approx(shown[-1])
    assert "4,4 stikk" in headline


def test_lines_of_a_slip_part_and_say_what_they_take(learner: Learner, end: State) -> None:
    turn = turns_of(end, 0)[0]
    worth = sample_of(position_of(turn.state, 0), seed=1)
    worth.grow(60)
    best = max(legal_cards(turn.state), key=lambda card: worth.estimate().estimate(card).tricks)
    other = min(legal_cards(turn.state), key=lambda card: worth.estimate().estimate(card).tricks)
    slip = grade(replace(turn, card=other))
    lines = {str(slip.number): both_lines(replace(turn, card=other), best)}
    review = Review(record=end.notation(), seat=0, decisions=[slip.stored()], lines=lines)
    first, second = ReviewPage(review, "").slips[0].lines
    assert first.counted == second.counted == 13
    assert first.taken > second.taken


def test_lines_begin_with_both_cards_and_end_with_the_deal(end: State) -> None:
    for turn in (turns_of(end, 0)[1], turns_of(end, 0)[-1]):
        best = next(card for card in turn.state.hand if card in legal_cards(turn.state))
        lines = both_lines(turn, best)
        for line, card in zip(lines, (best, turn.card), strict=True):
            assert str(card) in line[0][2:4]
            assert line[-1][0] == 26


def test_review_goes_on_where_it_stopped(learner: Learner, end: State) -> None:
    review = ask_for_review(learner, end, 0)
    assert ask_for_review(learner, end, 0) == review
    turns = turns_of(end, 0)
    Review.objects.filter(pk=review.pk).update(
        decisions=[grade(turn).stored() for turn in turns[:-1]], judged=len(turns) - 1
    )
    assert work_out(review.pk) == f"judged {len(turns)} decisions"
    review.refresh_from_db()
    assert (review.judged, review.is_done) == (len(turns), True)
    assert review.phase_one_choices + review.phase_two_choices == len(turns)
    assert work_out(review.pk) == "done before, or gone"


def test_typed_deal_is_tapped_reviewed_and_practised(
    client: Client, learner: Learner, end: State, django_capture_on_commit_callbacks: Any
) -> None:
    make_versions(6)
    cards = as_typed(end)
    sent = {"leads": "you", "rules": "base", "cards": " ".join(cards[:-1])}
    page = client.post(TYPED, sent | {"card": cards[-1]})
    assert "Runden er hel." in words(page)
    whole = sent | {"cards": " ".join(cards), "review": "1"}
    with django_capture_on_commit_callbacks(execute=True):
        response: Any = client.post(TYPED, whole)
    address = response["Location"]
    page = client.get(address)
    assert re.search(r"Hånden var verdt \d,\d stikk, du tok \d+\.", words(page))
    assert client.get("/nb/framgang/").status_code == 200
    assert "Du har gått gjennom 1 runde med rådgiveren." in words(client.get("/nb/framgang/"))
    follows = [each["number"] for each in Review.objects.get().decisions if each["kind"] == "follow"]
    for _time in range(2):
        client.post(f"{address}ov/", {"number": follows[0], "request_key": "a"})
    assert PracticeSession.objects.count() == 1
    assert Client().get(address).status_code == 404


def test_deal_played_here_is_reviewed_by_its_owner_alone(
    client: Client, learner: Learner, django_capture_on_commit_callbacks: Any
) -> None:
    deal = begin_match(learner, Terms(opponent="beginner"), Habits(), uuid4())
    address = f"/nb/radgiver/runde/{deal.public_id}/"
    assert client.get(address).status_code == 404
    finish(deal)
    assert "Gå gjennom runden" in words(client.get(address))
    with django_capture_on_commit_callbacks(execute=False):
        response: Any = client.post(address)
    waiting = client.get(response["Location"])
    assert "0 valg er vurdert." in words(waiting)
    assert client.get(address)["Location"] == response["Location"]
    assert Review.objects.get().record == state_of(deal).notation()
    assert Client().post(address).status_code == 404


def finish(deal: PlayedDeal) -> None:
    while not deal.is_over:
        let_opponent_play(deal)
        if not deal.is_over:
            play_card(deal, deal.version, legal_cards(state_of(deal))[0])


@pytest.mark.parametrize(("cards", "said"), [("SA SA", "ligger ennå på bunken"), ("QQ", "er ikke et kort")])
def test_fault_in_a_typed_deal_is_told_with_422(client: Client, db: None, cards: str, said: str) -> None:
    response = client.post(TYPED, {"leads": "you", "rules": "base", "cards": cards, "check": "1"})
    assert response.status_code == 422
    assert said in words(response)
    assert client.get(SV_TYPED).status_code == 200
    assert client.post(TYPED, {"cards": "SA", "undo": "1"}).status_code == 200
