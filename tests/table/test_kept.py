"""Pieces kept in memory: drawn once for a key, bounded, and never one visitor's for another."""

from __future__ import annotations

from django.template import Context, Template
from django.utils.translation import override

from trainer.table.kept import Kept, drawn_pieces

SHOWN = Template('{% load table %}{% keep "test piece" key %}{{ said }}{% endkeep %}')


class Display:
    """What a piece reads of a visitor's display."""

    def __init__(self, card_letters: str) -> None:
        self.card_letters = card_letters


def drawn(key: object, said: str, letters: str = "nb") -> str:
    return SHOWN.render(Context({"key": key, "said": said, "display": Display(letters)}))


def test_values_are_made_once_and_the_longest_unused_goes_first() -> None:
    kept, made = Kept[str](6, len), list[str]()

    def value(key: str) -> str:
        return kept.get(key, lambda: made.append(key) or key)  # type: ignore[func-returns-value]

    assert [value(key) for key in ("aa", "bb", "cc", "aa", "dd", "bb")] == [
        "aa",
        "bb",
        "cc",
        "aa",
        "dd",
        "bb",
    ]
    assert made == ["aa", "bb", "cc", "dd", "bb"]
    assert len(kept) == 3


def test_a_value_larger_than_the_room_is_still_given() -> None:
    kept = Kept[str](3, len)
    assert kept.get("long", lambda: "abcdef") == "abcdef"
    assert kept.get("short", lambda: "ab") == "ab"
    assert len(kept) == 1


def test_a_piece_is_drawn_once_for_each_key_language_and_letters() -> None:
    with override("nb"):
        assert drawn(("once", 1), "first") == "first"
        assert drawn(("once", 1), "second") == "first"
        assert drawn(("once", 2), "other key") == "other key"
        assert drawn(("once", 1), "other letters", "en") == "other letters"
    with override("sv"):
        assert drawn(("once", 1), "other language") == "other language"


def test_a_piece_without_a_usable_key_is_drawn_each_time() -> None:
    before = len(drawn_pieces)
    for key in (None, ["a list"]):
        assert [drawn(key, said) for said in ("one", "two")] == ["one", "two"]
    assert len(drawn_pieces) == before


def test_a_piece_whose_key_is_missing_is_drawn_each_time() -> None:
    for key in (None, ...):
        context = {"said": "first"} | ({} if key is ... else {"key": key})
        assert SHOWN.render(Context(context | {"display": Display("nb")})) == "first"
        assert SHOWN.render(Context(context | {"said": "then", "display": Display("nb")})) == "then"
