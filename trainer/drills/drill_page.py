"""What the drill page shows: the question to a version, or the verdict on an attempt."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from trainer.drills import play_sentences, sentences
from trainer.drills.after_records import KINDS_PLAYED_ON
from trainer.drills.choices import card_of
from trainer.drills.ideas import Other, other_rules
from trainer.drills.labels import kind_name, theme_name
from trainer.drills.lines_view import lines_summary
from trainer.drills.memory_page import memory_position, memory_prompt
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.queries import after_answer
from trainer.drills.questions import Question
from trainer.drills.rules_answers import (
    Button,
    finished_trick,
    rules_buttons,
    rules_prompt,
    scoring_sentence,
)
from trainer.drills.situations import Situation, read_situation
from trainer.drills.table_view import TableView, table_view
from trainer.drills.verdict_view import VerdictView, verdict_view
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card
from trainer.table.kept import Kept

MOST_PAGES = 600  # in a process, of questions and of answers


@dataclass(frozen=True, slots=True)
class HandButton:
    """A card of the hand as a button: what a voice calls it, and whether it may be played."""

    card: Card
    name: str
    legal: bool

    @property
    def key(self) -> str:
        """What the button sends."""
        return str(self.card)


@dataclass(frozen=True, slots=True)
class QuestionPage:
    """A version before the answer. Holds nothing that tells right from wrong.

    `number` is the attempt that an answer will be; `problem` says why the last one was not taken, `picked`
    which card awaits a second tap.
    All but those two is the same for everyone who sees the version; `key` names it (`{% keep %}`).
    """

    kind: str
    number: int
    table: TableView | None
    position: tuple[Sentence, ...]
    prompt: Sentence
    hand: tuple[HandButton, ...] = ()
    buttons: tuple[Button, ...] = ()
    problem: tuple[Sentence, ...] = ()
    key: Hashable = None
    picked: str = ""

    @property
    def hand_key(self) -> Hashable:
        """Names the hand for everyone who sees it with no card picked."""
        return None if self.picked else self.key


@dataclass(frozen=True, slots=True)
class Answered:
    """What everyone reads who gave the same answer to a version; `table` has the learner's card on it."""

    table: TableView | None
    position: tuple[Sentence, ...]
    verdict: VerdictView
    lines: Sentence | None
    other_rules: tuple[Other, ...]


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """A learner's attempt with what is read after it; `key` names what others may see too (`{% keep %}`).

    What is read is put together when it is asked for: a page drawn before asks for nothing.
    """

    kind: str
    theme: str
    attempt: Attempt
    key: Hashable

    @property
    def shown(self) -> Answered:
        """What everyone reads who gave this answer."""
        return _answers.get((get_language(), self.key), lambda: _answered(self.attempt))

    @property
    def table(self) -> TableView | None:
        """The table with the learner's card on it."""
        return self.shown.table

    @property
    def position(self) -> tuple[Sentence, ...]:
        """Where the learner was, in words."""
        return self.shown.position

    @property
    def verdict(self) -> VerdictView:
        """How good the answer was."""
        return self.shown.verdict


_questions = Kept[QuestionPage](MOST_PAGES, lambda _page: 1)
_answers = Kept[Answered](MOST_PAGES, lambda _page: 1)


def question_page(version: DrillVersion, number: int, problem: tuple[Sentence, ...] = ()) -> QuestionPage:
    """The question of a version; `version.drill` is loaded."""
    key = version_key(version)
    page = _questions.get((get_language(), key), lambda: replace(_first_question(version), key=key))
    return replace(page, number=number, problem=problem)


def version_key(version: DrillVersion) -> Hashable:
    """Names a version, which never changes, and nobody who reads it."""
    return version.pk, version.number, version.published_at, version.drill.kind


def _first_question(version: DrillVersion) -> QuestionPage:
    kind = kind_name(version.drill.kind)
    if version.drill.kind == Drill.Kind.MEMORY:
        return QuestionPage(kind, 0, None, memory_position(version), memory_prompt())
    situation = read_situation(version.position)
    if version.drill.kind == Drill.Kind.RULES:
        return _rules_page(version, situation, kind)
    table = table_view(situation)
    return QuestionPage(
        kind,
        0,
        table,
        _position(version, table),
        say(sentences.prompt(situation)),
        hand=hand_buttons(table, open_answer=False),
    )


def answer_page(attempt: Attempt) -> AnswerPage:
    """The verdict on an attempt, by the version that was answered; usable from other features too."""
    version = attempt.version
    key = (version_key(version), attempt.choice, attempt.verdict)
    drill = version.drill
    return AnswerPage(kind_name(drill.kind), theme_name(drill.theme), attempt, key)


def _answered(attempt: Attempt) -> Answered:
    version = attempt.version
    if version.drill.kind == Drill.Kind.MEMORY:
        return Answered(None, memory_position(version), verdict_view(attempt), None, other_rules(version))
    situation = read_situation(version.position)
    rules = version.drill.kind == Drill.Kind.RULES
    table = (
        _rules_table(version, situation, attempt.choice)
        if rules
        else table_view(situation, card_of(attempt.choice))
    )
    if rules:
        position = (*_rules_position(version, table), rules_prompt(version))
    else:
        position = _position(version, table_view(situation))
    after = after_answer(version) if version.drill.kind in KINDS_PLAYED_ON else None
    verdict = verdict_view(attempt, after)
    return Answered(
        table, position, verdict, lines_summary(version, after, attempt.choice), other_rules(version)
    )


def _position(version: DrillVersion, table: TableView) -> tuple[Sentence, ...]:
    said = sentences.position_sentence(table, _tricks_won(version))
    if table.phase == 1:
        return (said,)
    goal = version.facts.get("goal")
    asked = (play_sentences.asked_goal(goal),) if goal else ()
    return said, sentences.open_hands(), *asked


def _rules_page(version: DrillVersion, situation: Situation, kind: str) -> QuestionPage:
    table = _rules_table(version, situation)
    asks_for_card = version.question == Question.LEGAL
    return QuestionPage(
        kind,
        0,
        table,
        _rules_position(version, table),
        rules_prompt(version),
        hand=hand_buttons(table, open_answer=True) if asks_for_card and table else (),
        buttons=() if asks_for_card else rules_buttons(version, situation),
    )


def _rules_table(version: DrillVersion, situation: Situation, choice: str = "") -> TableView | None:
    """The table of a rules drill: with the finished trick where there is one, none for points."""
    if version.question == Question.SCORE:
        return None
    if version.question == Question.LEGAL and choice:
        return table_view(situation, Card.parse(choice))
    trick = finished_trick(version, situation)
    return table_view(situation, trick.reply if trick else None)


def _rules_position(version: DrillVersion, table: TableView | None) -> tuple[Sentence, ...]:
    if table is None:
        return (scoring_sentence(version),)
    said = [sentences.position_sentence(table)]
    if table.reply and version.question != Question.LEGAL:
        said.append(say(_("You play {card}."), card=table.reply))
    return tuple(said)


def hand_buttons(table: TableView, open_answer: bool) -> tuple[HandButton, ...]:
    """The hand as buttons; where legality is the question (`open_answer`) all look the same."""
    return tuple(
        HandButton(
            held.card, _button_name(held.card, table, held.legal or open_answer), held.legal or open_answer
        )
        for held in table.hand
    )


def _button_name(card: Card, table: TableView, legal: bool) -> str:
    if not legal:
        return say(_("{card}, not allowed now"), card=card).words()
    if table.led is None:
        return say(_("Lead {card}"), card=card).words()
    return say(_("Play {card}"), card=card).words()


def _tricks_won(version: DrillVersion) -> tuple[int, int] | None:
    """Tricks of phase two before the position, player's first; 0–0 with all thirteen cards."""
    won = version.facts.get("tricks_won")
    return (int(won[0]), int(won[1])) if won else None


def opponent_in_words(table: TableView) -> str:
    """The opponent's hand for a voice: how many hidden cards, and which known ones."""
    hidden = table.opponent_hidden
    backs = say(ngettext("{n} hidden card", "{n} hidden cards", hidden), n=hidden).words()
    known = say("{cards}", cards=table.opponent_cards).words()
    held = ", ".join(part for part in (backs if hidden else "", known) if part)
    return say(_("The opponent's hand: {held}"), held=held).words()
