"""Drills on paper: the tasks of a sheet, which hold nothing of the answers, and the lines of its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trainer.drills.choices import Choice, read_choices
from trainer.drills.drill_page import QuestionPage, question_page
from trainer.drills.labels import theme_name
from trainer.drills.models import Attempt, Drill, DrillVersion

# A memory drill is thirteen tricks that disappear: there is no such thing on paper.
KINDS_ON_PAPER = (Drill.Kind.FOLLOW, Drill.Kind.LEAD, Drill.Kind.ENDING, Drill.Kind.RULES)


@dataclass(frozen=True, slots=True)
class Task:
    """A drill on the sheet: the question as on its own page, and nothing of the answer."""

    number: int
    page: QuestionPage
    letters: str  # of its options, if it has any


@dataclass(frozen=True, slots=True)
class Answer:
    """A line of the key: the right choices and the nearly right ones, as cards or letters of options."""

    number: int
    theme: str
    right: tuple[object, ...]
    nearly: tuple[object, ...]


def tasks_of(versions: Sequence[DrillVersion]) -> list[Task]:
    """What the pupils get."""
    return [
        Task(number, page, _letters(len(page.buttons)))
        for number, version in enumerate(versions, start=1)
        for page in [question_page(version, 0)]
    ]


def key_of(versions: Sequence[DrillVersion]) -> list[Answer]:
    """What the teacher gets."""
    return [_answer(number, version) for number, version in enumerate(versions, start=1)]


def _answer(number: int, version: DrillVersion) -> Answer:
    choices = read_choices(version.drill.kind, version.choices)
    options = _options(version)

    def shown(verdict: str) -> tuple[object, ...]:
        return tuple(_shown(choice, options) for choice in choices if choice.verdict == verdict)

    theme = theme_name(version.drill.theme)
    return Answer(number, theme, shown(Attempt.Verdict.RIGHT), shown(Attempt.Verdict.NEARLY))


def _options(version: DrillVersion) -> dict[str, str]:
    """The letter of each option, for questions that are not about a card of the hand."""
    buttons = question_page(version, 0).buttons
    return {button.key: letter for button, letter in zip(buttons, _letters(len(buttons)), strict=True)}


def _shown(choice: Choice, options: Mapping[str, str]) -> object:
    return options.get(choice.key) or choice.card or choice.key


def _letters(count: int) -> str:
    return "ABCDEFGHIJKLM"[:count]
