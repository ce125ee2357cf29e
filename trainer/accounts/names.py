"""User names: one spelling for each, whatever was typed."""

from __future__ import annotations

import unicodedata

USER_NAME_LENGTH = 40


def plain_user_name(text: str) -> str:
    """The stored form of a name: trimmed, composed (NFKC), lower case.

    >>> plain_user_name(" A\u030ase ")
    'åse'
    """
    folded = unicodedata.normalize("NFKC", text).strip().lower()
    return unicodedata.normalize("NFKC", folded)
