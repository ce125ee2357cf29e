"""Codes of 32 symbols that people read, write down and type: without 0, O, 1 and I, which look alike."""

from __future__ import annotations

import secrets
import unicodedata

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
# What a reader takes for something else: the alphabet has an L, but no I and no 1.
_MISREAD = str.maketrans("1I", "LL")


def random_symbols(count: int) -> str:
    """That many symbols from the system's secure source: five bits each."""
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def read_symbols(typed: str) -> str:
    """What someone typed, without case, spaces, hyphens or full-width forms.

    >>> read_symbols(" abc2-defg ")
    'ABC2DEFG'
    """
    plain = unicodedata.normalize("NFKC", typed).upper()
    return "".join(character for character in plain if character.isalnum()).translate(_MISREAD)
