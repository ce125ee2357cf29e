"""A deal in play is its learner's alone; a finished one is open to all, and so are its cards once more."""

from __future__ import annotations

import uuid

from tests.access.matrix import Row, everyone, only
from tests.access.scene import Scene
from trainer.accounts.services import learner_of
from trainer.engine.state import legal_cards
from trainer.play.dealing import state_of
from trainer.play.models import PlayedDeal
from trainer.play.playing import let_opponent_play, play_card
from trainer.play.starting import Habits, Terms, begin_match

_PUPIL = ("pupil",)


def _deal(scene: Scene, key: str, *, over: bool) -> tuple[object, ...]:
    if key not in scene.made:
        terms = Terms(opponent="beginner")
        deal = begin_match(learner_of(scene.people["pupil"]), terms, Habits(), uuid.uuid4())
        let_opponent_play(deal)
        while over and not deal.is_over:
            play_card(deal, deal.version, legal_cards(state_of(deal))[0])
            let_opponent_play(deal)
        scene.made[key] = deal
    deal_made = scene.made[key]
    assert isinstance(deal_made, PlayedDeal)
    return (deal_made.public_id,)


def _begun(scene: Scene) -> tuple[object, ...]:
    return _deal(scene, "deal begun", over=False)


def _finished(scene: Scene) -> tuple[object, ...]:
    return _deal(scene, "deal over", over=True)


ROWS = {
    "play:index": Row(get=everyone(200), post=everyone(422)),
    "play:deal": Row(_begun, get=only(_PUPIL, 200), post=only(_PUPIL, 409)),
    "play:habits": Row(_begun, post=only(_PUPIL, 303)),
    "play:next": Row(_begun, post=only(_PUPIL, 303)),
    "play:again": Row(_finished, post=everyone(422)),
}
