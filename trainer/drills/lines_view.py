"""What the page shows of two lines of play: what they come to, and one trick of both at a time."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from trainer.drills.choices import read_choices
from trainer.drills.lines import (
    Groups,
    Played,
    PlayedLine,
    line_cards,
    other_card,
    played_line,
    tricks_in_phase_two,
)
from trainer.drills.models import AfterAnswer, DrillVersion
from trainer.drills.sides import meant_choice
from trainer.drills.situations import read_situation
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card, Suit
from trainer.engine.positions import Position
from trainer.engine.rule_sets import ALL_TRICKS, PHASE_ONE_TRICKS
from trainer.engine.scoring import deal_winner


@dataclass(frozen=True, slots=True)
class TrickView:
    """One trick of a line: who laid what, who won, what both drew, in words and as cards.

    `own_first` says whether the player led; hands are those when the trick began.
    """

    number: int
    own: Card
    other: Card
    own_first: bool
    own_wins: bool
    said: tuple[Sentence, ...]
    tally: Sentence | None
    hand: tuple[Card, ...]
    other_hand: tuple[Card, ...]
    draw: Card | None


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of play: its card, what it comes to, and its tricks."""

    card: Card
    title: Sentence
    result: Sentence
    tricks: tuple[TrickView, ...]

    def at(self, number: int) -> TrickView:
        """The trick with a number."""
        return self.tricks[number - self.tricks[0].number]


@dataclass(frozen=True, slots=True)
class LinesView:
    """Both lines with one sentence about what they come to."""

    card: Card
    lines: tuple[LineView, LineView]
    summary: Sentence
    trump: Suit
    first: int
    last: int = ALL_TRICKS

    @property
    def rows(self) -> list[tuple[TrickView, TrickView]]:
        """The tricks of both, side by side."""
        return list(zip(self.lines[0].tricks, self.lines[1].tricks, strict=True))


def lines_view(version: DrillVersion, after: AfterAnswer | None, key: str) -> LinesView | None:
    """The line of the card that was chosen and that of the one it is compared with, if there are any."""
    pair = _pair(version, after, key)
    if pair is None:
        return None
    one, two = (played_line(pair.position, pair.after, pair.groups, card) for card in pair.cards)
    if one is None or two is None:
        return None
    said = _came_to(one.card, one.result[0], two.card, two.result[0])
    views = _line_view(one), _line_view(two)
    return LinesView(one.card, views, said, pair.position.trump, pair.position.trick)


def lines_summary(version: DrillVersion, after: AfterAnswer | None, key: str) -> Sentence | None:
    """What the two lines come to; the same sentence as in `lines_view`, without playing them through."""
    pair = _pair(version, after, key)
    if pair is None:
        return None
    one, two = (line_cards(pair.after, pair.groups, card) for card in pair.cards)
    if one is None or two is None:
        return None
    came = tricks_in_phase_two(pair.position, one), tricks_in_phase_two(pair.position, two)
    return _came_to(pair.cards[0], came[0], pair.cards[1], came[1])


@dataclass(frozen=True, slots=True)
class _Pair:
    """The position, what was worked out of it, and the cards compared, the learner's first."""

    position: Position
    after: AfterAnswer
    groups: Groups
    cards: tuple[Card, Card]


def _pair(version: DrillVersion, after: AfterAnswer | None, key: str) -> _Pair | None:
    """What is compared after an answer; None where nothing was worked out or there is nothing beside it."""
    if after is None:
        return None
    situation = read_situation(version.position)
    choices = read_choices(version.drill.kind, version.choices, version.facts.get("worlds", 1))
    chosen = meant_choice(choices, situation, key)
    if not isinstance(situation, Position) or situation.rule_set.counted_tricks != PHASE_ONE_TRICKS:
        return None
    other = other_card(chosen, choices) if chosen else None
    if chosen is None or other is None or chosen.card is None or other.card is None:
        return None
    return _Pair(situation, after, version.facts.get("groups", ()), (chosen.card, other.card))


def _came_to(card: Card, n: int, other: Card, m: int) -> Sentence:
    if n == m:
        return say(_("With both cards you take {n} tricks in phase two here."), n=n)
    said = _("With {card} you take {n} tricks in phase two here, and with {other} {m}.")
    return say(said, card=card, n=n, other=other, m=m)


def _line_view(line: PlayedLine) -> LineView:
    tricks = tuple(_trick_view(played, line.player) for played in line.tricks)
    return LineView(line.card, say(_("With {card}"), card=line.card), _ended(*line.result), tricks)


def _ended(own: int, other: int) -> Sentence:
    if deal_winner((own, other)) == 0:
        return say(_("You take {a} tricks in phase two and win the deal."), a=own)
    return say(_("You take {a} tricks in phase two, and the opponent wins the deal."), a=own)


def _trick_view(played: Played, player: int) -> TrickView:
    trick = played.trick
    own_first, own_wins = trick.leader == player, trick.winner == player
    own, other = (trick.lead, trick.reply) if own_first else (trick.reply, trick.lead)
    said = [_laid(own, other, own_first, own_wins)]
    draw = trick.drawn[player] if trick.drawn else None
    if trick.drawn:
        said.append(_drawn(own_wins, trick.drawn[player], trick.drawn[1 - player]))
    a, b = played.tricks_won
    tally = say(_("Tricks in phase two: {a}–{b}"), a=a, b=b) if trick.drawn is None else None
    return TrickView(
        trick.number, own, other, own_first, own_wins, tuple(said), tally, *played.hands, draw=draw
    )


def _laid(own: Card, other: Card, own_first: bool, own_wins: bool) -> Sentence:
    """Who leads what, what is laid on it, and whose the trick is."""
    said = {
        (True, True): _("You lead {own}, the opponent plays {other}, and the trick is yours."),
        (True, False): _("You lead {own}, and the opponent takes the trick with {other}."),
        (False, True): _("The opponent leads {other}, and you take the trick with {own}."),
        (False, False): _("The opponent leads {other}, you play {own}, and the trick is the opponent's."),
    }[own_first, own_wins]
    return say(said, own=own, other=other)


def _drawn(own_wins: bool, own: Card, other: Card) -> Sentence:
    if own_wins:
        return say(_("You take {own}, and the opponent draws {other}."), own=own, other=other)
    return say(_("The opponent takes {other}, and you draw {own}."), own=own, other=other)
