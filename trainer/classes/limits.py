"""Limits on joining: per browser for wrong codes, per class for newcomers, never per address.

A whole school sits behind one address, so addresses are not counted. The counts live in the shared
cache, in windows of fixed length; every worker process sees the same ones.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.core.cache import cache
from django.db import transaction


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` events in each window of `seconds`."""

    name: str
    most: int
    seconds: int

    def reached(self, who: str) -> bool:
        """Whether another event would be one too many."""
        return int(cache.get(self._key(who), 0)) >= self.most

    def count(self, who: str) -> None:
        """Note one event. The transaction keeps two writers on SQLite from reading the same number."""
        key = self._key(who)
        with transaction.atomic():
            cache.set(key, int(cache.get(key, 0)) + 1, 2 * self.seconds)

    def _key(self, who: str) -> str:
        return f"limit:{self.name}:{who}:{int(time.time()) // self.seconds}"


WRONG_CODES = Limit("class-code", most=20, seconds=60)
# A class of 35 gets in within a minute; a code that leaks brings no crowd.
NEWCOMERS = Limit("newcomers", most=60, seconds=600)
