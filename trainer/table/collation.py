"""Order of names as Norwegians and Swedes expect it, the same on every database.

nb: … z æ ø å, with aa sorted as å. sv: … z å ä ö. Letters of the neighbour's language sort as their
counterparts (ä as æ, ö as ø), other accents are disregarded, and numbers count: 6B before 10A.
"""

from __future__ import annotations

import re
import unicodedata

from trainer.table.neighbours import in_language

type SortKey = tuple[tuple[tuple[int, int], ...], str]

_EXTRA_LETTERS = {"nb": "æøå", "sv": "åäö"}
_COUNTERPARTS = {"nb": str.maketrans("äöü", "æøy"), "sv": str.maketrans("æøü", "äöy")}
_PIECES = re.compile(r"\d+|.", re.DOTALL)
_OTHER, _NUMBER, _LETTER, _FOREIGN = range(4)


def sort_key(name: str, language: str) -> SortKey:
    """The key of a name in the order of a language; equal letters fall back on the name itself."""
    text = unicodedata.normalize("NFC", name).casefold().translate(in_language(_COUNTERPARTS, language))
    extra = in_language(_EXTRA_LETTERS, language)
    if extra == _EXTRA_LETTERS["nb"]:
        text = text.replace("aa", "å")
    return tuple(_rank(piece, extra) for piece in _PIECES.findall(text)), name


def _rank(piece: str, extra: str) -> tuple[int, int]:
    if piece.isdecimal():
        return _NUMBER, int(piece)
    if piece in extra:
        return _LETTER, 26 + extra.index(piece)
    base = unicodedata.normalize("NFD", piece)[0]
    if "a" <= base <= "z":
        return _LETTER, ord(base) - ord("a")
    return (_FOREIGN if piece.isalpha() else _OTHER), ord(piece)
