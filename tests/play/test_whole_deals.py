"""Whole deals, by forms alone: what is stored, shown and counted."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.play.table import address_of, page_of, play_on, start
from trainer.play.dealing import score_of, state_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["nb", "sv"])
@pytest.mark.parametrize("opponent", ["beginner", "club", "strong"])
def test_a_deal_is_played_to_its_end_without_a_script(opponent: str, language: str) -> None:
    client = Client()
    deal = start(client, language, opponent=opponent)
    play_on(client, deal, language)
    state = state_of(deal)
    assert state.is_over
    assert (deal.own, deal.other) == state.tricks_won
    assert deal.finished_at is not None
    said = {"nb": f"Du tok {deal.own} stikk", "sv": f"Du tog {deal.own} stick"}
    assert said[language] in page_of(client, deal, language)


def test_a_match_goes_on_to_its_target_and_the_deal_alternates() -> None:
    client = Client()
    deal = start(client, opponent="beginner", length="target", target="5", scoring="over-six")
    dealers = []
    for _ in range(40):
        play_on(client, deal)
        dealers.append(deal.dealer)
        deals = list(deal.match.deals.all())
        if score_of(deal.match, deals).is_over:
            break
        response = client.post(f"{address_of(deal)}neste/")
        assert client.post(f"{address_of(deal)}neste/")["Location"] == response["Location"]
        deal = deal.match.deals.get(number=deal.number + 1)
    assert dealers == [(dealers[0] + number) % 2 for number in range(len(dealers))]
    score = score_of(deal.match, list(deal.match.deals.all()))
    assert max(score.score) >= 5
    assert "partiet" in page_of(client, deal)
