"""Cards that show what a display setting does, drawn beside the choice."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from trainer.accounts.display import Display
from trainer.engine.cards import Card, parse_cards
from trainer.table.templatetags.table import draw_card


@dataclass(frozen=True, slots=True)
class Sample:
    """A few cards, in the colours of the CSS class."""

    colours: str = ""
    cards: tuple[SafeString, ...] = ()


def colours(shown: Display) -> list[Sample]:
    """One card of each suit: in two colours, in four."""
    cards = parse_cards("S7 H7 D7 C7")
    return [Sample(f"suits-{number}", _drawn(cards, shown.card_letters)) for number in (2, 4)]


def letters() -> list[Sample]:
    """Nothing for the choice by language, then the four court letters of each kind."""
    cards = parse_cards("HA HK HQ HJ")
    return [Sample(), Sample("", _drawn(cards, "int")), Sample("", _drawn(cards, "nordic"))]


def _drawn(cards: tuple[Card, ...] | list[Card], kind: str) -> tuple[SafeString, ...]:
    return tuple(draw_card(card, kind, named=False) for card in cards)
