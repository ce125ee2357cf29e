"""Why an answer was not taken: a card that may not be played (pattern 23), or no answer at all."""

from __future__ import annotations

from django.utils.translation import gettext as _

from trainer.drills import sentences
from trainer.drills.choices import card_of
from trainer.drills.models import DrillVersion
from trainer.drills.situations import Situation, legal_cards, read_situation
from trainer.drills.voice import Sentence, say


def refusal(version: DrillVersion, key: str) -> tuple[Sentence, ...]:
    """What to say about an answer that the drill does not offer."""
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
