"""Estimate every card of phase-one positions, and say whether the answer is clear."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.drills.json_lines import STANDARD_INPUT, Fields, answer_lines, opened
from trainer.engine.evaluations import evaluation_of
from trainer.engine.positions import Position
from trainer.engine.verification import judge


class Command(BaseCommand):
    help = (
        "Read phase-one positions as JSON lines; answer each with the estimates of its cards under both "
        "beliefs, the groups of touching cards, a verdict (clear, close, beliefs differ) and the best cards."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", default=STANDARD_INPUT, help="JSON lines; - for standard input"
        )
        parser.add_argument("--worlds", type=int, default=1000, metavar="N", help="worlds under each belief")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed, the same bytes")

    def handle(self, *args: Any, **options: Any) -> None:
        worlds, seed = options["worlds"], options["seed"]
        if worlds < 2:
            raise CommandError(f"--worlds {worlds}: an estimate with an error needs at least 2")
        if not 0 <= seed < 1 << 32:
            raise CommandError(f"--seed {seed}: a seed is a number from 0 to {(1 << 32) - 1}")

        def answer(fields: Fields) -> dict[str, Any]:
            position = Position.from_json(fields)
            judgement = judge(position, seed=seed, screen=False, least_worlds=worlds, max_worlds=worlds)
            return {"id": fields.get("id"), **evaluation_of(judgement)}

        with opened(options["file"]) as lines:
            answer_lines(lines, self.stdout, answer)
