"""My progress is the visitor's own, guests among them; a session is its learner's alone."""

from __future__ import annotations

from tests.access.matrix import Row, everyone, only
from tests.access.scene import Scene


def _past(scene: Scene) -> tuple[object, ...]:
    return (scene.versions[0].drill.public_id, 1, 0)


def _rated(scene: Scene) -> tuple[object, ...]:
    return (scene.versions[0].drill.public_id, 1)


ROWS = {
    "sessions:start": Row(get=everyone(200), post=everyone(422)),
    "sessions:session": Row(lambda scene: (scene.session.public_id,), get=only(("pupil",), 200)),
    "progress:mine": Row(get=everyone(200)),
    "progress:history": Row(get=everyone(200)),
    "progress:new_rating": Row(_rated, get=only(("pupil", "classmate", "other_pupil"), 200)),
    "progress:past_attempt": Row(_past, get=only(("pupil", "classmate", "other_pupil"), 200)),
    "progress:reset": Row(get=everyone(200), post=everyone(400)),
    "progress:export_csv": Row(get=everyone(200)),
    "progress:export_json": Row(get=everyone(200)),
}
