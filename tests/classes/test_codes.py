"""Codes, names in order, and the clock: the parts of classes that need no page."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime

import pytest

from trainer.accounts.clock import long_moment, moment_of, short_moment, zone_named
from trainer.accounts.symbols import ALPHABET, read_symbols
from trainer.classes.codes import (
    new_class_code,
    new_public_id,
    new_user_name,
    new_word_code,
    shown_code,
    word_list,
)
from trainer.classes.forms import clean_name
from trainer.classes.services import name_key
from trainer.table.collation import sort_key

OSLO = zone_named("Europe/Oslo")


@pytest.mark.parametrize(
    "typed",
    [
        " ab-c2 def h ",
        "ABC2-DEFH",
        "abc2defh",
        "ＡＢＣ２ＤＥＦＨ",
        "abc2–defh",
        "a b c 2 d e f h",
        "\tabc2\u00a0defh",
    ],
)
def test_class_code_is_read_however_it_is_typed(typed: str) -> None:
    assert read_symbols(typed) == "ABC2DEFH"


def test_codes_have_no_lookalikes() -> None:
    assert len(set(ALPHABET)) == 32
    assert not set("0O1I") & set(ALPHABET)
    assert read_symbols("1iLl") == "LLLL"


def test_codes_are_made_of_the_alphabet_and_differ() -> None:
    codes = {new_class_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == 8 and set(code) <= set(ALPHABET) for code in codes)
    assert shown_code("ABC2DEFH") == "ABC2-DEFH"
    assert len(new_public_id()) == 12


def test_user_names_say_nothing() -> None:
    assert re.fullmatch(r"elev-[0-9a-z]{5}", new_user_name())


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_word_lists_fit_any_keyboard(language: str) -> None:
    words = word_list(language)
    assert len(words) == len(set(words)) == 256
    assert all(re.fullmatch("[a-z]{3,8}", word) for word in words)
    assert re.fullmatch(r"[a-z]+(-[a-z]+){3}", new_word_code(language))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("sv", "Aalto Zulu Åland Ängel Örebro"),
        ("nb", "Zulu Ærlend Ødegård Åse"),
        ("nb", "Berg Aaron Åse"),
        ("nb", "Zulu Ärla Örjan Åse"),  # the neighbour's letters, as æ and ø
        ("sv", "Andréas Anna Åse Ängel Ødegård"),
        ("nb", "6B 7A 10A Berg"),
        ("sv", "Anna anna Anna-Lena Annika"),
    ],
)
def test_names_stand_in_the_order_of_the_language(language: str, expected: str) -> None:
    names = expected.split()
    shuffled = names[:]
    random.Random(3).shuffle(shuffled)
    assert sorted(shuffled, key=lambda name: sort_key(name, language)) == names


def test_order_does_not_depend_on_how_letters_are_composed() -> None:
    assert sort_key("A\u030ase", "nb")[0] == sort_key("Åse", "nb")[0]


def test_names_are_the_same_in_any_case_width_and_spacing() -> None:
    assert name_key(" Ida  HANSEN ") == name_key("ida hansen") == name_key("Ｉda Hansen")
    assert name_key("Åse") == name_key("A\u030ase")
    assert clean_name(" Ida\u200b \x00\n Hansen ") == "Ida Hansen"


@pytest.mark.parametrize(
    ("wall", "utc"),
    [
        ((2026, 12, 18, 14, 30), (2026, 12, 18, 13, 30)),
        ((2026, 7, 1, 14, 30), (2026, 7, 1, 12, 30)),
        ((2026, 10, 25, 2, 30), (2026, 10, 25, 1, 30)),  # comes twice: the later one
        ((2026, 3, 29, 2, 30), (2026, 3, 29, 1, 30)),  # left out: the hour after
        ((2026, 10, 25, 23, 59), (2026, 10, 25, 22, 59)),
    ],
)
def test_wall_clock_means_a_moment(wall: tuple[int, ...], utc: tuple[int, ...]) -> None:
    assert moment_of(datetime(*wall), OSLO) == datetime(*utc, tzinfo=UTC)  # type: ignore[arg-type,misc]


def test_moments_are_written_as_the_language_does() -> None:
    moment = datetime(2026, 11, 29, 13, 30, tzinfo=UTC)
    assert long_moment(moment, OSLO, "nb") == "29. november 2026, kl. 14.30"
    assert long_moment(moment, OSLO, "sv") == "29 november 2026, kl. 14.30"
    assert short_moment(moment, OSLO, "nb") == "29.11.2026 14:30"
    assert short_moment(moment, OSLO, "sv") == "2026-11-29 14:30"
    assert zone_named("Nowhere/Land").key == "Europe/Oslo"
