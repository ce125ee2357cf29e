"""Reading fields of JSON objects, with errors that name the field.

Positions and endings come from files and from stored drills; whatever is wrong
in them is a `NotationError`, never a `KeyError` or `TypeError`.
"""

from __future__ import annotations

from collections.abc import Mapping

from .cards import Card, NotationError, Suit, parse_cards


def read_text(fields: Mapping[str, object], name: str) -> str:
    """A field that holds text."""
    value = fields.get(name)
    if not isinstance(value, str):
        raise NotationError(f"field {name!r} is {value!r}: expected text")
    return value


def read_number(fields: Mapping[str, object], name: str) -> int:
    """A field that holds a whole number."""
    value = fields.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(f"field {name!r} is {value!r}: expected a whole number")
    return value


def read_card(fields: Mapping[str, object], name: str) -> Card:
    """A field that holds one card."""
    return Card.parse(read_text(fields, name))


def read_card_text(fields: Mapping[str, object], name: str) -> Card | None:
    """A field that holds one card, or null, or is absent."""
    return None if fields.get(name) is None else read_card(fields, name)


def read_suit_text(fields: Mapping[str, object], name: str) -> Suit:
    """A field that holds a suit letter."""
    return Suit.parse(read_text(fields, name))


def read_cards_text(text: object, name: str) -> tuple[Card, ...]:
    """Cards between spaces, as the files write a hand."""
    if not isinstance(text, str):
        raise NotationError(f"field {name!r} holds {text!r}: expected cards")
    return parse_cards(text)


def read_list(fields: Mapping[str, object], name: str) -> list[object]:
    """A field that holds a list."""
    value = fields.get(name)
    if not isinstance(value, list):
        raise NotationError(f"field {name!r} is {value!r}: expected a list")
    return value


def read_objects(fields: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    """A field that holds a list of objects."""
    rows: list[Mapping[str, object]] = []
    for row in read_list(fields, name):
        if not isinstance(row, dict):
            raise NotationError(f"field {name!r} holds {row!r}: expected objects")
        rows.append(row)
    return rows
