"""The latest sessions of a learner, with how far each came and how it went."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from trainer.accounts.models import Learner
from trainer.drills.models import Attempt
from trainer.drills.withholding import told
from trainer.progress.labels import mix_title
from trainer.progress.mixes import Mix
from trainer.progress.models import PracticeSession, SessionItem

SHOWN = 5


@dataclass(frozen=True, slots=True)
class PastSession:
    """A session: how many drills it has, how many were answered and how many of those right at first."""

    public_id: str
    title: str
    started_at: datetime
    drills: int
    answered: int
    right: int


def latest_sessions(learner: Learner) -> list[PastSession]:
    """Latest first, those without an answer left out. Two queries."""
    begun = SessionItem.objects.filter(session__learner=learner).filter(Exists(_answers_to_item()))
    sessions = list(
        PracticeSession.objects.filter(pk__in=begun.values("session")).order_by("-started_at", "-pk")[:SHOWN]
    )
    counts = _counts(learner, [session.pk for session in sessions])
    return [
        PastSession(
            session.public_id, mix_title(Mix.parse(session.mix)), session.started_at, *counts[session.pk]
        )
        for session in sessions
    ]


def _answers_to_item() -> QuerySet[Attempt]:
    """The answers to a session's drill since the session began, the first of which counts in it."""
    return Attempt.objects.filter(
        learner=OuterRef("session__learner"),
        version=OuterRef("version"),
        answered_at__gte=OuterRef("session__started_at"),
    ).order_by("answered_at", "number")


def _counts(learner: Learner, sessions: list[int]) -> dict[int, tuple[int, int, int]]:
    """Drills, answered ones and right ones of some sessions; answers not told yet count as none."""
    answers = told(_answers_to_item(), learner)
    rows = (
        SessionItem.objects.filter(session__in=sessions)
        .annotate(verdict=Subquery(answers.values("verdict")[:1]))
        .order_by()
        .values_list("session", "verdict")
    )
    found: dict[int, list[str | None]] = {}
    for session, verdict in rows:
        found.setdefault(session, []).append(verdict)
    return {
        session: (
            len(verdicts),
            sum(verdict is not None for verdict in verdicts),
            sum(verdict == Attempt.Verdict.RIGHT for verdict in verdicts),
        )
        for session, verdicts in found.items()
    }
