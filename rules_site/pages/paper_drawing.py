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
BACK_INK = "#dfeae8"

_CARD = re.compile(r'<svg class="cd(?P<classes>[^"]*)"[^>]*><use href="[^"#]*#(?P<part>[\w-]+)"/></svg>')
_SUIT = re.compile(r'<svg viewBox="0 0 32 32"[^>]*><use href="[^"#]*#p-(?P<suit>[shdc])"/></svg>')
_QR = re.compile(
    r'<svg class="qr"[^>]*aria-label="(?P<label>[^"]*)" data-text="(?P<text>[^"]*)".*?</svg>', re.DOTALL
)
_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_VARIABLE = re.compile(r"var\(--[\w-]+,(#\w+)\)")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="([^"]+)">(.*?)</symbol>', re.DOTALL)
_USE = re.compile(r'<use href="#(?P<part>[\w-]+)"(?P<attributes>[^>]*)/>')
_TRANSFORM = re.compile(r'transform="[^"]*"')


def drawn_for_paper(html: str, language: str) -> str:
    """The page with suits as signs, cards as pictures with names, and other drawings left out."""

    def picture(match: re.Match[str]) -> str:
        part = match["part"]
        name = escape(_name_of(part, language))
        return f'<img class="cd{match["classes"]}" src="{CARDS}{part}" alt="{name}">'

    html = _QR.sub(_qr_picture, _CARD.sub(picture, html))
    html = _SUIT.sub(lambda match: f'<span class="suit">{SIGNS[match["suit"]]}</span>', html)
    return _DRAWING.sub("", html)


def _qr_picture(match: re.Match[str]) -> str:
    address = f"{QR_CODES}{quote(unescape(match['text']), safe='')}"
    return f'<img class="qr" src="{address}" alt="{match["label"]}">'


def _name_of(part: str, language: str) -> str:
    code = part.partition("-")[2].removesuffix("-n")
    if code[:1] in SIGNS and part[0] != "b":
        return card_name(Card.parse(code[0].upper() + code[1:]), language)
    return gettext("hidden card")


def static_file(name: str) -> Path:
    """A static file in the sources, or in production where they were gathered."""
    gathered = settings.STATIC_ROOT and Path(settings.STATIC_ROOT) / name
    found = gathered if gathered and gathered.exists() else finders.find(name)
    if not found:
        raise ValueError(f"no static file {name}")
    return Path(found)


@cache
def card_picture(part: str) -> bytes:
    """One symbol of the sprite as a picture of its own, in its colours."""
    box, drawing = _symbols()[part]
    drawing = _USE.sub(_put_inside, drawing)
    ink = INKS.get(part.partition("-")[2][:1], "") if part[0] != "b" else ""
    drawing = _VARIABLE.sub(r"\1", drawing)
    drawing = drawing.replace("currentColor", ink or BACK_INK)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawing}</svg>'.encode()


def _put_inside(use: re.Match[str]) -> str:
    """The symbol that a `<use>` names, where it names it."""
    box, drawing = _symbols()[use["part"]]
    turned = _TRANSFORM.search(use["attributes"])
    placed = f'<svg {_TRANSFORM.sub("", use["attributes"])} viewBox="{box}">{drawing}</svg>'
    return f"<g {turned[0]}>{placed}</g>" if turned else placed


@cache
def _symbols() -> Mapping[str, tuple[str, str]]:
    """Box and drawing of every symbol of the sprite."""
    sprite = static_file("cards.svg").read_text("utf-8")
    return {match[1]: (match[2], match[3]) for match in _SYMBOL.finditer(sprite)}
