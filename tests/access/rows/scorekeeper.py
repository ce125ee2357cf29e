"""A match on the score keeper is its owner's alone; the page for new ones is open to all."""

from __future__ import annotations

import uuid

from tests.access.matrix import Row, everyone, only
from tests.access.scene import Scene
from trainer.accounts.services import learner_of
from trainer.scorekeeper.models import Pad
from trainer.scorekeeper.services import make_pad

_PUPIL = ("pupil",)
_IMPOSSIBLE = {"do": "add", "step": uuid.UUID(int=1), "entry": uuid.UUID(int=1), "base": 0, "won": 99}


def _pad(scene: Scene) -> tuple[object, ...]:
    if "pad" not in scene.made:
        fields = {"game": "german", "target": 7}
        scene.made["pad"] = make_pad(learner_of(scene.people["pupil"]), uuid.uuid4(), fields)
    pad = scene.made["pad"]
    assert isinstance(pad, Pad)
    return (pad.public_id,)


ROWS = {
    "scorekeeper:index": Row(get=everyone(200), post=everyone(422)),
    "scorekeeper:worker": Row(get=everyone(200)),
    "scorekeeper:pad": Row(_pad, get=only(_PUPIL, 200), post=only(_PUPIL, 422), data=_IMPOSSIBLE),
    "scorekeeper:delete": Row(_pad, get=only(_PUPIL, 200), post=only(_PUPIL, 302)),
}
