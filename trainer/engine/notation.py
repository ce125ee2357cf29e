"""One-line text forms: fields between dots, cards as pairs without spaces.

Only letters, digits and `. - _` occur, so a notation is safe in a URL. The first
field names the kind (`deal`, `state`, `phase1`, `phase2`, `seen`); an empty field is
written `-`. The values themselves say which fields follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .cards import Card, NotationError, Suit
from .rule_sets import RULE_SETS, Pack, RuleSet

NOTHING = "-"

_PACK_SIZE = re.compile(r"[1-9][0-9]?x[1-9][0-9]?x[1-9][0-9]?")


def compact_cards(cards: Iterable[Card]) -> str:
    """Write cards without spaces, `-` for none.

    >>> from .cards import parse_cards
    >>> compact_cards(parse_cards("SA HT"))
    'SAHT'
    """
    return "".join(map(str, cards)) or NOTHING


def read_cards(text: str) -> tuple[Card, ...]:
    """Read what `compact_cards` writes; raise `NotationError` naming the wrong card."""
    if text == NOTHING:
        return ()
    if not text:
        raise NotationError(f"a field of cards is empty: expected cards or {NOTHING!r}")
    return tuple(Card.parse(text[place : place + 2]) for place in range(0, len(text), 2))


def read_card_or_none(text: str) -> Card | None:
    """Read one card, or nothing from `-`."""
    return None if text == NOTHING else Card.parse(text)


def read_suit(text: str) -> Suit:
    """Read one suit letter."""
    return Suit.parse(text)


def read_player(text: str) -> int:
    """Read a seat: player 0 or 1."""
    if text not in {"0", "1"}:
        raise NotationError(f"{text!r} is no player: expected 0 or 1")
    return int(text)


def read_rule_set(text: str) -> RuleSet:
    """Read a rule set's id, for a small pack with its size after a hyphen: base-2x4x2."""
    if text in RULE_SETS:
        return RULE_SETS[text]
    name, _, size = text.rpartition("-")
    if name in RULE_SETS and _PACK_SIZE.fullmatch(size):
        try:
            return RULE_SETS[name].on(Pack(*map(int, size.split("x"))))
        except ValueError as error:
            raise NotationError(f"{text!r} is no rule set: {error}") from None
    raise NotationError(f"{text!r} is no rule set: expected one of {' '.join(RULE_SETS)}")


def split_fields(text: str, kind: str, names: str) -> list[str]:
    """Cut a notation into the fields after its kind.

    `names` lists the expected fields, for the message when there are more or fewer.
    """
    first, *fields = text.strip().split(".")
    if first != kind:
        raise NotationError(f"{first!r} starts no {kind} notation: expected {kind!r}")
    if len(fields) != len(names.split()):
        raise NotationError(f"a {kind} notation has {names}: found {len(fields)} fields")
    return fields


def require_distinct(cards: Iterable[Card], where: str) -> None:
    """Raise `NotationError` for the first card that comes a second time."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise NotationError(f"{card} comes twice in {where}")
        seen.add(card)


def require_player(player: int) -> None:
    """Raise `NotationError` unless `player` is 0 or 1."""
    if player not in {0, 1}:
        raise NotationError(f"{player} is no player: expected 0 or 1")
