"""Why an answer was not taken: a card that may not be played (pattern 23), or no answer at all."""

from __future__ import annotations

from django.utils.translation import gettext as _

from trainer.drills import sentences
from trainer.drills.choices import card_of
from trainer.drills.memory_page import named_too_few_or_many
from trainer.drills.models import Drill, DrillVersion
from trainer.drills.situations import Situation, legal_cards, read_situation
from trainer.drills.voice import Sentence, say


def refusal(version: DrillVersion, key: str) -> tuple[Sentence, ...]:
    """What to say about an answer that the drill does not offer."""
    if version.drill.kind == Drill.Kind.MEMORY:
        return _not_thirteen(version, key)
    return refusal_in(read_situation(version.position), key)


def refusal_in(situation: Situation, key: str) -> tuple[Sentence, ...]:
    """What to say about a card that may not be played in a position."""
    card = card_of(key)
    if card in situation.hand and card not in legal_cards(situation) and situation.led is not None:
        return (
            sentences.illegal_card(card, situation.led.suit),
            sentences.legal_list(legal_cards(situation)),
        )
    return (say(_("That is not one of the answers here. Choose again.")),)


def _not_thirteen(version: DrillVersion, key: str) -> tuple[Sentence, ...]:
    """Of an answer from memory: how many cards are ticked, of those that can be."""
    ticked = {key[start : start + 2] for start in range(0, len(key), 2)}
    return named_too_few_or_many(len(ticked & version.choices.keys()))
