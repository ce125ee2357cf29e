"""Pictures for shared links: cards and a few words, one a kind of page and language.

`manage.py draw_share_pictures` draws them with the site's own sprite and style sheet; what stands on
each is kept beside them, so that a test can say when they are out of date.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

FOLDER = Path(__file__).resolve().parent.parent / "static" / "share"
WIDTH, HEIGHT = 1200, 630
HOME = "home"


@dataclass(frozen=True, slots=True)
class Picture:
    """The words of a picture and the cards beside them."""

    title: str
    cards: str


PICTURES = {
    HOME: Picture(_("Tomannswhist"), "SA HQ DJ C10 H2"),
    "rules": Picture(_("Rules"), "SK S9 HQ"),
    "faq": Picture(_("Questions and answers"), "DA H2 CQ"),
    "which": Picture(_("Which game is yours?"), "SQ HK D8 CA"),
    "glossary": Picture(_("Glossary"), "S10 HJ DQ CK"),
    "drills": Picture(_("Practise"), "HA H9 S7 D5 C3"),
}


def words_of(kind: str) -> dict[str, str]:
    """What a picture must say in the current language."""
    return {"title": gettext(PICTURES[kind].title), "cards": PICTURES[kind].cards}


@cache
def drawn() -> dict[str, dict[str, str]]:
    """The words of each picture there is, by file name."""
    found: dict[str, dict[str, str]] = json.loads((FOLDER / "pictures.json").read_text("utf-8"))
    return found


def picture_address(kind: str, language: str) -> str:
    """Where the picture lies; a kind or language without its own gets the front page's or the default."""
    for name in (f"{language}-{kind}", f"{language}-{HOME}", f"{settings.LANGUAGE_CODE}-{HOME}"):
        if f"{name}.png" in drawn():
            return static(f"share/{name}.png")
    raise LookupError("no picture for shared links: run `manage.py draw_share_pictures`")
