"""Comparing the stored choices of a drill with computed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

TOLERANCE = 1e-6

type Choices = Mapping[str, Mapping[str, float]]


def differences(computed: Choices, stored: Choices) -> Iterator[str]:
    """Choices and numbers that differ, and a best set that does."""
    if computed.keys() != stored.keys():
        yield f"choices are {' '.join(computed)}, not {' '.join(stored)}"
        return
    for key, numbers in computed.items():
        for name, number in numbers.items():
            if abs(number - stored[key][name]) > TOLERANCE:
                yield f"{key} {name} is {number}, not {stored[key][name]}"
    best, stored_best = _best(computed), _best(stored)
    if best != stored_best:
        yield f"best are {' '.join(best)}, not {' '.join(stored_best)}"


def _best(choices: Choices) -> list[str]:
    return [key for key, numbers in choices.items() if numbers.get("loss", 1) == 0]
