"""Solve endings exactly."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from trainer.drills.json_lines import STANDARD_INPUT, Fields, answer_lines, opened
from trainer.engine.ending_positions import Ending
from trainer.engine.endings import ending_values


class Command(BaseCommand):
    help = (
        "Read endings as JSON lines; answer each with tricks_leader, what the player on lead takes with best "
        "play by both, and move_values, what the player to play takes after each legal card."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", default=STANDARD_INPUT, help="JSON lines; - for standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with opened(options["file"]) as lines:
            answer_lines(lines, self.stdout, solution)


def solution(fields: Fields) -> dict[str, Any]:
    """The exact values of one ending; raise `NotationError` for one that cannot be."""
    ending = Ending.from_json(fields)
    values = ending_values(ending)
    most = max(values.values(), default=0)
    leader = most if ending.led is None else ending.tricks_left - most
    return {"tricks_leader": leader, "move_values": {str(card): tricks for card, tricks in values.items()}}
