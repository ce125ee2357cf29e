"""Let two players meet: each deal twice with seats swapped, with errors and times."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.management.arguments import positive, progress
from trainer.drills.match_report import figures, sentences
from trainer.engine.endings import SolverMissing
from trainer.engine.rule_sets import RULE_SETS


class Command(BaseCommand):
    help = "Play a duplicate match of two players and print who wins how much, with standard errors."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("first", metavar="A", help="random, tips, weighed, ismcts, net or strong")
        parser.add_argument("second", metavar="B", help="the other player; also ismcts-1000, strong-400")
        parser.add_argument("--deals", type=positive, default=1000, help="each is played twice")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--rule-set", choices=list(RULE_SETS), default="base")
        parser.add_argument("--workers", type=positive, default=1, help="processes; the result is the same")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of sentences")

    def handle(self, *args: Any, **options: Any) -> None:
        from trainer.engine.matches import play_match  # noqa: PLC0415 - loads the compiled engine
        from trainer.engine.players import UnknownPlayer  # noqa: PLC0415

        try:
            with progress(options["deals"], 0, "deal", "Match") as bar:
                match = play_match(
                    options["first"],
                    options["second"],
                    deals=options["deals"],
                    seed=options["seed"],
                    rule_set=RULE_SETS[options["rule_set"]],
                    workers=options["workers"],
                    report=lambda played: bar.update(played) and None,
                )
        except (UnknownPlayer, SolverMissing) as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            raise CommandError("stopped", returncode=130) from None
        if options["json"]:
            self.stdout.write(json.dumps(figures(match)))
        else:
            self.stdout.write("\n".join(sentences(match)))
