"""Count every number of My progress again from the attempts; print what differs, and mend it if asked."""

from __future__ import annotations

import uuid
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Exists, OuterRef, QuerySet

from trainer.accounts.models import Learner
from trainer.drills.management.arguments import progress
from trainer.drills.models import Attempt
from trainer.progress.recounting import mismatches
from trainer.progress.settling import rebuild


class Command(BaseCommand):
    help = "Compare the numbers of My progress with the attempts, learner by learner, and print what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--repair", action="store_true", help="store what the attempts add up to")
        parser.add_argument("--after", type=_learner_id, help="go on after this learner, where a run stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        found = repaired = 0
        total, todo = _learners(None).count(), _learners(options["after"])
        done = total - todo.count()
        with progress(total, done, "learner", "progress") as bar:
            for learner in todo.iterator(chunk_size=100):
                lines = self._checked(learner)
                found += len(lines)
                if lines and options["repair"]:
                    rebuild(learner)
                    repaired += len(lines) - len(self._checked(learner))
                bar.set_postfix_str(f"--after {learner.pk}", refresh=False)
                bar.update()
        self._conclude(total - done, found, repaired)

    def _checked(self, learner: Learner) -> list[str]:
        lines = mismatches(learner)
        for line in lines:
            self.stdout.write(f"learner {learner.pk}: {line}")
        return lines

    def _conclude(self, learners: int, found: int, repaired: int) -> None:
        said = f"learners: {learners}, mismatches: {found}"
        if repaired:
            said += f", repaired: {repaired}"
        if found > repaired:
            raise CommandError(said)
        self.stdout.write(said)


def _learners(after: uuid.UUID | None) -> QuerySet[Learner]:
    """Learners with attempts, stand-ins left out, in a fixed order."""
    attempts = Attempt.objects.filter(learner=OuterRef("pk"))
    learners = Learner.objects.filter(Exists(attempts), stands_in_for=None).select_related("user")
    return (learners.filter(pk__gt=after) if after else learners).order_by("pk")


def _learner_id(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no learner's id") from error
