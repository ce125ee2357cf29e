"""Let classes and accounts expire that nobody has used for long; see `trainer.privacy.expiring`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from trainer.privacy.expiring import expire, would_expire


class Command(BaseCommand):
    help = (
        "Give notice of archived classes and idle accounts that are past their time, and delete those whose "
        "notice has run out, old guests and old sessions. Run it once a day."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="print what would be done, and do nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        (would_expire if options["dry_run"] else expire)(timezone.now(), self.stdout.write)
