"""How a reader wants pages shown: theme, suit colours and card letters.

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

# Norwegian packs mostly carry A K Q J, Swedish ones E K D Kn.
_LETTERS_OF_LANGUAGE = {"nb": "int", "sv": "nordic"}


@dataclass(frozen=True, slots=True)
class Display:
    """Theme (system, light, dark), suit colours (2 or 4) and card letters as chosen."""

    theme: str = "system"
    suits: str = "2"
    letters: str = "default"

    @property
    def card_letters(self) -> str:
        """`int` (A K Q J) or `nordic` (E K D Kn), by choice or else by language."""
        if self.letters != "default":
            return self.letters
        return _LETTERS_OF_LANGUAGE.get(get_language() or "", "int")

    def to_cookie(self) -> str:
        return f"{self.theme}.{self.suits}.{self.letters}"

    @classmethod
    def from_cookie(cls, text: str) -> Display:
        """Read a cookie; anything that is not ours gives the defaults."""
        match text.split("."):
            case [theme, suits, letters] if theme in THEMES and suits in SUITS and letters in LETTERS:
                return cls(theme, suits, letters)
        return cls()


def display_of(request: HttpRequest) -> Display:
    """The signed-in user's choice, or the guest's."""
    user = request.user
    if user.is_authenticated:
        return Display(user.theme, user.suits, user.card_letters)
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
