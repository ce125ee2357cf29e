"""All answers of a learner as a file: CSV for spreadsheets, JSON for programs.

Both are written answer by answer while they are read, so that their number does not matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import override

from trainer.accounts.models import Learner
from trainer.drills.labels import theme_name
from trainer.drills.models import KINDS_WITHOUT_COST, Attempt
from trainer.drills.templatetags.answers import answer_in_words, kind_name, verdict_name
from trainer.progress.history import own_attempts
from trainer.progress.models import RatedAttempt
from trainer.progress.settling import settle
from trainer.progress.storing import rating_of
from trainer.table.spreadsheets import Cell, csv_lines

_AT_ONCE = 500  # attempts in memory


def attempts_as_csv(learner: Learner | None, zone: ZoneInfo, language: str) -> Iterator[str]:
    """The lines of the CSV file, headed in the language, oldest answer first."""
    with override(language):
        yield from csv_lines(_rows(learner, zone, language))


def _rows(learner: Learner | None, zone: ZoneInfo, language: str) -> Iterator[list[Cell]]:
    yield _head(zone)
    for attempt in _attempts(learner):
        yield _row(attempt, zone, language)


def _head(zone: ZoneInfo) -> list[Cell]:
    return [
        _("Answered (%(zone)s)") % {"zone": zone.key},
        _("Drill"),
        _("Version"),
        _("Rule set"),
        _("Kind of drill"),
        _("Theme"),
        _("Attempt"),
        _("Your answer"),
        _("Answer in notation"),
        _("Cards right"),
        _("Verdict"),
        _("Cost in tricks"),
        _("Counts"),
        _("Rated"),
        _("Rating after"),
        _("Margin of error"),
        _("Drill's rating before"),
    ]


def _row(attempt: Attempt, zone: ZoneInfo, language: str) -> list[Cell]:
    version, drill, rated = attempt.version, attempt.version.drill, _rated(attempt)
    own = rating_of(rated) if rated else None
    return [
        f"{attempt.answered_at.astimezone(zone):%Y-%m-%d %H:%M:%S}",
        drill.public_id,
        version.number,
        version.rule_set,
        kind_name(drill.kind),
        theme_name(drill.theme),
        attempt.number + 1,
        answer_in_words(attempt, language),
        attempt.choice,
        attempt.cards_right,
        verdict_name(attempt.verdict),
        _cost(attempt),
        _("no") if attempt.number else _("yes"),
        _("yes") if rated else _("no"),
        round(own.rating) if own else None,
        own.margin if own else None,
        round(rated.drill_rating) if rated else None,
    ]


def attempts_as_json(learner: Learner | None, now: datetime, language: str) -> Iterator[str]:
    """The pieces of the JSON file: one object with the answers in a list, oldest first."""
    with override(language):
        head = json.dumps({"exported_at": now.isoformat(), "language": language}, ensure_ascii=False)
        yield f'{head[:-1]}, "attempts": ['
        mark = "\n"
        for record in attempt_records(learner, language):
            yield mark + json.dumps(record, ensure_ascii=False)
            mark = ",\n"
        yield "\n]}\n"


def attempt_records(learner: Learner | None, language: str) -> Iterator[dict[str, object]]:
    """All answers, oldest first, each with what it was in words."""
    return (_fields(attempt, language) for attempt in _attempts(learner))


def _fields(attempt: Attempt, language: str) -> dict[str, object]:
    version, drill, rated = attempt.version, attempt.version.drill, _rated(attempt)
    own = rating_of(rated) if rated else None
    return {
        "answered_at": attempt.answered_at.isoformat(),
        "drill": drill.public_id,
        "version": version.number,
        "rule_set": version.rule_set,
        "kind": drill.kind,
        "theme": drill.theme,
        "attempt": attempt.number + 1,
        "answer": attempt.choice,
        "answer_in_words": answer_in_words(attempt, language),
        "cards_right": attempt.cards_right,
        "verdict": attempt.verdict,
        "cost_in_tricks": _cost(attempt),
        "counts": attempt.number == 0,
        "rated": rated is not None,
        "rating_after": round(own.rating, 2) if own else None,
        "margin_of_error": own.margin if own else None,
        "drill_rating_before": round(rated.drill_rating, 2) if rated else None,
    }


def _attempts(learner: Learner | None) -> Iterator[Attempt]:
    if learner is None:
        return iter(())
    settle(learner)
    attempts = (
        own_attempts(learner)
        .select_related("rated")
        .defer("version__choices", "version__facts", "version__position")
    )
    return attempts.order_by("answered_at", "pk").iterator(chunk_size=_AT_ONCE)


def _rated(attempt: Attempt) -> RatedAttempt | None:
    """The rating that the attempt made, read along with it; most later tries have none."""
    return getattr(attempt, "rated", None)


def _cost(attempt: Attempt) -> float | None:
    return None if attempt.version.drill.kind in KINDS_WITHOUT_COST else round(attempt.loss, 4)
