"""«Which game is yours?» (F35): the questions, and the games that their answers lead to.

Only the shape is kept here; the words stand in the front matter of `which.md` under the same ids. The
path through the questions is a text of answers, `two.no.upcard.free.26.deals.7`, so that it can be
an address: a link for every answer, and the browser's way back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from trainer.engine.rule_sets import ALL_TRICKS, PHASE_ONE_TRICKS
from trainer.engine.scoring import COMMON_TARGETS
from trainer.table.chosen_rules import (
    DEALS,
    FOLLOW,
    FREE,
    MUST,
    SCORING,
    TARGET,
    TRICKS,
    ChosenRules,
)

BETWEEN = "."
LONGEST = 80
OPEN = "open"  # an answer that leaves the usual choice

FOUR, SEVERAL, BIDDING, OTHER = "four", "several", "bidding", "other"
PLOCKWHIST, WHOLE_STOCK, GERMAN = "plockwhist", "whole-stock", "german"


@dataclass(frozen=True, slots=True)
class Game:
    """Where a path ends: a game by its id, and the link of the content that leads to its rules."""

    id: str
    link: str


# Where the rules of each game stand. The base game has rules that the reader chose on the way.
GAMES = {
    game.id: game
    for game in (
        Game(FOUR, "page:family#four-players"),
        Game(SEVERAL, "page:family#relatives"),
        Game(BIDDING, "page:related#not-here"),
        Game(OTHER, "page:related"),
        Game(PLOCKWHIST, "page:variants#plockwhist"),
        Game(WHOLE_STOCK, "page:variants#whole-stock"),
        Game(GERMAN, "page:rules"),
    )
}

# What each answer to a question leads to: another question, or a game.
QUESTIONS: Mapping[str, Mapping[str, str]] = {
    "players": {"two": "bid", "four": FOUR, "more": SEVERAL},
    "bid": {"no": "stock", "yes": BIDDING},
    "stock": {"upcard": FOLLOW, "pick": PLOCKWHIST, "dealt": WHOLE_STOCK, "else": OTHER},
    FOLLOW: {MUST: TRICKS, FREE: TRICKS},
    TRICKS: {str(PHASE_ONE_TRICKS): "scoring-13", str(ALL_TRICKS): "scoring-26"},
    "scoring-13": {"difference": TARGET, "over-six": TARGET, "deals": TARGET, OPEN: GERMAN},
    "scoring-26": {"deals": TARGET, "difference": TARGET, OPEN: GERMAN},
    TARGET: {**{str(points): GERMAN for points in COMMON_TARGETS}, DEALS: GERMAN, OPEN: GERMAN},
}
FIRST = "players"
# The questions that choose rules, with the key of an address that their answer gives.
CHOOSING = {FOLLOW: FOLLOW, TRICKS: TRICKS, "scoring-13": SCORING, "scoring-26": SCORING, TARGET: TARGET}


@dataclass(frozen=True, slots=True)
class Step:
    """A question that has been answered, with the path that leads back to it."""

    question: str
    answer: str
    path: str


@dataclass(frozen=True, slots=True)
class Path:
    """The answers given so far, where they lead, and whether all of the address made sense."""

    steps: tuple[Step, ...] = ()
    at: str = FIRST
    is_sound: bool = True

    @classmethod
    def read(cls, text: str) -> Path:
        """Follow an address as far as it makes sense.

        >>> Path.read("two.no.upcard").at, Path.read("four").game.link
        ('follow', 'page:family#four-players')
        >>> Path.read("two.perhaps")
        Path(steps=(Step(question='players', answer='two', path=''),), at='bid', is_sound=False)
        """
        path = cls()
        if len(text) > LONGEST:
            return cls(is_sound=False)
        for answer in text.split(BETWEEN) if text else ():
            leads_to = QUESTIONS.get(path.at, {}).get(answer)
            if leads_to is None:
                return cls(path.steps, path.at, is_sound=False)
            path = cls((*path.steps, Step(path.at, answer, path.text)), leads_to)
        return path

    @property
    def text(self) -> str:
        return BETWEEN.join(step.answer for step in self.steps)

    @property
    def game(self) -> Game | None:
        """The game, once the questions have been answered."""
        return GAMES.get(self.at)

    @property
    def answers(self) -> tuple[str, ...]:
        """What may be answered to the question that is next."""
        return tuple(QUESTIONS.get(self.at, ()))

    def after(self, answer: str) -> str:
        """The path with one more answer, as text."""
        return BETWEEN.join((*(step.answer for step in self.steps), answer))

    @property
    def rules(self) -> ChosenRules:
        """The rules that were answered; those left open are the usual ones."""
        answered = {CHOOSING[step.question]: step.answer for step in self.steps if step.question in CHOOSING}
        return ChosenRules.from_query({key: answer for key, answer in answered.items() if answer != OPEN})


def every_path(path: Path | None = None) -> Iterator[Path]:
    """Every path from the first question to a game."""
    path = path or Path()
    if path.game:
        yield path
    for answer in path.answers:
        yield from every_path(Path.read(path.after(answer)))
