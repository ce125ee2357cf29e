"""A review of a deal is its owner's alone; typing a deal in is open to all."""

from __future__ import annotations

from tests.access.matrix import Row, everyone, only
from tests.access.rows.play import ROWS as PLAY_ROWS
from tests.access.scene import Scene
from trainer.accounts.services import learner_of
from trainer.play.dealing import LEARNER, state_of
from trainer.play.models import PlayedDeal
from trainer.review.models import Review
from trainer.review.services import ask_for_review

_PUPIL = ("pupil",)
_finished = PLAY_ROWS["play:again"].arguments


def _review(scene: Scene) -> tuple[object, ...]:
    if "review" not in scene.made:
        deal = PlayedDeal.objects.get(public_id=_finished(scene)[0])
        scene.made["review"] = ask_for_review(learner_of(scene.people["pupil"]), state_of(deal), LEARNER)
    review = scene.made["review"]
    assert isinstance(review, Review)
    return (review.public_id,)


ROWS = {
    "review:typed": Row(get=everyone(200), post=everyone(200)),
    "review:deal": Row(_finished, get=only(_PUPIL, 200), post=only(_PUPIL, 302)),
    "review:review": Row(_review, get=only(_PUPIL, 200), post=only(_PUPIL, 302)),
    "review:practise": Row(_review, post=everyone(404)),
}
