"""Languages that lack a table or a page of their own use their neighbour's.

So a language can be added with its texts alone, content and catalogue, and get its own names of cards,
order of names and form of dates when somebody writes them.
"""

from __future__ import annotations

from collections.abc import Mapping

DEFAULT = "nb"
# A language and the one that stands in for what it lacks.
NEIGHBOURS = {"nn": "nb"}


def in_language[T](table: Mapping[str, T], language: str) -> T:
    """The entry of a language, of its neighbour, or of the default language.

    >>> in_language({"nb": "spar", "sv": "spader"}, "nn")
    'spar'
    """
    return table[language if language in table else NEIGHBOURS.get(language, DEFAULT)]
