"""Drills are open to all; what comes after an answer only to who has given it."""

from __future__ import annotations

from tests.access.matrix import Row, everyone, only
from tests.access.scene import Scene


def _answered(scene: Scene) -> tuple[object, ...]:
    return (scene.versions[0].drill.public_id,)


_HAVE_ANSWERED = ("pupil", "classmate", "other_pupil")

ROWS = {
    "drills:index": Row(get=everyone(200)),
    "drills:help": Row(get=everyone(200)),
    "drills:next": Row(get=everyone(302)),
    "drills:today": Row(get=everyone(302)),
    "drills:reports": Row(get=everyone(200)),
    "drills:drill": Row(_answered, get=everyone(200), post=everyone(400)),  # without a ticket
    "drills:play": Row(_answered, get=only(_HAVE_ANSWERED, 200, 302), post=only(_HAVE_ANSWERED, 409, 302)),
    "drills:lines": Row(
        _answered,
        get=only(_HAVE_ANSWERED, 404, 302),  # copies of drills have no lines
        query={"version": "1"},
    ),
    "drills:same_idea": Row(_answered, get=everyone(302)),
    "drills:report": Row(
        _answered, get=only(_HAVE_ANSWERED, 200, 302), post=everyone(404), query={"version": "1"}
    ),
}
