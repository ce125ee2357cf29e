"""Rules drills: what they ask, the buttons they offer, and the rule that decides (F6-F10, F20-F22).

The position is a decision of the player. Questions about a finished trick add the reply to the led
card in `facts["reply"]`; questions about points give the tricks (own, opponent's) and the way to
score in `facts["tricks"]` and `facts["scoring"]`.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.drills import sentences
from trainer.drills.choices import Choice, best_choices, read_choices
from trainer.drills.models import DrillVersion
from trainer.drills.questions import HIDDEN, OPPONENT, POINTS, UPCARD, YOU, Question
from trainer.drills.situations import Situation
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card, Suit
from trainer.engine.positions import Position
from trainer.engine.scoring import Scoring
from trainer.engine.tricks import beats


@dataclass(frozen=True, slots=True)
class Button:
    """An answer that is no card of the hand: what is sent, what it says, the card drawn beside it."""

    key: str
    says: Sentence
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick as the player sees it."""

    lead: Card
    reply: Card
    led_by_player: bool
    trump: Suit

    @property
    def winning_card(self) -> Card:
        return self.reply if beats(self.reply, self.lead, self.trump) else self.lead

    @property
    def player_wins(self) -> bool:
        return (self.winning_card == self.lead) == self.led_by_player


def finished_trick(version: DrillVersion, situation: Situation) -> Trick | None:
    """The trick that the question is about, where the position goes with a reply."""
    reply = version.facts.get("reply")
    if reply is None or situation.led is None:
        return None
    return Trick(situation.led, Card.parse(reply), False, situation.trump)


def rules_prompt(version: DrillVersion) -> Sentence:
    """The question of a rules drill."""
    match Question(version.question):
        case Question.LEGAL:
            return say(_("Which card may you play?"))
        case Question.WINNER:
            return say(_("Which card wins the trick?"))
        case Question.DRAW:
            return say(_("Which card do you get?"))
        case Question.NEXT_LEAD:
            return say(_("Who leads to the next trick?"))
        case Question.SCORE:
            own, other = version.facts["tricks"]
            return say(
                _("You took {a} tricks and the opponent {b}. How many points does the winner get?"),
                a=own,
                b=other,
            )


def scoring_sentence(version: DrillVersion) -> Sentence:
    """How points are counted in a question about them."""
    match Scoring(version.facts["scoring"]):
        case Scoring.DEALS:
            return say(_("You count deals won."))
        case Scoring.DIFFERENCE:
            return say(_("You count the difference."))
        case Scoring.OVER_SIX:
            return say(_("You count tricks over six."))


def rules_buttons(version: DrillVersion, situation: Situation) -> tuple[Button, ...]:
    """The buttons in the order in which they are shown, the same whatever the answer."""
    keys = sorted(version.choices, key=_shown_place)
    return tuple(_button(key, situation) for key in keys)


def _shown_place(key: str) -> tuple[int, str]:
    if key.startswith(POINTS):
        return int(key.removeprefix(POINTS)), key
    order = (YOU, OPPONENT, UPCARD, HIDDEN)
    return (order.index(key), key) if key in order else (0, key)


def _button(key: str, situation: Situation) -> Button:
    if key.startswith(POINTS):
        points = int(key.removeprefix(POINTS))
        return Button(key, say(ngettext("{n} point", "{n} points", points), n=points))
    match key:
        case "you":
            return Button(key, say(_("You")))
        case "opponent":
            return Button(key, say(_("Opponent")))
        case "upcard" if isinstance(situation, Position):
            return Button(key, say(_("The upcard, {upcard}"), upcard=situation.upcard))
        case "hidden":
            return Button(key, say(_("The hidden card below it")))
    card = Card.parse(key)
    return Button(key, say("{card}", card=card), card)


def rules_verdict(
    version: DrillVersion, situation: Situation, key: str
) -> tuple[list[Sentence], tuple[str, str]]:
    """What to say about an answer, and the page and section with the rule."""
    choices = read_choices("rules", version.choices)
    right = any(choice.key == key for choice in best_choices(choices))
    answered = _headed(right, _answer(key, situation))
    match Question(version.question):
        case Question.LEGAL:
            return _legal_verdict(situation, Card.parse(key), right, choices), ("rules", "trick")
        case Question.SCORE:
            return [answered, *_score_verdict(version)], (
                "scoring",
                _SCORING_SECTIONS[version.facts["scoring"]],
            )
    trick = finished_trick(version, situation)
    if trick is None:
        raise ValueError(f"{version} asks about a trick without a reply")
    said = [answered, _who_won(trick)]
    match Question(version.question):
        case Question.DRAW:
            return [*said, _drawn(trick, situation)], ("rules", "phase-one")
        case Question.NEXT_LEAD:
            return [*said, say(_("Who wins a trick leads to the next."))], ("rules", "phase-one")
    return [*said, _why_won(trick)], ("rules", "trick")


_SCORING_SECTIONS = {"deals": "deals", "difference": "difference", "over-six": "over-six"}


def _legal_verdict(
    situation: Situation, card: Card, right: bool, choices: tuple[Choice, ...]
) -> list[Sentence]:
    if right:
        said = [say(_("Right. You may play {card}."), card=card)]
    else:
        assert situation.led is not None
        said = [_headed(False, sentences.illegal_card(card, situation.led.suit))]
    legal = tuple(sorted(choice.card for choice in best_choices(choices) if choice.card))
    return [*said, sentences.legal_list(legal)]


def _who_won(trick: Trick) -> Sentence:
    """Pattern 24."""
    if trick.player_wins:
        return say(_("You win the trick with {card}."), card=trick.winning_card)
    return say(_("The opponent wins the trick with {card}."), card=trick.winning_card)


def _why_won(trick: Trick) -> Sentence:
    if trick.lead.suit is trick.reply.suit:
        return say(_("Both cards are {suit}, and the higher one wins."), suit=trick.lead.suit)
    if trick.winning_card == trick.reply:
        return say(_("Trump is {suit}, and a trump beats every other suit."), suit=trick.trump)
    return say(_("The cards are of different suits, and the second is no trump. Then the led card wins."))


def _drawn(trick: Trick, situation: Situation) -> Sentence:
    """Who draws what: pattern 25, or 26 without the card, which nobody has seen."""
    assert isinstance(situation, Position)
    if trick.player_wins:
        return say(_("You take {upcard}. The opponent draws a hidden card."), upcard=situation.upcard)
    return say(
        _("The opponent takes {upcard}. You draw the next card, and only you see it."),
        upcard=situation.upcard,
    )


def _answer(key: str, situation: Situation) -> Sentence:
    """What the learner answered, as the button said it."""
    says = _button(key, situation).says
    return Sentence(f"{_('You answered:')} {says.pattern}.", says.values)


def _score_verdict(version: DrillVersion) -> list[Sentence]:
    own, other = version.facts["tricks"]
    most, least = max(own, other), min(own, other)
    match Scoring(version.facts["scoring"]):
        case Scoring.DEALS:
            said = say(_("Every deal won gives 1 point."))
        case Scoring.DIFFERENCE:
            said = say(
                ngettext(
                    "{a} minus {b} tricks makes {p} point.",
                    "{a} minus {b} tricks makes {p} points.",
                    most - least,
                ),
                a=most,
                b=least,
                p=most - least,
            )
        case Scoring.OVER_SIX:
            said = say(
                ngettext(
                    "{a} tricks are {p} over six, which makes {p} point.",
                    "{a} tricks are {p} over six, which makes {p} points.",
                    most - 6,
                ),
                a=most,
                p=most - 6,
            )
    return [said]


def _headed(right: bool, sentence: Sentence) -> Sentence:
    """«Riktig.» or «Feil.» before a sentence."""
    return Sentence(f"{_('Right') if right else _('Wrong')}. {sentence.pattern}", sentence.values)
