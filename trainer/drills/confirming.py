"""Two taps to play a card, for whoever has chosen that: the first one picks it, the second plays it.

With a script the first tap sends nothing; without one the page comes back with the card picked. The form
says which card that is, so that a second tap on another card picks that one instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trainer.accounts.http import SiteRequest
from trainer.drills.drill_page import HandButton

TWO_TAPS = "2"


def only_picked(request: SiteRequest, key: str, hand: Callable[[], Sequence[HandButton]]) -> bool:
    """Whether this was the first tap on a card that may be played; `hand` is asked for two taps alone."""
    if request.display.taps != TWO_TAPS or request.POST.get("picked") == key:
        return False
    return any(held.key == key and held.legal for held in hand())
