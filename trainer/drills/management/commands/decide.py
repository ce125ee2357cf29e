"""Answer positions from standard input with a player's cards, line by line."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.json_lines import Fields, answer_lines


class Command(BaseCommand):
    help = "Read positions as JSON lines on standard input; write the card that a player plays to each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--player", required=True, help="random, tips, weighed, ismcts, net or strong")
        parser.add_argument("--seed", type=int, default=1, help="same seed and position, same card")

    def handle(self, *args: Any, **options: Any) -> None:
        from trainer.engine.deciding import chosen_card  # noqa: PLC0415 - loads the compiled engine
        from trainer.engine.players import UnknownPlayer, player_named  # noqa: PLC0415

        try:
            player = player_named(options["player"])
        except UnknownPlayer as error:
            raise CommandError(str(error)) from None

        def answer(fields: Fields) -> dict[str, Any]:
            return {"card": str(chosen_card(fields, player, options["seed"]))}

        answer_lines(sys.stdin.buffer, self.stdout, answer)
