"""Reports on drills: stored once, solved again away from the request, told to the reporter.

Solving takes the engine some seconds. With a queue elsewhere (`SITE_TASKS`) a worker does it; where
tasks are done at once, the report waits for `manage.py drill_reports`, so that no request waits.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from trainer.accounts.models import Learner
from trainer.drills.after_records import KINDS_PLAYED_ON
from trainer.drills.models import Attempt, DrillReport, DrillVersion

MOST_A_DAY = 20
MOST_SHOWN = 100

logger = logging.getLogger(__name__)


class TooMany(Exception):
    """This learner has sent as many reports as a day allows."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a learner reports: the text, the rules chosen, and the number of the form."""

    text: str
    rule_set: str
    request_key: uuid.UUID


def report_drill(attempt: Attempt, said: Said, queue: Callable[[DrillReport], None]) -> DrillReport:
    """Store a report on the version that was answered and queue it, or find the one that this form made.

    The same words on the same version are the same report, too. Raises `TooMany`.
    """
    learner, version = attempt.learner, attempt.version
    known = _known(learner, version, said)
    if known is not None:
        return known
    since = timezone.now() - timedelta(days=1)
    if DrillReport.objects.filter(learner=learner, created_at__gt=since).count() >= MOST_A_DAY:
        raise TooMany
    report = DrillReport(
        learner=learner,
        version=version,
        rule_set=said.rule_set,
        choice=attempt.choice,
        text=said.text,
        request_key=said.request_key,
    )
    try:
        with transaction.atomic():
            report.save()
    except IntegrityError:
        stored = _known(learner, version, said)
        if stored is None:
            raise
        return stored
    queue(report)
    return report


def _known(learner: Learner, version: DrillVersion, said: Said) -> DrillReport | None:
    own = DrillReport.objects.filter(learner=learner)
    same_form = own.filter(request_key=said.request_key)
    return (same_form | own.filter(version=version, text=said.text)).first()


def solve(report: DrillReport) -> DrillReport:
    """Solve the reported version again and store what came out; a solved report is solved anew."""
    try:
        report.found = list(_differences(report.version))
        report.state = DrillReport.State.DIFFERS if report.found else DrillReport.State.HOLDS
    except (ValueError, KeyError, TypeError, ArithmeticError) as error:
        logger.exception("report %s could not be solved", report.pk)
        report.found = [f"{type(error).__name__}: {error}"]
        report.state = DrillReport.State.FAILED
    report.solved_at = timezone.now()
    report.save(update_fields=["found", "state", "solved_at"])
    return report


def _differences(version: DrillVersion) -> Iterator[str]:
    """By the drill's own seed every number must be the same; in fresh deals the same side be better."""
    from trainer.drills.checking import check  # noqa: PLC0415 - the compiled engine, which no page needs

    drill = library_line(version)
    yield from check(drill)
    if drill["kind"] in KINDS_PLAYED_ON:
        yield from check(drill, fresh=version.pk)


def library_line(version: DrillVersion) -> dict[str, Any]:
    """A stored version as a line of the library."""
    drill, facts = version.drill, dict(version.facts)
    return {
        "id": drill.public_id,
        "version": version.number,
        "kind": drill.kind,
        "theme": drill.theme,
        "rule_set": version.rule_set,
        "engine": facts.pop("engine", ""),
        "seed": facts.pop("seed", 0),
        "question": version.question,
        "position": version.position,
        "choices": version.choices,
        "facts": facts,
    }


def waiting() -> QuerySet[DrillReport]:
    """Reports that nobody has solved yet, oldest first."""
    queued = DrillReport.objects.filter(state=DrillReport.State.QUEUED)
    return queued.select_related("version__drill").order_by("created_at", "pk")


def reports_of(learner: Learner | None, version: DrillVersion | None = None) -> list[DrillReport]:
    """A learner's latest reports, newest first; on one version or on any."""
    if learner is None:
        return []
    found = DrillReport.objects.filter(learner=learner).select_related("version__drill")
    if version is not None:
        found = found.filter(version=version)
    return list(found.order_by("-created_at", "-pk")[:MOST_SHOWN])


def move_reports(sender: object, guest: Learner, learner: Learner, **_signal: Any) -> None:
    """Give a guest's reports to the account."""
    DrillReport.objects.filter(learner=guest).update(learner=learner)
