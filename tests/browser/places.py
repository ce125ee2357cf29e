"""Every page of the site, as who sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import UUID

from tests.browser.live import ended_lesson, running_lesson
from tests.browser.stage import Stage, drills_of, sign_in
from tests.browser.visitors import Visitor
from trainer.accounts.services import learner_of
from trainer.engine.state import legal_cards
from trainer.play.dealing import state_of
from trainer.play.models import PlayedDeal
from trainer.play.playing import let_opponent_play, play_card
from trainer.play.starting import Habits, Terms, begin_match
from trainer.progress.mixes import ALL_TEN
from trainer.progress.sessions import begin_session
from trainer.review.services import ask_for_review, work_out
from trainer.scorekeeper.counting import Deal
from trainer.scorekeeper.services import Entered, make_pad, take_step

type Arguments = Callable[[Stage], tuple[object, ...]]


def nothing(stage: Stage) -> tuple[object, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Place:
    """A page: the name of its address, and what fills its gaps."""

    name: str
    arguments: Arguments = nothing
    query: str = ""

    def address(self, visitor: Visitor, stage: Stage) -> str:
        return visitor.address(self.name, *self.arguments(stage)) + self.query


def drill(kind: str) -> Arguments:
    """An unanswered drill of a kind."""
    return lambda stage: (drills_of(kind)[-1].drill.public_id,)


def answered(stage: Stage) -> tuple[object, ...]:
    """A drill that the pupil has answered."""
    return (stage.versions[0].drill.public_id,)


def past_attempt(stage: Stage) -> tuple[object, ...]:
    """The pupil's first answer, as it was."""
    return (*answered(stage), 1, 0)


def classroom(stage: Stage) -> tuple[object, ...]:
    return (stage.classroom.public_id,)


def assignment(stage: Stage) -> tuple[object, ...]:
    return (stage.assignment.public_id,)


def member(stage: Stage) -> tuple[object, ...]:
    return (stage.classroom.public_id, stage.membership.public_id)


def first_drill(stage: Stage) -> tuple[object, ...]:
    return (stage.assignment.public_id, 1)


def cell(stage: Stage) -> tuple[object, ...]:
    """The pupil's answer to the first drill of the assignment."""
    return (stage.assignment.public_id, stage.membership.public_id, 1)


def session(stage: Stage) -> tuple[object, ...]:
    """A session that the pupil has begun."""
    begun = begin_session(learner_of(stage.pupil), ALL_TEN, UUID(int=1))
    assert begun
    return (begun.public_id,)


def deal_begun(stage: Stage) -> tuple[object, ...]:
    """A deal that the pupil has begun, with the coach."""
    habits = Habits(coach="demand")
    return (begin_match(learner_of(stage.pupil), Terms(opponent="beginner"), habits, UUID(int=2)).public_id,)


def deal_over(stage: Stage) -> tuple[object, ...]:
    """A deal that the pupil has played to its end."""
    begun = begin_match(learner_of(stage.pupil), Terms(opponent="beginner"), Habits(), UUID(int=3))
    while not begun.is_over:
        let_opponent_play(begun)
        if not begun.is_over:
            play_card(begun, begun.version, legal_cards(state_of(begun))[0])
    return (begun.public_id,)


def lesson(stage: Stage) -> tuple[object, ...]:
    """A lesson that runs in the class."""
    return (running_lesson(stage).public_id,)


def past_lesson(stage: Stage) -> tuple[object, ...]:
    """A lesson that is over."""
    return (ended_lesson(stage).public_id,)


def reviewed(stage: Stage) -> tuple[object, ...]:
    """A deal of the pupil's that the coach has gone through."""
    deal = PlayedDeal.objects.get(public_id=deal_over(stage)[0])
    review = ask_for_review(learner_of(stage.pupil), state_of(deal), 0)
    work_out(review.pk)
    return (review.public_id,)


def pad(stage: Stage) -> tuple[object, ...]:
    """A match of whist with two deals on the pupil's pad."""
    learner = learner_of(stage.pupil)
    fields = {"first_called": "Kari", "game": "whist", "target": 5, "is_rubber": True, "with_honours": True}
    own = make_pad(learner, UUID(int=1), fields)
    for number in (1, 2):
        deal = Deal("", (6 + number, 7 - number), (3, 0))
        take_step(own, Entered(UUID(int=number), "add", UUID(int=number), number - 1, deal))
    return (own.public_id,)


REFERENCE = tuple(
    Place(f"pages:{name}")
    for name in (
        "home",
        "rules",
        "scoring",
        "deal",
        "first-deal",
        "strategy",
        "mistakes",
        "faq",
        "variants",
        "which",
        "family",
        "related",
        "handout",
        "glossary",
        "about",
        "privacy",
        "accessibility",
    )
)
SCHOOL_PAPERS = ("processing-record", "processor-agreement", "risk-assessment", "accessibility-points")
PLACES = {
    "guest": (
        *REFERENCE,
        Place("pages:first-deal", query="?step=2&answer=HA"),
        Place("pages:first-deal", query="?step=6&answer=D2"),
        Place("pages:first-deal", query="?step=9"),
        Place("pages:first-deal", query="?step=11"),
        Place("search:page"),
        Place("search:page", query="?q=trumf"),
        Place("search:page", query="?q=trummf"),
        Place("pages:scoring", query="?won=8.6.7"),
        Place("pages:which", query="?answers=two.no.upcard.free.26.deals.7"),
        Place("print:rules"),
        Place("print:scoresheet"),
        Place("print:handout"),
        Place("print:worksheet", query="?number=8"),
        Place("print:key"),
        Place("drills:index"),
        Place("drills:help"),
        *(Place("drills:drill", drill(kind)) for kind in ("follow", "ending", "memory", "rules")),
        Place("drills:drill", drill("memory"), query="?step=13"),
        Place("drills:drill", drill("follow"), query="?mode=quick"),
        Place("sessions:start"),
        Place("sessions:start", query="?theme=follow.high-prize,ending.discard&level=hard"),
        Place("progress:mine"),
        Place("progress:history"),
        Place("play:index"),
        Place("play:index", query="?follow=free&tricks=26"),
        Place("review:typed"),
        Place("scorekeeper:index"),
        Place("scorekeeper:index", query="?tricks=26&scoring=deals"),
        Place("classes:index"),
        Place("classes:join"),
        Place("classes:sign_in", classroom),
        Place("lessons:join"),
        *(Place(f"school:{name}") for name in SCHOOL_PAPERS),
        Place("privacy:my_data"),
        Place("privacy:who_sees"),
        Place("privacy:delete_me"),
        Place("privacy:deleted"),
        Place("display:settings"),
        Place("account_login"),
        Place("account_signup"),
        Place("account_reset_password"),
        Place("account_reset_password_done"),
        Place("account_reset_password_from_key_done"),
        Place("account_recovery"),
        Place("account_email_verification_sent"),
        Place("account_inactive"),
    ),
    "pupil": (
        Place("scorekeeper:index"),
        Place("scorekeeper:pad", pad),
        Place("review:deal", deal_over),
        Place("review:review", reviewed),
        Place("scorekeeper:delete", pad),
        Place("pages:home"),
        Place("play:index"),
        Place("play:deal", deal_begun),
        Place("play:deal", deal_over),
        Place("drills:index"),
        Place("drills:drill", answered),
        Place("drills:lines", answered, query="?version=1&card=C4&trick=14"),
        Place("drills:report", answered, query="?version=1"),
        Place("drills:reports"),
        Place("sessions:session", session),
        Place("progress:mine"),
        Place("progress:history"),
        Place("progress:history", query="?kind=rules&verdict=nearly"),
        Place("progress:past_attempt", past_attempt),
        Place("progress:reset"),
        Place("progress:reset", query="?area=phase-one"),
        Place("progress:reset", query="?area=memory"),
        Place("classes:index"),
        Place("classes:classroom", classroom),
        Place("classes:assignment", assignment),
        Place("lessons:join"),
        Place("lessons:desk", lesson),
        Place("lessons:desk", past_lesson),
        Place("display:settings"),
        Place("privacy:my_data"),
        Place("privacy:delete_me"),
        Place("account_home"),
        Place("account_logout"),
        Place("account_change_password"),
        Place("account_email"),
        Place("account_recovery_code"),
        Place("account_teacher"),
        Place("usersessions_list"),
        Place("mfa_index"),
    ),
    "teacher": (
        Place("classes:index"),
        Place("classes:create"),
        Place("classes:classroom", classroom),
        Place("classes:assign", classroom),
        Place("classes:assign", classroom, query="?from=mix"),
        Place("classes:assign", classroom, query="?from=picked"),
        Place("classes:pick", classroom, query="?theme=ending"),
        Place("classes:assignment", assignment),
        Place("classes:cell", cell),
        Place("lessons:start", classroom),
        Place("lessons:summary", past_lesson),
        Place("lessons:delete", past_lesson),
        Place("lessons:screen", lesson),
        Place("classes:pupil", member),
        Place("classes:import_pupils", classroom),
        Place("classes:slips", classroom),
        Place("classes:teachers", classroom),
        Place("classes:taken_out", classroom),
        Place("classes:move"),
        Place("classes:remove_pupil", member),
        Place("classes:withdraw", assignment),
        Place("classes:archive", classroom),
        Place("classes:change_code", classroom),
        Place("classes:results", classroom),
        Place("classes:results", classroom, query="?period=30&sort=right&down=1"),
        Place("classes:mastery", classroom),
        Place("classes:sheet", assignment),
        Place("classes:sheet_key", assignment),
        Place("classes:picked_sheet", classroom),
        Place("classes:picked_key", classroom),
        Place("classes:edit", assignment),
        Place("classes:copy", assignment),
        Place("classes:preview", assignment),
        Place("classes:preview_drill", first_drill),
        Place("privacy:delete_me"),
        Place("privacy:delete_class", classroom),
        Place("privacy:delete_pupil", member),
    ),
}


def as_role(visitor: Visitor, role: str, stage: Stage) -> Visitor:
    """The visitor, signed in where the role needs it."""
    return visitor if role == "guest" else sign_in(visitor, getattr(stage, role))


def go_round(visitor: Visitor, role: str, stage: Stage) -> Iterator[Place]:
    """Open each page of the role in turn; each must answer 200."""
    as_role(visitor, role, stage)
    for place in PLACES[role]:
        response = visitor.page.goto(place.address(visitor, stage))
        assert response is not None
        assert response.status == 200, f"{place.name}: status {response.status}"
        yield place
