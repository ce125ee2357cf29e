"""The nearest words there are to one that is not: a letter too many, too few, another, or two swapped."""

from __future__ import annotations

from collections.abc import Iterable


def distance(one: str, other: str, most: int) -> int:
    """Edits between two words, swaps of neighbours counted as one; above `most` any larger number.

    >>> distance("trumf", "trmuf", 2), distance("stikk", "stick", 2), distance("ess", "konge", 2)
    (1, 1, 3)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        here = [row]
        for column, candidate in enumerate(other, start=1):
            cost = min(above[column] + 1, here[column - 1] + 1, above[column - 1] + (letter != candidate))
            swapped = row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == candidate
            here.append(min(cost, before[column - 2] + 1) if swapped else cost)
        if min(here) > most:
            return most + 1
        before, above = above, here
    return above[-1]


def closest(word: str, known: Iterable[tuple[str, int]], count: int = 3) -> list[str]:
    """The known words nearest to one, the more frequent first among equals; none that is far off."""
    most = 1 if len(word) < 5 else 2
    near = [(distance(word, other, most), -often, other) for other, often in known]
    return [other for far, _often, other in sorted(near)[:count] if far <= most]
