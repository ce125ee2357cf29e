"""How a reader wants pages shown and cards played: theme, colours, letters, taps, seen cards, keys.

Guests keep the choice in a cookie, users in their account.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

THEMES = ("system", "light", "dark")
SUITS = ("2", "4")
LETTERS = ("default", "int", "nordic")
TAPS = ("1", "2")
TRAYS = ("request", "shown", "hidden")
KEYS = ("on", "off")

# Every choice by the name of its field, in the order of the cookie; at first it held three.
CHOICES = {"theme": THEMES, "suits": SUITS, "letters": LETTERS, "taps": TAPS, "tray": TRAYS, "keys": KEYS}
_FIRST_CHOICES = 3

# Norwegian packs mostly carry A K Q J, Swedish ones E K D Kn.
_LETTERS_OF_LANGUAGE = {"nb": "int", "sv": "nordic"}


@dataclass(frozen=True, slots=True)
class Display:
    """What is chosen on the display page.

    `taps` are those that play a card: with two, the first one only picks it. `tray` says whether the seen
    cards lie open, behind a word or nowhere, `keys` whether single keys work at the table.
    """

    theme: str = "system"
    suits: str = "2"
    letters: str = "default"
    taps: str = "1"
    tray: str = "request"
    keys: str = "on"

    @property
    def card_letters(self) -> str:
        """`int` (A K Q J) or `nordic` (E K D Kn), by choice or else by language."""
        if self.letters != "default":
            return self.letters
        return _LETTERS_OF_LANGUAGE.get(get_language() or "", "int")

    def to_cookie(self) -> str:
        return ".".join(getattr(self, name) for name in CHOICES)

    @classmethod
    def from_cookie(cls, text: str) -> Display:
        """Read a cookie; anything that is not ours gives the defaults."""
        values = text.split(".")
        known = len(values) in {_FIRST_CHOICES, len(CHOICES)} and all(
            value in offered for value, offered in zip(values, CHOICES.values(), strict=False)
        )
        return cls(*values) if known else cls()


def display_of(request: HttpRequest) -> Display:
    """The signed-in user's choice, or the guest's."""
    user = request.user
    if user.is_authenticated:
        return Display(
            user.theme, user.suits, user.card_letters, user.card_taps, user.seen_cards, user.table_keys
        )
    return Display.from_cookie(request.COOKIES.get(settings.DISPLAY_COOKIE_NAME, ""))


def display_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Put the choice on `request.display`."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.display = display_of(request)  # type: ignore[attr-defined]
        return get_response(request)

    return middleware


def display_context(request: HttpRequest) -> dict[str, Display]:
    """`display` in every template, error pages included."""
    return {"display": getattr(request, "display", None) or Display()}
