"""List what learners have reported about drills, and solve again what waits for it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from trainer.drills.management.arguments import positive, progress
from trainer.drills.models import DrillReport
from trainer.drills.reporting import solve, waiting


class Command(BaseCommand):
    help = "Reports on drills: list them, newest first, or solve the waiting ones again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--solve", action="store_true", help="solve what waits, or what --again names")
        parser.add_argument("--again", type=positive, nargs="*", default=[], metavar="REPORT")
        parser.add_argument("--limit", type=positive, default=50, help="how many to list")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["solve"] or options["again"]:
            self._solve(options["again"])
        for report in DrillReport.objects.select_related("version__drill").order_by("-pk")[
            : options["limit"]
        ]:
            version = report.version
            named = (
                f"{report.pk} {report.state} {version.drill.public_id} v{version.number} {version.drill.kind}"
            )
            self.stdout.write(f"{named} ({report.rule_set}, answer {report.choice}): {report.text}")
            for found in report.found:
                self.stdout.write(f"    {found}")

    def _solve(self, again: list[int]) -> None:
        """One by one; whoever stops it loses at most the one in work."""
        named = DrillReport.objects.select_related("version__drill").filter(pk__in=again)
        reports = list(named if again else waiting())
        with progress(len(reports), 0, "report", "Solving") as bar:
            for report in reports:
                solve(report)
                bar.update()
