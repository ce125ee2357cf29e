"""Versions of drills kept in memory, with their drill and what is shown after the answer.

A version never changes, but its drill does: a new version becomes the current one, or the drill is found
to hold under other rules. A narrow statement reads what can change, and all of it names the object that
is kept. Loading whole rows each time took a quarter of an answer.
"""

from __future__ import annotations

from django.db import connection

from trainer.drills.models import AfterAnswer, Drill, DrillVersion
from trainer.table.kept import Kept

MOST_VERSIONS = 2000  # some five kilobytes each

_versions = Kept[DrillVersion](MOST_VERSIONS, lambda _version: 1)


def known_version(pk: int, public_id: str) -> DrillVersion:
    """A version of the drill at an address, with `drill` and `after`; not to be changed by who gets it.

    Raises `DrillVersion.DoesNotExist`.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WHAT_CAN_CHANGE, [pk, public_id])
        found = cursor.fetchone()
    if found is None:
        raise DrillVersion.DoesNotExist
    return _versions.get((pk, public_id, *found), lambda: _load(pk))


def _load(pk: int) -> DrillVersion:
    version = DrillVersion.objects.select_related("drill", "after").get(pk=pk)
    if version.drill.current_id == pk:
        version.drill.current = version
    return version


def _tables() -> str:
    version, drill, after = (model._meta.db_table for model in (DrillVersion, Drill, AfterAnswer))
    return f"{version} v JOIN {drill} d ON d.id = v.drill_id LEFT JOIN {after} a ON a.version_id = v.id"


_WHAT_CAN_CHANGE = (
    "SELECT v.number, v.published_at, d.kind, d.theme, d.holds_under, d.difficulty, d.current_id, a.id "
    f"FROM {_tables()} WHERE v.id = %s AND d.public_id = %s"
)
