"""Reading lessons. What is asked in a steady beat takes the same few queries for any class."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from trainer.accounts.models import User
from trainer.classes.models import Classroom, Membership
from trainer.lessons.models import Lesson, LessonItem, LessonPresence, LessonVote

# A device asks every few seconds; one that has been quiet for so long is put away or out of reach.
PRESENT_FOR = timedelta(seconds=60)
LESSONS_LISTED = 10


@dataclass(frozen=True, slots=True)
class Turnout:
    """How many have answered the drill that stands, of how many who are there."""

    answered: int
    present: int

    @property
    def key(self) -> str:
        """Names the two numbers in the address of the next question for news."""
        return f"{self.answered}.{self.present}"


@dataclass(frozen=True, slots=True)
class AtDesk:
    """A pupil in a lesson: what is voted so far on the drill that stands, and when last heard of."""

    membership: Membership
    choice: str
    seen_at: datetime | None

    def key(self, lesson: Lesson) -> str:
        """Names what the pupil's page shows; another key means that there is news."""
        return f"{lesson.step}.{self.choice}"


def running_lesson(classroom: Classroom) -> Lesson | None:
    """The lesson that the class is in, if any."""
    return Lesson.objects.filter(classroom=classroom, ended_at=None).first()


def running_lessons_of(user: User) -> list[Lesson]:
    """The lessons that are running now in the classes a user is a pupil of."""
    mine = Lesson.objects.filter(classroom__pupils__learner__user=user, classroom__archived_at=None)
    return list(mine.filter(ended_at=None).select_related("classroom").order_by("-started_at"))


def running_lesson_of_pupil(user: User, classroom: str) -> str | None:
    """The lesson that the class is in, or nothing (""); None where the user is no pupil of it. One query."""
    running = Lesson.objects.filter(
        classroom=OuterRef("classroom"), classroom__archived_at=None, ended_at=None
    )
    members = Membership.objects.filter(classroom__public_id=classroom, learner__user=user)
    found = members.annotate(running=Subquery(running.values("public_id")[:1])).first()
    return (found.running or "") if found else None


def latest_lessons(classroom: Classroom) -> list[Lesson]:
    """The class's latest lessons with their number of drills, the one that is running among them."""
    lessons = Lesson.objects.filter(classroom=classroom).annotate(drills=Count("items"))
    return list(lessons.order_by("-started_at", "-pk")[:LESSONS_LISTED])


def used_drill_ids(classroom: Classroom) -> set[str]:
    """Public ids of the drills that the class has had in lessons."""
    used = LessonItem.objects.filter(lesson__classroom=classroom)
    return set(used.values_list("version__drill__public_id", flat=True))


def items_of(lesson: Lesson) -> QuerySet[LessonItem]:
    """The drills of a lesson in their order, with version and drill."""
    return lesson.items.select_related("version__drill").order_by("position")


def current_item(lesson: Lesson) -> LessonItem:
    """The drill that stands, with all that is shown after the answer."""
    items = LessonItem.objects.select_related("version__drill", "version__after")
    item = items.get(lesson=lesson, position=lesson.place)
    item.lesson = lesson
    return item


def turnout(lesson: Lesson) -> Turnout:
    """Count answers and devices; who has answered counts as present also with the device put away."""
    seen = LessonPresence.objects.filter(
        membership=OuterRef("pk"), lesson=lesson, seen_at__gte=timezone.now() - PRESENT_FOR
    )
    counted = (
        Membership.objects.filter(classroom=lesson.classroom_id)
        .annotate(voted=Exists(_votes_now(lesson)), here=Exists(seen))
        .aggregate(
            answered=Count("pk", filter=Q(voted=True)),
            present=Count("pk", filter=Q(voted=True) | Q(here=True)),
        )
    )
    return Turnout(counted["answered"], counted["present"])


def _votes_now(lesson: Lesson) -> QuerySet[LessonVote]:
    """The votes of a membership in a query around it, on the drill that stands and in its round."""
    return LessonVote.objects.filter(
        membership=OuterRef("pk"), item__lesson=lesson, item__position=lesson.place, round=F("item__round")
    )


def at_desk(lesson: Lesson, user: User) -> AtDesk | None:
    """The user as a pupil of the lesson's class, or None. One query."""
    votes = _votes_now(lesson)
    presences = LessonPresence.objects.filter(membership=OuterRef("pk"), lesson=lesson)
    member = (
        Membership.objects.filter(classroom=lesson.classroom_id, learner__user=user)
        .annotate(choice=Subquery(votes.values("choice")[:1]), seen=Subquery(presences.values("seen_at")[:1]))
        .first()
    )
    return AtDesk(member, member.choice or "", member.seen) if member else None


def counts_of(items: Iterable[LessonItem]) -> dict[tuple[int, int], dict[str, int]]:
    """Votes by choice for every (item, round). One query."""
    rows = (
        LessonVote.objects.filter(item__in=[item.pk for item in items])
        .values_list("item", "round", "choice")
        .annotate(votes=Count("pk"))
    )
    counted: dict[tuple[int, int], dict[str, int]] = {}
    for item, number, choice, votes in rows:
        counted.setdefault((item, number), {})[choice] = votes
    return counted


def last_votes(lesson: Lesson, member: Membership | None = None) -> dict[tuple[int, int], LessonVote]:
    """The vote that stands for each (membership, item): the one of the last round. One query."""
    votes = LessonVote.objects.filter(item__lesson=lesson).order_by("round")
    found = votes.filter(membership=member) if member else votes
    return {(vote.membership_id, vote.item_id): vote for vote in found}
