"""Putting what `building_after` worked out into the database, beside the versions that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import F

from trainer.drills.after_records import KINDS_PLAYED_ON, position_hash, read_records
from trainer.drills.library import LIBRARY_DIR, stored_versions
from trainer.drills.models import AfterAnswer, DrillVersion

_BATCH = 500
_FIELDS = ("deal", "lines", "splits")


@transaction.atomic
def load_after(directory: Path = LIBRARY_DIR) -> int:
    """Store what is new or changed of the current versions; return how many that were.

    A record about another position than the version's is passed over: that drill has to be played on
    again. Versions of old keep what they have.
    """
    versions = stored_versions()
    known = {
        after.version_id: after for after in AfterAnswer.objects.filter(version__drill__current=F("version"))
    }
    new: list[AfterAnswer] = []
    changed: list[AfterAnswer] = []
    for version, content in _matching(versions, directory):
        after = known.get(version.pk)
        if after is None:
            new.append(AfterAnswer(version=version, **content))
        elif any(getattr(after, name) != value for name, value in content.items()):
            for name, value in content.items():
                setattr(after, name, value)
            changed.append(after)
    AfterAnswer.objects.bulk_create(new, _BATCH)
    AfterAnswer.objects.bulk_update(changed, _FIELDS, _BATCH)
    return len(new) + len(changed)


def _matching(
    versions: Mapping[str, DrillVersion], directory: Path
) -> Iterator[tuple[DrillVersion, dict[str, Any]]]:
    for kind in KINDS_PLAYED_ON:
        for public_id, record in read_records(directory, kind).items():
            version = versions.get(public_id)
            if version is not None and record["of"] == position_hash(version.position):
                yield version, {name: record[name] for name in _FIELDS}
