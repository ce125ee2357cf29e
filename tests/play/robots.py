"""Players that talk to a running site over HTTP, with a cookie jar and forms alone."""

from __future__ import annotations

import re
import time
import uuid
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPException
from http.cookiejar import CookieJar
from random import Random
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

TIMEOUT = 60
PAUSE = 0.5


class Stopped(Exception):
    """The server did not answer: it is down, or was stopped in between."""


def _opener() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar()))


@dataclass
class Robot:
    """A guest who plays one deal with random legal cards; `acknowledged` are the cards that were answered.

    With `fragments` it asks as the page's script does, which takes one request a card, else as a browser
    without a script, which follows to the page.
    """

    site: str
    rng: Random
    fragments: bool = False
    opener: OpenerDirector = field(default_factory=_opener)
    address: str = ""
    page: str = ""
    acknowledged: list[str] = field(default_factory=list)

    def begin(self, **choices: str) -> None:
        """Begin a match; the page of its first deal comes back."""
        start = f"{self.site}/nb/spill/"
        fields = {"csrfmiddlewaretoken": _token(self.ask(start)), "request_key": uuid.uuid4().hex, **choices}
        self.page = self.ask(start, fields)
        found = re.search(r'<form class="play"[^>]* action="([^"]+)"', self.page)
        assert found, self.page[:500]
        self.address = self.site + found[1]
        self._wait_for_the_opponent()

    @property
    def is_over(self) -> bool:
        """Whether the page no longer asks for a card."""
        return 'class="play"' not in self.page

    @property
    def may_claim(self) -> bool:
        """Whether the rest is certain."""
        return 'name="act" value="claim"' in self.page

    def play_a_card(self) -> None:
        """Send a random card of those offered; remember it once the server has answered."""
        cards = re.findall(r'name="choice" value="(\w\w)"([^>]*)>', self.page)
        card = self.rng.choice([card for card, rest in cards if "aria-disabled" not in rest])
        self._send(choice=card)
        self.acknowledged.append(card)

    def claim(self) -> None:
        """Claim the rest."""
        self._send(act="claim")

    def _send(self, **chosen: str) -> None:
        fields = {"csrfmiddlewaretoken": _token(self.page), "ticket": _ticket(self.page), **chosen}
        self.page = self.ask(self.address, fields, {"HX-Request": "true"} if self.fragments else {})
        self._wait_for_the_opponent()

    def _wait_for_the_opponent(self) -> None:
        """A busy server lets a page say that the opponent thinks, and ask again."""
        while not self.is_over and 'name="choice"' not in self.page:
            time.sleep(PAUSE)
            self.page = self.ask(self.address)

    def look(self) -> None:
        """Load the page of the deal anew."""
        self.page = self.ask(self.address)
        self._wait_for_the_opponent()

    def ask(
        self, address: str, fields: dict[str, str] | None = None, headers: dict[str, str] | None = None
    ) -> str:
        """One request; raises `Stopped` where nothing answers and `AssertionError` for an error page."""
        sent = urlencode(fields).encode() if fields else None
        request = Request(address, sent, {"Referer": address, **(headers or {})})
        try:
            with self.opener.open(request, timeout=TIMEOUT) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            raise AssertionError(f"{address}: {error.code}") from error
        except (URLError, HTTPException, OSError) as error:
            raise Stopped from error


def _token(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert found, page[:500]
    return found[1]


def _ticket(page: str) -> str:
    found = re.search(r'name="ticket" value="([^"]+)"', page)
    assert found, page[:500]
    return unescape(found[1])
