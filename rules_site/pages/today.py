"""The drill on the front page: the same for everyone on a day, shown as the learner will meet it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone

from rules_site.pages import voices
from trainer.drills.queries import drill_of_the_day
from trainer.engine.positions import Position


@dataclass(frozen=True, slots=True)
class Today:
    """The position and where to answer it. The answer is not here and so cannot leak."""

    position: Position
    address: str
    voice: str


def today() -> Today | None:
    """Today's drill; None on a site without drills."""
    drill = drill_of_the_day(timezone.localdate())
    if drill is None or drill.current is None:
        return None
    position = Position.parse(drill.current.position)
    said = [voices.trump_is(position.trump)]
    if position.led:
        said.append(voices.led(1, position.led))
    said += [voices.upcard_is(position.upcard), voices.hand_in_words(position.hand)]
    return Today(position, reverse("drills:drill", args=[drill.public_id]), " ".join(said))
