"""The site's drawings for a PDF: WeasyPrint can't take them from the sprite, where browsers do.

A suit becomes its sign (♠♥♦♣), so that text can be searched and copied; a card of a figure becomes a
picture with the card's name as its alternative text, and so does a QR code with what it says; other drawings
are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape, unescape
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils.translation import gettext

from trainer.engine.cards import Card
from trainer.table.names import card_name

# Addresses inside a PDF being made; nothing is asked over any network.
SITE = "http://site.invalid"
CARDS = f"{SITE}/card/"
QR_CODES = f"{SITE}/qr/"
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
# The colours of the sprite on paper, as in site.css.
INKS = {"s": "#15232b", "h": "#b5202b", "d": "#b5202b", "c": "#15232b"}
# Files of their own: the large back and the one for small sizes.
BACKS = ("back", "back-s")

_CARD = re.compile(r'<svg class="cd(?P<classes>[^"]*)"[^>]*><use href="[^"#]*#(?P<part>[\w-]+)"/></svg>')
_BACK = re.compile(r'<i class="cd back(?P<small> s)?"[^>]*></i>')
_SUIT = re.compile(r'<span class="k (?P<suit>[shdc])">')
_QR = re.compile(
    r'<svg class="qr"[^>]*aria-label="(?P<label>[^"]*)" data-text="(?P<text>[^"]*)".*?</svg>', re.DOTALL
)
_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_VARIABLE = re.compile(r"var\(--[\w-]+,(#\w+)\)")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="([^"]+)">(.*?)</symbol>', re.DOTALL)


def drawn_for_paper(html: str, language: str) -> str:
    """The page with suits as signs, cards as pictures with names, and other drawings left out."""

    def picture(match: re.Match[str]) -> str:
        part = match["part"]
        name = escape(_name_of(part, language))
        return f'<img class="cd{match["classes"]}" src="{CARDS}{part}" alt="{name}">'

    html = _QR.sub(_qr_picture, _CARD.sub(picture, html))
    html = _BACK.sub(lambda match: _back(bool(match["small"])), html)
    html = _SUIT.sub(lambda match: f'{match[0]}<span class="suit">{SIGNS[match["suit"]]}</span>', html)
    return _DRAWING.sub("", html)


def _qr_picture(match: re.Match[str]) -> str:
    address = f"{QR_CODES}{quote(unescape(match['text']), safe='')}"
    return f'<img class="qr" src="{address}" alt="{match["label"]}">'


def _back(small: bool) -> str:
    return f'<img class="cd" src="{CARDS}{BACKS[small]}" alt="{escape(gettext("hidden card"))}">'


def _name_of(part: str, language: str) -> str:
    code = part.partition("-")[2].removesuffix("-n")
    return card_name(Card.parse(code[0].upper() + code[1:]), language)


def static_file(name: str) -> Path:
    """A static file in the sources, or in production where they were gathered."""
    gathered = settings.STATIC_ROOT and Path(settings.STATIC_ROOT) / name
    found = gathered if gathered and gathered.exists() else finders.find(name)
    if not found:
        raise ValueError(f"no static file {name}")
    return Path(found)


@cache
def card_picture(part: str) -> bytes:
    """A back, or one symbol of the sprite as a picture of its own, in its colours."""
    if part in BACKS:
        return static_file(f"{part}.svg").read_bytes()
    box, drawing = _symbols()[part]
    drawing = _VARIABLE.sub(r"\1", drawing)
    drawing = drawing.replace("currentColor", INKS[part.partition("-")[2][:1]])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawing}</svg>'.encode()


@cache
def _symbols() -> Mapping[str, tuple[str, str]]:
    """Box and drawing of every symbol of the sprite."""
    sprite = static_file("cards.svg").read_text("utf-8")
    return {match[1]: (match[2], match[3]) for match in _SYMBOL.finditer(sprite)}
