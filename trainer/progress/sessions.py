"""Sessions of some drills in a row: begun once, gone on with from any device, and looked back on."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, OuterRef, Prefetch, QuerySet, Subquery, When
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from trainer.accounts.clock import today_in, zone_of
from trainer.accounts.http import SiteRequest
from trainer.accounts.models import Learner
from trainer.accounts.services import belongs_to
from trainer.drills.models import KINDS_WITHOUT_COST, Attempt, Drill, DrillVersion
from trainer.drills.services import DrillSet
from trainer.drills.withholding import withheld
from trainer.progress.labels import mix_title
from trainer.progress.mixes import Mix
from trainer.progress.models import PracticeSession, SessionItem
from trainer.progress.selecting import select
from trainer.progress.settling import settle

GOES_ON_FOR = timedelta(days=14)  # a session left longer ago is not offered any more; its address works


def begin_session(learner: Learner, mix: Mix, request_key: uuid.UUID) -> PracticeSession | None:
    """Begin a session, or find the one that the same form has begun; None where there is no drill for it."""
    settle(learner)
    known = PracticeSession.objects.filter(learner=learner, request_key=request_key).first()
    if known:
        return known
    chosen = select(learner, mix, today_in(zone_of(learner.user)), str(request_key))
    if not chosen:
        return None
    with transaction.atomic():
        session, made = PracticeSession.objects.get_or_create(
            learner=learner, request_key=request_key, defaults={"mix": str(mix)}
        )
        if made:
            SessionItem.objects.bulk_create(
                SessionItem(
                    session=session, place=place, version_id=each.version, review_of_id=each.review_of
                )
                for place, each in enumerate(chosen, start=1)
            )
    return session


@dataclass(frozen=True, slots=True)
class Step:
    """One drill of a session, with the learner's answer to it if there is one."""

    item: SessionItem
    attempt: Attempt | None
    address: str
    is_told: bool = True  # whether the verdict may be told by now

    @property
    def is_review(self) -> bool:
        return self.item.review_of_id is not None


@dataclass(frozen=True, slots=True)
class Course:
    """A session as far as it has come."""

    session: PracticeSession
    mix: Mix
    steps: tuple[Step, ...]

    @property
    def answered(self) -> list[Attempt]:
        """The answers whose verdicts are told."""
        return [step.attempt for step in self.steps if step.attempt and step.is_told]

    @property
    def done(self) -> int:
        """Drills with an answer."""
        return sum(step.attempt is not None for step in self.steps)

    @property
    def next(self) -> Step | None:
        """The first drill without an answer."""
        return next((step for step in self.steps if step.attempt is None), None)

    @property
    def right(self) -> int:
        return sum(attempt.verdict == Attempt.Verdict.RIGHT for attempt in self.answered)

    @property
    def cost(self) -> float | None:
        """Tricks lost in all, where any answer could cost tricks."""
        costed = [each.loss for each in self.answered if each.version.drill.kind not in KINDS_WITHOUT_COST]
        return sum(costed) if costed else None

    @property
    def themes(self) -> list[tuple[str, str, int, int]]:
        """Kind, theme, right answers and all answers of each theme that came, worst first."""
        count: Counter[tuple[str, str]] = Counter()
        right: Counter[tuple[str, str]] = Counter()
        for attempt in self.answered:
            key = (attempt.version.drill.kind, attempt.version.drill.theme)
            count[key] += 1
            right[key] += attempt.verdict == Attempt.Verdict.RIGHT
        rows = [(kind, theme, right[kind, theme], count[kind, theme]) for kind, theme in count]
        return sorted(rows, key=lambda row: (row[2] / row[3], row[:2]))


def course_of(request: SiteRequest, public_id: str) -> Course | None:
    """The visitor's session of that address; None where it is someone else's. Three queries."""
    sessions = PracticeSession.objects.filter(belongs_to(request, "learner"), public_id=public_id)
    return _course(sessions)


def open_course(request: SiteRequest) -> Course | None:
    """The visitor's latest session, where a drill of it is still to come. Three queries."""
    lately = timezone.now() - GOES_ON_FOR
    mine = PracticeSession.objects.filter(belongs_to(request, "learner"), started_at__gte=lately)
    course = _course(mine.order_by("-started_at")[:1])
    return course if course and course.next else None


def _course(sessions: QuerySet[PracticeSession]) -> Course | None:
    items = SessionItem.objects.select_related("version__drill").defer(*_texts("version__"))
    found = sessions.select_related("learner").prefetch_related(Prefetch("items", items))
    session = next(iter(found), None)
    if session is None:
        return None
    own = list(session.items.all())
    mix = Mix.parse(session.mix)
    answers = _answers(session, own)
    nothing: tuple[Attempt | None, bool] = (None, True)
    steps = [(item, *answers.get(item.version_id, nothing)) for item in own]
    return Course(
        session,
        mix,
        tuple(Step(item, answer, drill_address(item, session, mix), told) for item, answer, told in steps),
    )


def _answers(session: PracticeSession, items: list[SessionItem]) -> dict[int, tuple[Attempt, bool]]:
    """The first answer to each drill since the session began, and whether its verdict may be told."""
    untold = When(withheld(session.learner, "version"), then=False)
    attempts = (
        Attempt.objects.filter(
            learner=session.learner_id,
            version__in=[item.version_id for item in items],
            answered_at__gte=session.started_at,
        )
        .annotate(is_told=Case(untold, default=True))
        .select_related("version__drill")
        .defer(*_texts("version__"))
        .order_by("-answered_at", "-number")
    )
    return {attempt.version_id: (attempt, attempt.is_told) for attempt in attempts}


def _texts(prefix: str) -> tuple[str, ...]:
    return tuple(prefix + name for name in ("position", "choices", "facts"))


def drill_address(item: SessionItem, session: PracticeSession, mix: Mix) -> str:
    """The page of a drill as part of the session."""
    page = reverse("drills:drill", args=[item.version.drill.public_id])
    return f"{page}?{urlencode({'session': session.public_id} | mix.rules.query())}"


def session_as_set(request: SiteRequest, public_id: str, drill: Drill) -> DrillSet | None:
    """The session as the page of one of its drills shows it, or None. One query, two where the drill has
    been changed since."""
    items = list(_items_with_answers(request, public_id))
    here = next((item for item in items if item.version.drill_id == drill.pk), None)
    if here is None:
        return None
    later = [item for item in items if item.place > here.place]
    before = [item for item in items if item.place < here.place]
    follows = next((item for item in (*later, *before) if item.answer is None), None)
    mix = Mix.parse(here.session.mix)
    return DrillSet(
        version=_whole(here.version_id, drill),
        title=mix_title(mix),
        url=reverse("sessions:session", args=[public_id]),
        next_url=drill_address(follows, here.session, mix) if follows else None,
        place=here.place,
        total=len(items),
        asked_from=here.session.started_at,
        is_review=here.review_of_id is not None,
        done_label=_("See how it went"),
    )


def _items_with_answers(request: SiteRequest, public_id: str) -> QuerySet[SessionItem, Any]:
    """The drills of a visitor's session; `answer` holds an attempt since it began, if there is one."""
    since = Attempt.objects.filter(
        learner=OuterRef("session__learner"),
        version=OuterRef("version"),
        answered_at__gte=OuterRef("session__started_at"),
    )
    return (
        SessionItem.objects.filter(belongs_to(request, "session__learner"), session__public_id=public_id)
        .select_related("session", "version__drill")
        .defer(*_texts("version__"))
        .annotate(answer=Subquery(since.values("pk")[:1]))
    )


def _whole(version_id: int, drill: Drill) -> DrillVersion:
    """The version with its texts: the drill's current one, which is loaded, in all but rare cases."""
    if drill.current_id == version_id and drill.current:
        return drill.current
    return DrillVersion.objects.get(pk=version_id)
