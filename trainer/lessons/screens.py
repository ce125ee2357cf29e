"""What the pages of a lesson show: the question, the votes as bars, and the answer.

Before the answer is shown no value here tells right from wrong, and before the vote is closed nobody
gets to see how the others have voted: who sees that follows the crowd.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from trainer.drills.choices import best_choices, card_of, read_choices
from trainer.drills.drill_page import Answered, QuestionPage, answer_page, question_page
from trainer.drills.judging import judged
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.sides import DUCK, WIN
from trainer.drills.verdict_view import VerdictView, is_enumerated
from trainer.drills.voice import Sentence
from trainer.engine.cards import Card
from trainer.lessons.models import LessonItem
from trainer.lessons.services import asks_for_side


@dataclass(frozen=True, slots=True)
class Bar:
    """One answer with its votes; `right` only where the answer is shown."""

    choice: str
    votes: int
    percent: int
    right: bool = False
    cards_right: None = None  # what {% answer_text %} asks an attempt for

    @property
    def card(self) -> Card | None:
        return card_of(self.choice)

    @property
    def width(self) -> str:
        """Of the track, from zero."""
        return f"{self.percent}%"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer for the tags that write it; it says nothing of right and wrong."""

    choice: str
    cards_right: None = None

    @property
    def card(self) -> Card | None:
        return card_of(self.choice)


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """The answer as it is shown to all: the choices that are right, why, and what kind of truth it is."""

    choices: tuple[Answer, ...]
    said: tuple[Sentence, ...]
    certainty: str
    verdict: VerdictView


def question_of(item: LessonItem) -> QuestionPage:
    """The drill before the answer."""
    return question_page(item.version, 0)


def bars_of(item: LessonItem, counts: Mapping[str, int], *, show: bool) -> tuple[Bar, ...]:
    """The votes, most first. Cards without any are left out, but for the right ones when they are shown."""
    voted = sum(counts.values())
    right = right_keys(item) if show else frozenset[str]()
    keys = [key for key in _offered(item) if counts.get(key) or key in right or _is_short(item)]
    bars = (
        Bar(key, counts.get(key, 0), round(100 * counts.get(key, 0) / voted) if voted else 0, key in right)
        for key in keys
    )
    return tuple(sorted(bars, key=lambda bar: -bar.votes))


def right_keys(item: LessonItem) -> frozenset[str]:
    """The answers that are right."""
    keys = (key for key in _offered(item))
    return frozenset(key for key in keys if judged(item.version, key).verdict == Attempt.Verdict.RIGHT)


def _offered(item: LessonItem) -> Sequence[str]:
    """Every answer in the order of the hand or of the buttons."""
    if asks_for_side(item.lesson, item):
        return (WIN, DUCK)
    page = question_of(item)
    if page.buttons:
        return [button.key for button in page.buttons]
    return [held.key for held in page.hand if held.key in item.version.choices]


def _is_short(item: LessonItem) -> bool:
    """Whether there are so few answers that all of them are listed."""
    return asks_for_side(item.lesson, item) or bool(question_of(item).buttons)


def right_answer(item: LessonItem) -> RightAnswer:
    """The answer to a drill, as the drill's own page tells it after the best choice."""
    version = item.version
    best = best_choices(read_choices(version.drill.kind, version.choices))
    attempt = _as_attempt(version, best[0].key, Attempt.Verdict.RIGHT)
    verdict = answer_page(attempt).verdict
    # The first sentence speaks to a learner of the own choice, but for endings, where it has the numbers.
    told = verdict.body if version.drill.kind == Drill.Kind.ENDING else verdict.told[1:]
    nobodys = tuple(replace(result, own=False) for result in verdict.results)
    choices = tuple(Answer(choice.key) for choice in best)
    return RightAnswer(choices, told, _certainty(version), replace(verdict, results=nobodys))


def own_vote(choice: str) -> Answer | None:
    """What the pupil has voted so far; None for who has not."""
    return Answer(choice) if choice else None


def told_after(item: LessonItem, choice: str) -> Answered | None:
    """What the drill itself says after that answer; None for who has not voted."""
    if not choice:
        return None
    return answer_page(_as_attempt(item.version, choice, judged(item.version, choice).verdict)).shown


def _as_attempt(version: DrillVersion, choice: str, verdict: str) -> Attempt:
    """An answer for the drill's pages to explain; it is not stored."""
    return Attempt(version=version, number=0, choice=choice, verdict=verdict, loss=0.0)


def _certainty(version: DrillVersion) -> str:
    if version.drill.kind == Drill.Kind.RULES:
        return _("Follows from the rules")
    if version.drill.kind == Drill.Kind.ENDING or is_enumerated(version.facts):
        return _("Exact answer")
    return _("Estimate with a margin of error")
