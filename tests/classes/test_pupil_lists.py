"""Reading lists of pupils: every encoding, delimiter and form that spreadsheets and schools send."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.classes.pupil_lists import (
    MOST_BYTES,
    IsSpreadsheet,
    TooBig,
    UnreadableList,
    decoded,
    read_list,
)

DATA = Path(__file__).parents[1] / "data"
LISTS = DATA / "pupil_lists"
SIX = ["Åse Ødegård", "Björn Ängström", "Zoë Nilsen", "Ærlend Sæther", 'Nilsen; "Kari"', "=1+1"]
FOUR = ["Åse Ødegård", "Björn Ängström", "Zoë Nilsen", "Ærlend Sæther"]


def names(text: str, columns: str = "") -> list[str]:
    found = read_list(text, columns)
    return [found.name_in(line) for line in found.lines]


@pytest.mark.parametrize("name", ["utf8bom_semicolon.csv", "utf8_comma_lf.csv"])
def test_spreadsheet_list_gives_six_pupils_and_no_heading(name: str) -> None:
    assert names(decoded((DATA / "fixtures" / name).read_bytes())) == SIX


@pytest.mark.parametrize(
    "name",
    [
        "cp1252_semicolon.csv",
        "cp1252_bare.txt",
        "utf16le_tab.txt",
        "utf16be_tab.txt",
        "utf8bom_bare.txt",
        "utf8_first_last_sv.csv",
        "utf8_last_first.txt",
        "utf8_sep_hint.csv",
        "utf8_tab_no_heading.txt",
        "utf16le_no_mark.txt",
    ],
)
def test_every_encoding_and_form_gives_the_same_four(name: str) -> None:
    assert names(decoded((LISTS / name).read_bytes())) == FOUR


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ida\nNoah\n", ["Ida", "Noah"]),
        ("\ufeffNavn\r\nIda\r\nNoah", ["Ida", "Noah"]),
        ("Ida Hansen\r\rNoah Li", ["Ida Hansen", "", "Noah Li"]),
        ("6A;Ida Hansen;ida@example.no\n6A;Noah Li;noah@example.no", ["Ida Hansen", "Noah Li"]),
        ("Nr;Etternavn;Fornavn\n1;Hansen;Ida\n2;Li;Noah", ["Ida Hansen", "Noah Li"]),
        ("Ida\tHansen\t7B\nNoah\tLi\t7B", ["Ida Hansen", "Noah Li"]),
        ('"Hansen, Ida"\n"Li, Noah"', ["Ida Hansen", "Noah Li"]),
        ('Ida "Bie" Li', ['Ida "Bie" Li']),
        ('"Ida\nNoah', ["Ida", "Noah"]),
        ("Name,Class\nIda,6B\n,6B\nNoah,6B", ["Ida", "", "Noah"]),
        ("", []),
        ("\n\n  \n", []),
    ],
)
def test_names_are_found_where_they_stand(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_teacher_may_say_where_the_names_are() -> None:
    text = "Oslo;Ida\nBergen;Noah"
    assert names(text, "1") == ["Ida", "Noah"]
    assert names(text, "1+0") == ["Ida Oslo", "Noah Bergen"]
    assert names(text, "7") == ["", ""]
    assert names(text, "x+y") == names(text)


def test_lines_keep_their_numbers() -> None:
    assert [line.number for line in read_list("Navn\nIda\n\nNoah").lines] == [2, 3, 4]


@pytest.mark.parametrize("content", [b"PK\x03\x04rest", b"\xd0\xcf\x11\xe0rest"])
def test_spreadsheets_own_format_is_named(content: bytes) -> None:
    with pytest.raises(IsSpreadsheet):
        decoded(content)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(UnreadableList):
        decoded(b"Ida\x81\x8d\xff")
    with pytest.raises(UnreadableList):
        read_list("Ida\x00Hansen")


def test_limits_of_size() -> None:
    with pytest.raises(TooBig):
        decoded(b"a" * (MOST_BYTES + 1))
    with pytest.raises(TooBig):
        read_list("Ida\n" * 501)


@given(st.binary(max_size=400))
def test_any_bytes_give_a_list_or_a_refusal(content: bytes) -> None:
    try:
        found = read_list(decoded(content))
    except UnreadableList:
        return
    assert all(isinstance(found.name_in(line), str) for line in found.lines)


@given(
    st.lists(st.text(st.characters(categories=("L", "N")), min_size=1, max_size=20), min_size=1, max_size=9)
)
def test_bare_names_come_back_as_written(listed: list[str]) -> None:
    out = io.StringIO()
    out.write("Navn\n" + "\n".join(listed))
    assert names(out.getvalue()) == listed
