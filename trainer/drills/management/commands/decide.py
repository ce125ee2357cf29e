"""Answer positions from standard input with a player's cards, line by line."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.engine.endings import SolverMissing


class Command(BaseCommand):
    help = "Read positions as JSON lines on standard input; write the card that a player plays to each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--player", required=True, help="random, tips, weighed, ismcts, net or strong")
        parser.add_argument("--seed", type=int, default=1, help="same seed and position, same card")

    def handle(self, *args: Any, **options: Any) -> None:
        from trainer.engine.deciding import answers  # noqa: PLC0415 - loads the compiled engine
        from trainer.engine.players import UnknownPlayer, player_named  # noqa: PLC0415

        try:
            player = player_named(options["player"])
        except UnknownPlayer as error:
            raise CommandError(str(error)) from None
        try:
            for answer in answers(sys.stdin.buffer, player, options["seed"]):
                self.stdout.write(json.dumps(answer))
                self.stdout.flush()
        except SolverMissing as error:
            raise CommandError(str(error)) from error
        except BrokenPipeError:  # the reader has gone: nothing is left to say, not even at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except KeyboardInterrupt:
            raise CommandError("stopped", returncode=130) from None
