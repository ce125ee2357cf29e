"""Passwords that are given out on paper: easy to read aloud and to type on any keyboard."""

from __future__ import annotations

import re
import secrets
import unicodedata

_CONSONANTS, _VOWELS = "bdfgklmnprstv", "aeiou"
_WORDS, _SYLLABLES = 3, 3
_FEWEST_WORDS = 3


def new_password() -> str:
    """Three made-up words of three syllables (54 bits), the same in every language."""
    return "-".join(_word() for _ in range(_WORDS))


def _word() -> str:
    return "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(_SYLLABLES))


def plain_password(typed: str) -> str:
    """The form that is stored: composed, wide letters and fixed spaces as plain ones (NFKC), case kept."""
    return unicodedata.normalize("NFKC", typed)


def spellings(typed: str) -> tuple[str, ...]:
    """What a typed password may stand for: itself, and three words or more in any case and separator.

    A pupil's tablet writes the first word with a capital, and nobody sees the hyphens on the slip.

    >>> spellings("Tolami bekoru sinave")
    ('Tolami bekoru sinave', 'tolami-bekoru-sinave')
    >>> spellings("secret 77")
    ('secret 77',)
    >>> spellings("ｓecret")
    ('ｓecret', 'secret')
    """
    plain = plain_password(typed)
    words = re.findall(r"[^\W\d_]+", plain.casefold())
    written = ("-".join(words),) if len(words) >= _FEWEST_WORDS else ()
    return tuple(dict.fromkeys((typed, plain, *written)))
