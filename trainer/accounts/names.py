"""User names: one spelling for each, whatever was typed."""

from __future__ import annotations

import unicodedata

USER_NAME_LENGTH = 40


_DOT_ABOVE = "\u0307"  # left over where a Turkish capital i becomes a small one


def plain_user_name(text: str) -> str:
    """The stored form of a name: trimmed, composed (NFKC), and without case in any language's sense.

    >>> plain_user_name(" A\u030ase ")
    'åse'
    >>> plain_user_name("STRASSE") == plain_user_name("straße")
    True
    >>> plain_user_name("İSTANBUL") == plain_user_name("ıstanbul") == "istanbul"
    True
    """
    folded = unicodedata.normalize("NFKC", text).strip().casefold()
    return unicodedata.normalize("NFKC", folded.replace(f"i{_DOT_ABOVE}", "i").replace("ı", "i"))


def plain_login(text: str) -> str:
    """What somebody signs in with: a name as above, or an address in small letters, ß and all."""
    composed = unicodedata.normalize("NFKC", text).strip()
    return composed.lower() if "@" in composed else plain_user_name(composed)
