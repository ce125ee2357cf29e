"""Drills and answers for tests of other features than drills."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.utils import timezone

from trainer.accounts.models import Learner
from trainer.drills.choices import choice_of, read_choices
from trainer.drills.models import Attempt, Drill, DrillVersion

_LINES = Path(__file__).parent / "drills" / "data" / "drills.jsonl"


@cache
def _contents() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in _LINES.read_text("utf-8").splitlines())


def make_versions(count: int, kind: str = "", theme: str = "") -> list[DrillVersion]:
    """So many published drills, copies of real ones; of one kind, or of all in turn."""
    contents = [content for content in _contents() if kind in {"", content["kind"]}]
    start = Drill.objects.count()
    versions = []
    for number in range(start, start + count):
        content = contents[number % len(contents)]
        drill = Drill.objects.create(
            public_id=f"copy{number:04}", kind=content["kind"], theme=theme or content["theme"]
        )
        fields = {name: content[name] for name in ("rule_set", "question", "position", "choices", "facts")}
        drill.current = DrillVersion.objects.create(drill=drill, number=1, **fields)
        drill.save()
        versions.append(drill.current)
    return versions


def choice_with(version: DrillVersion, verdict: str) -> str:
    """A choice of the version with that verdict, or the last one where it has none."""
    choices = read_choices(version.drill.kind, version.choices, version.facts.get("worlds", 1))
    return next((choice.key for choice in choices if choice.verdict == verdict), choices[-1].key)


def answer(
    learner: Learner,
    version: DrillVersion,
    verdict: str = "right",
    at: datetime | None = None,
    number: int = 0,
) -> Attempt:
    """An attempt as it was stored at some time, without telling anyone."""
    choices = read_choices(version.drill.kind, version.choices, version.facts.get("worlds", 1))
    choice = choice_of(choices, choice_with(version, verdict))
    assert choice is not None
    return Attempt.objects.create(
        learner=learner,
        version=version,
        number=number,
        choice=choice.key,
        verdict=choice.verdict,
        loss=choice.loss,
        answered_at=at or timezone.now(),
    )


def answer_all(learner: Learner, versions: Sequence[DrillVersion], verdict: str = "right") -> list[Attempt]:
    return [answer(learner, version, verdict) for version in versions]
