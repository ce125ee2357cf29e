"""The coach: it knows what the learner may know, asks once, and what it costs to be helped."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from tests.engine.test_opponents import random_states, redealt
from tests.play.table import address_of, offered, page_of, play_on, send, start, ticket_on
from trainer.engine.cards import Card, Suit
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import ending_values
from trainer.engine.notation import read_cards
from trainer.engine.seat_views import seat_view
from trainer.play.coach import Cost, best_and_next, cost_of
from trainer.play.dealing import state_of
from trainer.play.models import PlayedDeal
from trainer.play.playing import claimed, let_opponent_play, play_card
from trainer.play.sentences import idea, warned

pytestmark = pytest.mark.django_db


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_estimates_are_the_same_whatever_lies_behind() -> None:
    from random import Random  # noqa: PLC0415

    compared = 0
    for number, state in enumerate(random_states(5)):
        other = redealt(state, Random(number)) if state.phase == 1 and number % 5 == 0 else None
        if other and other.deal != state.deal:
            compared += 1
            assert best_and_next(seat_view(state)) == best_and_next(seat_view(other))
    assert compared >= 3


def test_costs_of_phase_two_are_exact_and_those_of_phase_one_carry_an_error() -> None:
    errors = []
    for number, state in enumerate(random_states(6)):
        view = seat_view(state)
        cost = best_and_next(view)
        if state.phase == 2:
            values = ending_values(ending_of(state))
            assert cost.is_exact
            assert cost.tricks == max(values.values()) - values[cost.card]
            worst = min(values, key=lambda card: values[card])
            assert cost_of(view, worst).tricks == max(values.values()) - values[worst]
        elif number % 6 == 0 and cost.card != cost.best:
            assert not cost.is_exact
            errors.append(cost.se)
    assert max(errors) > 0


def test_hint_comes_in_two_steps_and_the_deal_no_longer_counts() -> None:
    client = Client()
    deal = start(client, opponent="beginner", coach="demand", pace="quick")
    ticket = ticket_on(page_of(client, deal))
    assert send(client, deal, ticket, act="hint").status_code == 303
    idea = words(page_of(client, deal))
    assert "Rådgiveren ville ha spilt" not in idea
    assert "teller ikke: du har fått hjelp" in idea
    send(client, deal, ticket, act="hint")
    told = words(page_of(client, deal))
    assert "Rådgiveren ville ha spilt" in told
    assert "anslag fra 400 runder" in told or "I 400 runder" in told
    deal.refresh_from_db()
    assert deal.unrated == PlayedDeal.Unrated.HELP
    page = page_of(client, deal)
    send(client, deal, ticket_on(page), choice=offered(page)[0])
    assert "Rådgiveren ville" not in words(page_of(client, deal))


SPADES, CLUBS = Suit.SPADES, Suit.CLUBS


@pytest.mark.parametrize(
    ("best", "hand", "said"),
    [
        ("H3", "S9 H3 D4", "det eneste kortet du har i hjerter"),
        ("H5", "S9 H9 H5 D4", "Spill ut hjerter."),
        ("H5", "S9 HK H5 D4", "spar de høye kortene"),
        ("HK", "S9 HK H5 D4", "et høyt kort i hjerter"),
        ("HT", "S9 HQ HJ HT H5 D4", "et høyt kort i hjerter"),
        ("S9", "S9 HK H5 D4", "Spill ut en trumf."),
    ],
)
def test_idea_of_a_lead_fits_the_hand(best: str, hand: str, said: str) -> None:
    cards = read_cards(hand.replace(" ", ""))
    cost = Cost(cards[-1], Card.parse(best), 0.4, 0.1, 100)
    with override("nb"):
        assert said in idea(cost, SPADES, None, cards).words()


def test_idea_where_no_card_costs_anything_says_so() -> None:
    card = Card.parse("H3")
    with override("nb"):
        assert (
            "Alle kortene gir like mange stikk"
            in idea(Cost(card, card, 0.0, 0.0, 0), CLUBS, None, (card,)).words()
        )


def test_cost_is_said_with_its_tenths_and_never_without_error() -> None:
    """The last reply of phase one is a mean over the cards that may be left; an estimate has an error."""
    ten, four = Card.parse("HT"), Card.parse("H4")
    with override("nb"):
        assert "0,6" in warned(Cost(ten, four, 0.6, 0.0, 0))[0].words()
        assert " 2 stikk" in warned(Cost(ten, four, 2.0, 0.0, 0))[0].words()
        assert "± 0,1" in warned(Cost(ten, four, 1.0, 0.0, 120))[0].words()


def test_cards_of_a_suit_that_are_all_as_good_are_not_told_apart() -> None:
    nine, hand = Card.parse("H9"), read_cards("HKHQHJH9D2")
    with override("nb"):
        cost = Cost(hand[-1], nine, 1.0, 0.0, 0, suit_alone=True)
        assert idea(cost, SPADES, None, hand).words() == "Spill ut hjerter."


def test_what_is_said_to_cost_is_more_than_the_error_said() -> None:
    ten, four = Card.parse("HT"), Card.parse("H4")
    assert not Cost(ten, four, 0.42, 0.18, 400).counts  # 0.4 ± 0.4
    assert Cost(ten, four, 0.42, 0.14, 400).counts
    assert not Cost(ten, four, 0.42, 0.14, 400).is_over(0.5)


def test_coach_that_is_off_gives_nothing() -> None:
    client = Client()
    deal = start(client, opponent="beginner")
    page = page_of(client, deal)
    for act in ("hint", "take-back"):
        assert f'value="{act}"' not in page
        assert send(client, deal, ticket_on(page), act=act).status_code == 422
    deal.refresh_from_db()
    assert (deal.hint, deal.unrated) == (0, "")


def test_dear_card_is_asked_about_once_and_then_played() -> None:
    """Costs of phase two are exact: a card that gives a trick away is asked about, another is not."""
    client = Client()
    deal = start(client, opponent="beginner", pace="quick")
    play_on(client, deal, until=13)
    assert client.post(f"{address_of(deal)}slik/", {"coach": "warn", "threshold": "3"}).status_code == 303
    for _ in range(13):
        deal = PlayedDeal.objects.select_related("match").get(pk=deal.pk)
        values = ending_values(ending_of(state_of(deal)))
        worst = min(values, key=lambda card: values[card])
        page = page_of(client, deal)
        asked = send(client, deal, ticket_on(page), choice=str(worst))
        if values[worst] == max(values.values()):
            assert asked.status_code == 303
            continue
        before = deal.plays
        deal.refresh_from_db()
        assert asked.status_code == 200
        assert "nøyaktig utregnet" in words(asked.content.decode())
        assert deal.plays == before
        again = asked.content.decode()
        assert f'name="warned" value="{worst}"' in again
        assert send(client, deal, ticket_on(again), choice=str(worst), warned=str(worst)).status_code == 303
        deal.refresh_from_db()
        assert deal.plays.startswith(f"{before}{worst}")
        return
    pytest.fail("no card of this deal cost a trick")


def test_card_taken_back_leaves_the_stock_and_what_was_seen_of_it() -> None:
    client = Client()
    deal = start(client, opponent="beginner", coach="demand", pace="quick")
    play_on(client, deal, until=4)
    before, stock = deal.plays, state_of(deal).deal.stock
    drawn = {trick.drawn[0] for trick in state_of(deal).finished_tricks if trick.drawn}
    page = page_of(client, deal)
    assert send(client, deal, ticket_on(page), act="take-back").status_code == 303
    deal.refresh_from_db()
    assert before.startswith(deal.plays)
    assert deal.plays != before
    assert state_of(deal).deal.stock == stock
    assert deal.unrated == PlayedDeal.Unrated.TAKEN_BACK
    assert "kjenner du disse kortene i bunken" in words(page_of(client, deal))
    assert all(str(card) in deal.seen_ahead for card in drawn)
    # The old page's form is stale now, though its card would fit.
    assert send(client, deal, ticket_on(page), choice=offered(page)[0]).status_code == 409


def test_first_card_can_be_taken_back_too() -> None:
    client = Client()
    deal = start(client, opponent="beginner", coach="demand", pace="quick")
    play_on(client, deal, until=1)
    while True:
        page = page_of(client, deal)
        if 'value="take-back"' not in page:
            break
        send(client, deal, ticket_on(page), act="take-back")
    deal.refresh_from_db()
    assert len(deal.plays) // 2 == 1 - deal.dealer  # the opponent's lead, where it has one
    page = page_of(client, deal)
    assert send(client, deal, ticket_on(page), choice=offered(page)[0]).status_code == 303


def test_rest_is_claimed_where_it_is_certain_and_nowhere_else() -> None:
    claims = 0
    for seed in range(6):
        client = Client()
        deal = start(client, opponent="strong", pace="quick", seed=seed)
        while not deal.is_over:
            state = state_of(deal)
            rest = claimed(state)
            if state.phase == 2 and rest is None and claims == 0:
                page = page_of(client, deal)
                assert send(client, deal, ticket_on(page), act="claim").status_code == 409
            if rest:
                claims += 1
                page = page_of(client, deal)
                assert 'value="claim"' in page
                won = state.tricks_won
                send(client, deal, ticket_on(page), act="claim")
                deal.refresh_from_db()
                assert (deal.own, deal.other) == (won[0] + rest[0], won[1] + rest[1])
                break
            play_card(deal, deal.version, next(c for c in state.hands[0] if _legal(deal, c)))
            let_opponent_play(deal)
    assert claims > 1


def _legal(deal: PlayedDeal, card: object) -> bool:
    from trainer.engine.state import legal_cards  # noqa: PLC0415

    return card in legal_cards(state_of(deal))
