"""Versions of drills kept in memory, with their drill and what is shown after the answer.

A version never changes, but its drill does: a new version becomes the current one, or the drill is found
to hold under other rules. A narrow statement reads what can change, and where it finds anything else than
what is kept, the rows are loaded anew. Loading whole rows each time took a quarter of an answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from trainer.drills.models import AfterAnswer, Drill, DrillVersion
from trainer.table.kept import Kept

MOST_VERSIONS = 2000  # some five kilobytes each

type Stamp = tuple[object, ...]


@dataclass(slots=True)
class _Known:
    version: DrillVersion
    stamp: Stamp


_known = Kept[_Known](MOST_VERSIONS, lambda _known: 1)


def known_version(pk: int, public_id: str) -> DrillVersion:
    """A version of the drill at an address, with `drill` and `after`; not to be changed by who gets it.

    One query, two where something has changed. Raises `DrillVersion.DoesNotExist`.
    """
    loaded: list[_Known] = []

    def load() -> _Known:
        loaded.append(_load(pk))
        return loaded[0]

    known = _known.get(pk, load)
    if not loaded:
        _renew(known, pk, _found(_OF_VERSION, pk))
    if known.version.drill.public_id != public_id:
        raise DrillVersion.DoesNotExist
    return known.version


def current_version(public_id: str) -> DrillVersion | None:
    """What the drill at an address asks now, as `known_version` gives it; None where it asks nothing.

    One query, two where something has changed.
    """
    pk, *stamp = _found(_OF_DRILL, public_id) or (None,)
    if not isinstance(pk, int):
        return None
    known = _known.get(pk, lambda: _load(pk))
    _renew(known, pk, tuple(stamp))
    return known.version


def _renew(known: _Known, pk: int, stamp: Stamp) -> None:
    """Load a version anew where the database holds something else than what is kept."""
    if known.stamp != stamp:
        fresh = _load(pk)
        known.version, known.stamp = fresh.version, fresh.stamp


def _load(pk: int) -> _Known:
    version = DrillVersion.objects.select_related("drill", "after").get(pk=pk)
    drill = version.drill
    if drill.current_id == pk:
        drill.current = version
    after = version.after.pk if hasattr(version, "after") else None
    stamp = (version.number, version.position, drill.public_id, drill.kind, drill.theme, drill.holds_under)
    return _Known(version, (*stamp, drill.difficulty, drill.current_id, after))


def _found(statement: str, key: int | str) -> Stamp:
    with connection.cursor() as cursor:
        cursor.execute(statement, [key])
        return tuple(cursor.fetchone() or ())


_VERSIONS, _DRILLS, _AFTERS = (model._meta.db_table for model in (DrillVersion, Drill, AfterAnswer))
_WHAT_CAN_CHANGE = (
    "v.number, v.position, d.public_id, d.kind, d.theme, d.holds_under, d.difficulty, d.current_id, a.id"
)
_OF_VERSION = (
    f"SELECT {_WHAT_CAN_CHANGE} "
    f"FROM {_VERSIONS} v JOIN {_DRILLS} d ON d.id = v.drill_id LEFT JOIN {_AFTERS} a ON a.version_id = v.id "
    "WHERE v.id = %s"
)
_OF_DRILL = (
    f"SELECT v.id, {_WHAT_CAN_CHANGE} "
    f"FROM {_DRILLS} d JOIN {_VERSIONS} v ON v.id = d.current_id "
    f"LEFT JOIN {_AFTERS} a ON a.version_id = v.id WHERE d.public_id = %s"
)
