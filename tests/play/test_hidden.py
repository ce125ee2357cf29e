"""No answer of an unfinished deal holds a hidden card or the seed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.play.table import offered, page_of, send, start, ticket_on
from trainer.engine.cards import Card
from trainer.engine.notation import read_cards
from trainer.play.dealing import LEARNER, state_of
from trainer.play.models import PlayedDeal
from trainer.table.names import card_name

pytestmark = pytest.mark.django_db


def hidden_cards(deal: PlayedDeal) -> set[Card]:
    """What the learner has not seen: the opponent's hidden cards and the stock's, less those taken back."""
    state = state_of(deal)
    if state.phase != 1:
        return set()
    seen = {*state.hands[LEARNER], *state.plays, *state.deal.upcards[: state.trick]}
    seen |= {trick.drawn[LEARNER] for trick in state.finished_tricks if trick.drawn}
    return set(state.rule_set.pack.cards) - seen - set(read_cards(deal.seen_ahead or "-"))


def require_hidden(response: HttpResponse, deal: PlayedDeal, language: str) -> None:
    """Fail where the answer, its headers among it, names a hidden card in any of our ways."""
    deal.refresh_from_db()
    text = unescape(response.content.decode()) + repr(response.headers)
    hidden = hidden_cards(deal)
    drawn = {found.upper() for found in re.findall(r"#[cf]-([shdc][2-9TJQKA])", text)}
    sent = set(re.findall(r'value="([SHDC][2-9TJQKA])"', text))
    assert not {str(card) for card in hidden} & (drawn | sent)
    if hidden:
        named = "|".join(card_name(card, language) for card in hidden)
        coded = "|".join(map(str, hidden))
        readable = re.sub(r'name="(ticket|csrf\w+)" value="[^"]+"', "", text)
        assert re.findall(rf"\b(?:{named})\b", readable, re.IGNORECASE) == []
        assert re.findall(rf"\b(?:{coded})\b", readable) == []
    assert deal.seed not in text
    assert str(int(deal.seed, 16)) not in text
    if 'id="seen-cards"' in text and hidden:
        assert text.count('<td class="unseen">') >= len(hidden)


@pytest.mark.parametrize(
    ("language", "pace", "known"),
    [("nb", "step", "shown"), ("sv", "quick", "hidden"), ("sv", "step", "asked")],
)
def test_no_answer_of_an_unfinished_deal_names_a_hidden_card(language: str, pace: str, known: str) -> None:
    client = Client()
    deal = start(client, language, opponent="beginner", known=known, pace=pace, coach="warn", threshold="3")
    htmx = "1" if language == "sv" else ""
    for _ in range(6):
        page = client.get(f"/{language}/{'spill' if language == 'nb' else 'spela'}/{deal.public_id}/")
        require_hidden(page, deal, language)
        cards, ticket = offered(page.content.decode()), ticket_on(page.content.decode())
        for fields in ({"act": "hint"}, {"choice": "S2"}, {"choice": cards[-1]}, {"choice": cards[-1]}):
            require_hidden(send(client, deal, ticket, language, htmx=htmx, **fields), deal, language)
        stopped = client.get(f"{page.request['PATH_INFO']}?trick={len(deal.plays) // 4}")
        require_hidden(stopped, deal, language)
        require_hidden(send(client, deal, "no ticket", language), deal, language)
        page = client.get(page.request["PATH_INFO"])
        again = send(client, deal, ticket_on(page.content.decode()), language, htmx=htmx, act="take-back")
        require_hidden(again, deal, language)
        page = client.get(page.request["PATH_INFO"])
        final = offered(page.content.decode())[0]
        sent = send(client, deal, ticket_on(page.content.decode()), language, choice=final, warned=final)
        require_hidden(sent, deal, language)


@pytest.mark.parametrize("known", ["asked", "hidden"])
def test_upcards_taken_lie_face_down_for_whoever_wants_to_remember_them(known: str) -> None:
    client = Client()
    deal = start(client, opponent="beginner", known=known)
    for _ in range(9):
        page = page_of(client, deal)
        send(client, deal, ticket_on(page), choice=offered(page)[-1])
    page = page_of(client, deal)
    board = page.split('class="opp-fan')[1].split("</ul>")[0]
    assert "known" not in board
    assert ("<details" in page.split('class="hand"')[1] and 'class="tray asked"' in page) is (
        known == "asked"
    )
    assert 'id="seen-cards"' not in page


def test_strangers_get_404_until_the_deal_is_over() -> None:
    client, stranger = Client(), Client()
    deal = start(client, opponent="beginner")
    path = f"/nb/spill/{deal.public_id}/"
    assert stranger.get(path).status_code == 404
    assert stranger.post(path, {"choice": "SA"}).status_code == 404
    assert stranger.post(f"{path}igjen/").status_code == 404
    assert stranger.post(f"{path}neste/").status_code == 404
    assert stranger.post(f"{path}slik/").status_code == 404
