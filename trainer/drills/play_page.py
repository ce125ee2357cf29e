"""What the page shows on which an ending is played on, card by card, after its answer."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from trainer.drills import play_sentences, sentences
from trainer.drills.drill_page import HandButton, hand_buttons
from trainer.drills.labels import kind_name, theme_name
from trainer.drills.models import DrillVersion
from trainer.drills.play_lines import written_line
from trainer.drills.table_view import TableView, table_view
from trainer.drills.voice import Sentence, Told, say
from trainer.engine.cards import Card
from trainer.engine.ending_play import PlayedEnding, Turn, begun, refutation
from trainer.engine.endings import ending_values

SHORT_LINE = 4  # tricks


@dataclass(frozen=True, slots=True)
class LastTrick:
    """The trick before, as it lies beside the board."""

    own: Card
    other: Card
    is_own: bool


@dataclass(frozen=True, slots=True)
class Slip(Told):
    """A card that cost tricks: what is said of it, the line that punishes it, and how to take it back."""

    line: tuple[Sentence, ...]
    shows: Sentence
    cost: int

    @property
    def is_long(self) -> bool:
        """Whether the line would push the hand off a phone's screen."""
        return len(self.line) > SHORT_LINE


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A row of the end: the learner's card, the best ones, what it cost; `before` is the line up to it."""

    number: int
    card: Card
    best: tuple[Card, ...]
    cost: int
    before: str
    matters: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """What an ending came to."""

    headline: str
    told: tuple[Sentence, ...]
    reached: bool
    rows: tuple[TurnRow, ...]

    @property
    def look(self) -> str:
        """Class name and icon."""
        return "right" if self.reached else "wrong"

    @property
    def first_slip(self) -> TurnRow | None:
        """The first card that cost tricks."""
        return next((row for row in self.rows if row.cost), None)


@dataclass(frozen=True, slots=True)
class PlayPage:
    """An ending as far as it has been played; `line` names the state, `back` the one before."""

    kind: str
    theme: str
    line: str
    won: tuple[int, int]
    table: TableView | None
    position: Sentence
    goal: tuple[Sentence, ...]
    prompt: str
    told: tuple[Sentence, ...] = ()
    hand: tuple[HandButton, ...] = ()
    last_trick: LastTrick | None = None
    slip: Slip | None = None
    summary: Summary | None = None
    problem: tuple[Sentence, ...] = ()
    picked: str = ""

    @property
    def beside(self) -> str:
        """What the page says beside its kind."""
        return _("played on, does not count")

    @property
    def back(self) -> str | None:
        """The line before the learner's last card."""
        return self.line[:-1] if self.line else None

    @property
    def focused(self) -> str:
        """The card on which the focus is: the picked one, else the first that may be played."""
        return self.picked or next((held.key for held in self.hand if held.legal), "")

    @property
    def title(self) -> str:
        """What the page is called."""
        return self.summary.headline if self.summary else self.prompt

    @property
    def announcement(self) -> str:
        """What a voice says once: what went wrong or happened, then the result or the position."""
        said = [*self.problem, *(self.slip.told if self.slip else ()), *self.told]
        if self.summary:
            said += [say(f"{self.summary.headline}."), *self.summary.told]
        elif not self.told:
            said.append(self.position)
        return " ".join(sentence.words() for sentence in said)


def play_page(version: DrillVersion, so_far: PlayedEnding, problem: tuple[Sentence, ...] = ()) -> PlayPage:
    """The page of an ending as far as it has been played; `version.drill` is loaded."""
    own, other = tricks_won(version)
    won = own + so_far.won[0], other + so_far.won[1]
    table = None if so_far.ending.is_over else table_view(so_far.ending)
    target = own + max(ending_values(so_far.start).values())
    turn = so_far.turns[-1] if so_far.turns else None
    return PlayPage(
        kind_name(version.drill.kind),
        theme_name(version.drill.theme),
        written_line(so_far),
        won,
        table,
        sentences.position_sentence(table or table_view(so_far.start), won),
        _goal(so_far, own, target),
        _prompt(so_far),
        tuple(play_sentences.happened(so_far, _tricks_before(so_far))) if turn else (),
        hand_buttons(table, open_answer=False) if table else (),
        _last_trick(so_far),
        _slip(turn) if turn and turn.cost else None,
        None if table else _summary(so_far, won, target),
        problem,
    )


def tricks_won(version: DrillVersion) -> tuple[int, int]:
    """Tricks of phase two before the position, the player's first; none where the drill does not say."""
    own, other = version.facts.get("tricks_won", (0, 0))
    return int(own), int(other)


def _goal(so_far: PlayedEnding, own: int, target: int) -> tuple[Sentence, ...]:
    said = (play_sentences.goal(target),)
    return (*said, play_sentences.still_possible(own + so_far.most)) if so_far.cost else said


def _prompt(so_far: PlayedEnding) -> str:
    return _("Which card do you lead?") if so_far.ending.led is None else _("Which card do you play?")


def _tricks_before(so_far: PlayedEnding) -> int:
    """How many tricks were finished before the learner's last card."""
    return len(so_far.tricks) - (so_far.turns[-1].ending.tricks_left - so_far.ending.tricks_left)


def _last_trick(so_far: PlayedEnding) -> LastTrick | None:
    if not so_far.tricks:
        return None
    trick, learner = so_far.tricks[-1], so_far.learner
    cards = (trick.lead, trick.reply) if trick.leader == learner else (trick.reply, trick.lead)
    return LastTrick(*cards, trick.winner == learner)


def _slip(turn: Turn) -> Slip:
    line = refutation(turn)
    learner = begun(turn.ending).learner
    lost = sum(trick.winner != learner for trick in line)
    return Slip(
        tuple(play_sentences.slip(turn)),
        tuple(play_sentences.trick_of_line(trick, learner) for trick in line),
        play_sentences.punished(turn, lost),
        turn.cost,
    )


def _summary(so_far: PlayedEnding, won: tuple[int, int], target: int) -> Summary:
    line = written_line(so_far)
    rows = [
        TurnRow(number + 1, turn.card, turn.best, turn.cost, line[:number], turn.matters)
        for number, turn in enumerate(so_far.turns)
    ]
    told = (play_sentences.result(*won), play_sentences.whole_cost(so_far.cost))
    return Summary(play_sentences.reached(won[0], target), told, won[0] >= target, tuple(rows))
