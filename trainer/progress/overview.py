"""What the page of all drills shows a learner first: today's drill, a session, reviews, the days in a row."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from trainer.accounts.clock import today_in, zone_of
from trainer.accounts.http import SiteRequest
from trainer.accounts.models import Learner
from trainer.accounts.services import current_learner
from trainer.drills.labels import kind_name, theme_name
from trainer.drills.models import OFFERED_KINDS, Attempt, Drill
from trainer.drills.picking import Level
from trainer.drills.queries import drill_of_the_day, theme_counts
from trainer.drills.services import Overview
from trainer.progress.labels import level_name
from trainer.progress.looking_back import Standing, area_standings
from trainer.progress.mixes import ALL_TEN, REVIEWS, RULES_ROUND, SCORE_ROUND, WEAK_THEMES
from trainer.progress.models import PracticeDay
from trainer.progress.reviewing import Queue, todays_queue
from trainer.progress.sessions import Course, open_course
from trainer.progress.settling import settle
from trainer.progress.streaks import REST_DAYS, Streak, streak
from trainer.table.chosen_rules import ChosenRules, with_rules


@dataclass(frozen=True, slots=True)
class Practice:
    """Everything for both parts of the page; without a learner nothing is due and nothing was done."""

    today_url: str | None
    today_done: bool
    course: Course | None
    queue: Queue
    streak: Streak
    rest_days: int
    ratings: list[Standing]
    addresses: dict[str, str]
    themes: list[tuple[str, list[tuple[str, str, int]]]]
    levels: list[tuple[str, str]]
    endless: str
    rules: dict[str, str]


def practice_overview(request: SiteRequest) -> Overview:
    """A dozen queries at most, and those of new answers (`settle`)."""
    rules = ChosenRules.from_query(request.GET)
    learner = current_learner(request)
    today = today_in(zone_of(request.user))
    if learner:
        settle(learner)
    daily = drill_of_the_day(today, rules.rule_set)
    days = PracticeDay.objects.filter(learner=learner).values_list("day", flat=True) if learner else ()
    mixes = {
        "ten": ALL_TEN,
        "weak": WEAK_THEMES,
        "reviews": REVIEWS,
        "rules": RULES_ROUND,
        "score": SCORE_ROUND,
    }
    practice = Practice(
        today_url=with_rules(reverse("drills:today"), rules) if daily else None,
        today_done=_answered(learner, daily),
        course=open_course(request) if learner else None,
        queue=todays_queue(learner, today) if learner else Queue((), 0),
        streak=streak(days, today),
        rest_days=REST_DAYS,
        ratings=area_standings(learner) if learner else [],
        addresses={name: mix.by(rules).address for name, mix in mixes.items()},
        themes=_themes(),
        levels=[(level.value, level_name(level)) for level in Level if level],
        endless=reverse("drills:next"),
        rules=rules.query(),
    )
    return Overview("progress/_practice_top.html", "progress/_practice_end.html", practice)


def _answered(learner: Learner | None, daily: Drill | None) -> bool:
    if learner is None or daily is None:
        return False
    return Attempt.objects.filter(learner=learner, version=daily.current_id, number=0).exists()


def _themes() -> list[tuple[str, list[tuple[str, str, int]]]]:
    """Under the name of each kind: value of the checkbox, name of the theme, number of drills."""
    found: dict[str, list[tuple[str, str, int]]] = {}
    counts = theme_counts()
    for kind in OFFERED_KINDS:
        rows = [(theme, count) for (of, theme), count in counts.items() if of == kind]
        for theme, count in rows:
            found.setdefault(kind_name(kind), []).append((f"{kind}.{theme}", theme_name(theme), count))
    return list(found.items())
