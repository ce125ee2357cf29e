"""Lists of pupils as teachers have them: pasted, or a file that a spreadsheet or a school system wrote.

UTF-8 with or without a mark, UTF-16 and Windows-1252; columns parted by comma, semicolon or tab, or one name
a line; with or without a row of headings. Only names are taken. Every line is read on its own, so that a
quotation mark left open spoils that line and no other.
"""

from __future__ import annotations

import codecs
import csv
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

MOST_BYTES = 256 * 1024
MOST_LINES = 500
_DELIMITERS = ("\t", ";", ",")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")

FULL_NAMES = {
    *("navn", "elevnavn", "elev", "elevens navn", "fullt navn", "hele navnet", "elever"),
    *("namn", "elevnamn", "elevens namn", "fullständigt namn", "hela namnet"),
    *("name", "full name", "student name", "student", "pupil", "pupil name"),
}
FIRST_NAMES = {"fornavn", "förnamn", "tilltalsnamn", "first name", "firstname", "given name", "fornamn"}
LAST_NAMES = {"etternavn", "efternamn", "last name", "lastname", "surname", "family name"}
# Headings of columns that are left alone; they tell a row of headings from a row of a pupil.
OTHERS = {
    *("e-post", "epost", "e-mail", "email", "mail", "klasse", "klass", "class", "group", "gruppe", "grupp"),
    *("fødselsdato", "födelsedatum", "personnummer", "telefon", "skole", "skola", "trinn", "årskurs"),
    *("nr", "nummer", "id", "kjønn", "kön", "brukernavn", "användarnamn"),
}
_NAMES = FULL_NAMES | FIRST_NAMES | LAST_NAMES
_HEADINGS = _NAMES | OTHERS
_CLASS_NAME = re.compile(r"\d{1,2} ?[A-ZÆØÅÄÖ]{0,3}", re.IGNORECASE)


class UnreadableList(Exception):
    """What was given is no list of names."""


class TooBig(UnreadableList):
    """More bytes or lines than a list of pupils has."""


class IsSpreadsheet(UnreadableList):
    """The spreadsheet's own format, not text."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line with its number in what was given, and its cells."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PupilList:
    """The lines below the headings, if there are any, and the columns that make up a name, in order."""

    lines: tuple[ListLine, ...]
    headings: tuple[str, ...]
    columns: tuple[int, ...]

    @property
    def width(self) -> int:
        return max((len(line.cells) for line in self.lines), default=0)

    def name_in(self, line: ListLine) -> str:
        """The name that a line holds, as written."""
        parts = [line.cells[column] for column in self.columns if column < len(line.cells)]
        last, comma, first = parts[0].partition(", ") if len(parts) == 1 else ("", "", "")
        if comma and "," not in first:
            parts = [first, last]  # as registers write it
        return " ".join(parts).strip()


def decoded(content: bytes) -> str:
    """The text of a file, whatever wrote it."""
    if len(content) > MOST_BYTES:
        raise TooBig
    if content.startswith(_SPREADSHEETS):
        raise IsSpreadsheet
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "") or _guessed(content)
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableList from error


def _guessed(content: bytes) -> str:
    """Without a mark: UTF-16 has a zero in nearly every other byte, and what is no UTF-8 is Windows-1252."""
    if content.count(0) > len(content) // 4:
        return "utf-16-le" if content[1::2].count(0) >= content[::2].count(0) else "utf-16-be"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def read_list(text: str, columns: str = "") -> PupilList:
    """The list in a text; `columns` such as `1+0` overrules where the names are looked for."""
    if len(text) > MOST_BYTES:
        raise TooBig
    if _is_binary(text):
        raise UnreadableList
    rows = text.removeprefix("\ufeff").rstrip().splitlines()
    if len(rows) > MOST_LINES:
        raise TooBig
    first = 1
    if rows and (told := re.fullmatch(r"sep=(.)", rows[0].strip(), re.IGNORECASE)):  # Excel's own hint
        rows, first, delimiter = rows[1:], 2, told[1]
    else:
        delimiter = _delimiter(rows)
    lines = [ListLine(number, _cells(row, delimiter)) for number, row in enumerate(rows, start=first)]
    headings = lines[0].cells if lines and _are_headings(lines[0].cells) else ()
    lines = lines[1:] if headings else lines
    chosen = _chosen(columns) or _name_columns(headings, lines, delimiter)
    return PupilList(tuple(lines), headings, chosen)


def _is_binary(text: str) -> bool:
    return any(unicodedata.category(sign) == "Cc" and sign not in "\t\r\n\x0b\x0c\x85" for sign in text)


def _delimiter(rows: Sequence[str]) -> str:
    """The sign that parts most rows into columns; none where names stand alone."""
    told = [row for row in rows if row.strip()]
    for sign in _DELIMITERS:
        parted = sum(len(_cells(row, sign)) > 1 for row in told)
        if parted * 2 > len(told):
            return sign
    return ""


def _cells(row: str, delimiter: str) -> tuple[str, ...]:
    reader = csv.reader([row], delimiter=delimiter or "\x1f", skipinitialspace=True)
    try:
        return tuple(cell.strip() for cell in next(reader, []))
    except csv.Error:  # a cell beyond the reader's limit
        return (row.strip(),)


def _are_headings(cells: Sequence[str]) -> bool:
    plain = [_plain(cell) for cell in cells if cell]
    return bool(plain) and (plain[0] in _HEADINGS or any(cell in _NAMES for cell in plain))


def _plain(heading: str) -> str:
    return unicodedata.normalize("NFC", heading).strip().strip(":*").casefold()


def _chosen(columns: str) -> tuple[int, ...]:
    return (
        tuple(int(part) for part in columns.split("+")) if re.fullmatch(r"\d\d?(\+\d\d?)?", columns) else ()
    )


def _name_columns(headings: Sequence[str], lines: Sequence[ListLine], delimiter: str) -> tuple[int, ...]:
    return _by_headings([_plain(heading) for heading in headings]) or _by_looks(lines, delimiter)


def _by_headings(headings: Sequence[str]) -> tuple[int, ...]:
    def place(words: set[str]) -> int | None:
        return next((number for number, heading in enumerate(headings) if heading in words), None)

    full, first, last = place(FULL_NAMES), place(FIRST_NAMES), place(LAST_NAMES)
    if full is not None:
        return (full,)
    return tuple(column for column in (first, last) if column is not None)


def _by_looks(lines: Sequence[ListLine], delimiter: str) -> tuple[int, ...]:
    """Without headings: the columns of words. Two of them are a first and a last name; parted by a comma,
    the last name comes first."""
    width = max((len(line.cells) for line in lines), default=1)
    wordy = [column for column in range(width) if _looks_like_names(lines, column)][:2]
    if len(wordy) == 2 and not _has_full_names(lines, wordy[0]):
        return tuple(reversed(wordy)) if delimiter == "," else tuple(wordy)
    return (wordy[0] if wordy else 0,)


def _looks_like_names(lines: Sequence[ListLine], column: int) -> bool:
    cells = [line.cells[column] for line in lines if column < len(line.cells) and line.cells[column]]
    named = sum(
        "@" not in cell and not _CLASS_NAME.fullmatch(cell) and any(sign.isalpha() for sign in cell)
        for cell in cells
    )
    return bool(cells) and named * 2 > len(cells)


def _has_full_names(lines: Sequence[ListLine], column: int) -> bool:
    """Whether most cells of a column hold a first and a last name already."""
    cells = [line.cells[column] for line in lines if column < len(line.cells)]
    return sum(" " in cell for cell in cells) * 2 > len(cells)
