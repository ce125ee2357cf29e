"""The drill on the front page: the same for everyone on a day, shown as the learner will meet it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from rules_site.pages import voices
from trainer.drills.queries import drill_of_the_day
from trainer.engine.positions import Position
from trainer.table.chosen_rules import ChosenRules, with_rules


@dataclass(frozen=True, slots=True)
class Today:
    """The position and where to answer it. The answer is not here and so cannot leak."""

    position: Position
    address: str
    voice: str


def today(day: date, rules: ChosenRules) -> Today | None:
    """The drill of a day by the rules chosen; None where there is none."""
    drill = drill_of_the_day(day, rules.rule_set)
    if drill is None or drill.current is None:
        return None
    position = Position.parse(drill.current.position)
    said = [voices.trump_is(position.trump)]
    if position.led:
        said.append(voices.led(1, position.led))
    said += [voices.upcard_is(position.upcard), voices.hand_in_words(position.hand)]
    address = with_rules(reverse("drills:drill", args=[drill.public_id]), rules)
    return Today(position, address, " ".join(said))
