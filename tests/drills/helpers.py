"""Visitors of drill pages without a browser."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from trainer.drills.models import DrillVersion

HTMX = {"HX-Request": "true"}
# Choices of the drill foll0w145: ♠8 is led, four spades are legal, ♣K is not.
RIGHT, OTHER_RIGHT, WRONG, ILLEGAL = "S5", "S2", "SK", "CK"

TWO_TAPS = "system.2.default.2.request.on"  # the display cookie of who wants to confirm cards


def address(public_id: str, language: str = "nb", query: str = "") -> str:
    """The drill's address in a language."""
    with override(language):
        return reverse("drills:drill", args=[public_id]) + query


def page_of(client: Client, public_id: str, language: str = "nb", query: str = "") -> str:
    """The drill's page as text."""
    response = client.get(address(public_id, language, query))
    assert response.status_code == 200
    return response.content.decode()


def ticket_on(page: str) -> str:
    """The signed ticket in a page's form."""
    found = re.search(r'name="ticket" value="([^"]+)"', page)
    assert found, "the page has no form"
    return unescape(found[1])


def send(
    client: Client,
    public_id: str,
    choice: str,
    ticket: str | None = None,
    *,
    language: str = "nb",
    query: str = "",
    htmx: bool = False,
    **extra: Any,
) -> HttpResponse:
    """Open the drill (unless a ticket is given) and answer it; from memory, when the tricks are closed."""
    at = address(public_id, language, query)
    if ticket is None:
        page = client.get(at).content.decode()
        ticket = begin(client, public_id, language, query) if "data-watch" in page else ticket_on(page)
    headers = HTMX | {"HX-Current-URL": f"http://testserver{at}"} if htmx else {}
    return client.post(at, {"ticket": ticket, "choice": choice}, headers=headers, **extra)  # type: ignore[return-value]


def begin(client: Client, public_id: str, language: str = "nb", query: str = "") -> str:
    """Watch a memory drill to the end and begin to name the cards; the ticket of that form."""
    last = address(public_id, language, f"{query}{'&' if query else '?'}step=13")
    ticket = ticket_on(client.get(last).content.decode())
    at = address(public_id, language, query)
    return ticket_on(client.post(at, {"ticket": ticket, "begin": "1"}, follow=True).content.decode())


def key_with(version: DrillVersion, right: bool) -> str:
    """A choice of the version that is right, or the one that loses most; from memory thirteen cards."""
    if version.drill.kind == "memory":
        names = [name for name, choice in version.choices.items() if choice["right"] == right]
        return "".join(names[:13])
    losses = {
        key: numbers.get("loss", float(not numbers.get("right"))) for key, numbers in version.choices.items()
    }
    best = min(losses, key=lambda key: losses[key])
    worst = max(losses, key=lambda key: losses[key])
    return best if right else worst


def picked_on(response: HttpResponse) -> list[str]:
    """The cards of the page that have had their first tap."""
    page = response.content.decode()
    pressed = re.findall(r'value="(\w\w)"[^>]*aria-pressed="true"', page)
    field = re.search(r'name="picked" value="(\w*)"', page)
    assert field, "the page asks for one tap"
    assert pressed == [field[1]] * bool(field[1])
    return pressed


def words(page: str) -> str:
    """The text of a page without its tags, as a reader of the source meets it."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
