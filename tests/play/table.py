"""A visitor who plays deals through the pages, with forms alone."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from html import unescape

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from trainer.play.models import PlayedDeal, PlayedMatch

type Chooser = Callable[[list[str]], str]


def start(client: Client, language: str = "nb", seed: int = 7, **choices: str) -> PlayedDeal:
    """Begin a match by the form of the first page; its first deal, with the cards of a seed, ours to lead."""
    with override(language):
        address = reverse("play:index")
    client.get(address)
    response = client.post(address, {"request_key": uuid.uuid4().hex, **choices})
    assert response.status_code == 302, response.content.decode()[:2000]
    deal = PlayedDeal.objects.filter(public_id=response["Location"].split("/")[-2])
    deal.update(seed=f"{(seed << 96) + 0x123456789ABCDEF:032x}", dealer=1, plays="", version=0)
    PlayedMatch.objects.filter(deals__in=deal).update(first_dealer=1)
    return deal.select_related("match").get()


def address_of(deal: PlayedDeal, language: str = "nb") -> str:
    with override(language):
        return reverse("play:deal", args=[deal.public_id])


def page_of(client: Client, deal: PlayedDeal, language: str = "nb") -> str:
    response = client.get(address_of(deal, language))
    assert response.status_code == 200
    return response.content.decode()


def ticket_on(page: str) -> str:
    found = re.search(r'name="ticket" value="([^"]+)"', page)
    assert found, "the page has no form"
    return unescape(found[1])


def offered(page: str) -> list[str]:
    """The cards that may be played."""
    hand = re.findall(r'<button type="submit" name="choice" value="(\w\w)"([^>]*)>', page)
    return [card for card, rest in hand if "aria-disabled" not in rest]


def send(client: Client, deal: PlayedDeal, ticket: str, language: str = "nb", **fields: str) -> HttpResponse:
    htmx = fields.pop("htmx", "")
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(address_of(deal, language), {"ticket": ticket, **fields}, headers=headers)  # type: ignore[return-value]


def play_on(
    client: Client,
    deal: PlayedDeal,
    language: str = "nb",
    choose: Chooser = lambda cards: cards[0],
    until: int = 26,
    seen: Callable[[HttpResponse], None] = lambda _response: None,
) -> None:
    """Play cards without a script until a number of tricks is done."""
    for _ in range(27):
        deal.refresh_from_db()
        if deal.is_over or len(deal.plays) // 4 >= until:
            return
        response = client.get(address_of(deal, language))
        seen(response)
        page = response.content.decode()
        sent = send(client, deal, ticket_on(page), language, choice=choose(offered(page)))
        seen(sent)
        assert sent.status_code == 303, sent.content.decode()[:3000]
