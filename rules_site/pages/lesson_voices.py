"""What a lesson says to an answer: whether it is right, and why, from the rules and the engine's numbers."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_site.pages import deal_voices
from rules_site.pages.lesson_steps import UPCARD, WITH_CARD, Step
from trainer.drills import sentences
from trainer.drills.choices import choice_of
from trainer.drills.models import Attempt
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card, Suit
from trainer.engine.scoring import deal_winner
from trainer.engine.state import legal_cards, play

RIGHT, NEARLY, WRONG = "right", "near", "wrong"


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer with its verdict and the sentences that say why."""

    key: str
    verdict: str
    said: tuple[Sentence, ...]

    @property
    def is_right(self) -> bool:
        return self.verdict == RIGHT


def judge(step: Step, key: str) -> Judged | None:
    """The verdict on an answer; None for one that the step does not offer."""
    if key not in step.answers:
        return None
    if step.ask in WITH_CARD:
        return _judge_card(step, Card.parse(key))
    right = key in step.right
    head = say(_("Right.")) if right else say(_("Not quite."))
    return Judged(key, RIGHT if right else WRONG, (head, *_why(step, key)))


def label(step: Step, key: str) -> Sentence:
    """What an answer that is no card of the hand is called."""
    match step.ask:
        case "trump":
            return say("{suit}", suit=Suit.parse(key))
        case "winner" | "next-lead":
            return say(_("You")) if key == "you" else say(_("Opponent"))
        case "draw" if key == UPCARD and step.before.upcard:
            return say(_("The upcard, {upcard}"), upcard=step.before.upcard)
        case "draw":
            return say(_("The hidden card below it"))
        case "points":
            points = int(key)
            return say(ngettext("{n} point", "{n} points", points), n=points)
    return say("{card}", card=Card.parse(key))


def button(step: Step, card: Card) -> str:
    """What a card of the hand does, for voices."""
    on_lead = step.ask in WITH_CARD and step.state.led is None
    return say(_("Lead {card}") if on_lead else _("Play {card}"), card=card).words()


def _judge_card(step: Step, card: Card) -> Judged:
    """A card of the hand: first whether the rules allow it, then whether it does what is asked."""
    state = step.state
    if card not in legal_cards(state):
        assert state.led  # without a led card every card is legal
        refused = sentences.illegal_card(card, state.led.suit), sentences.legal_list(legal_cards(state))
        return Judged(str(card), WRONG, refused)
    match step.ask:
        case "drill":
            return _judge_drill(step, card)
        case "best":
            return _judge_ending(step, card)
        case "take":
            right = str(card) in step.right
            head = (
                say(_("Right. The trick is yours."))
                if right
                else say(_("You may play {card}, but it does not win the trick."), card=card)
            )
            return Judged(str(card), RIGHT if right else WRONG, (head, *_why_trick(step, card)))
    return Judged(str(card), RIGHT, (say(_("Right. You may play {card}."), card=card),))


def _judge_drill(step: Step, card: Card) -> Judged:
    """As the drill of the library was judged when it was made; the best card is not told."""
    choice = choice_of(step.choices, str(card))
    assert choice  # a drill has a choice for every legal card
    verdict = _VERDICTS[choice.verdict]
    average = say(_("The deal was played on many times with each card, and this is the average."))
    if verdict == RIGHT:
        return Judged(str(card), RIGHT, (sentences.estimated_verdict(choice, card),))
    said = (
        _("Nearly. You chose {card}, and that costs {x} tricks on average.")
        if verdict == NEARLY
        else _("Not quite. You chose {card}, and that costs {x} tricks on average.")
    )
    return Judged(str(card), verdict, (say(said, card=card, x=choice.loss), average))


_VERDICTS: dict[str, str] = {
    Attempt.Verdict.RIGHT: RIGHT,
    Attempt.Verdict.NEARLY: NEARLY,
    Attempt.Verdict.WRONG: WRONG,
}


def _judge_ending(step: Step, card: Card) -> Judged:
    """By the exact search."""
    values = step.exact
    best = max(values, key=lambda held: values[held])
    exact = sentences.exact_method(card, values[card], step.before.rule_set.all_tricks - step.number + 1)
    if values[card] == values[best]:
        return Judged(str(card), RIGHT, (say(_("Right.")), exact))
    return Judged(
        str(card), WRONG, (say(_("Not quite.")), exact, _can_do_better(values[best] - values[card]))
    )


def _can_do_better(tricks: int) -> Sentence:
    return say(
        ngettext("Another card gives {n} trick more.", "Another card gives {n} tricks more.", tricks),
        n=tricks,
    )


def _why_trick(step: Step, card: Card) -> list[Sentence]:
    """Who wins the trick with this card, and why."""
    state = step.state
    if state.led is None:
        return []
    trick = play(state, card).finished_tricks[-1]
    return [
        Sentence(said)
        for said in deal_voices.why_won(trick, state.trump, state.rule_set.must_follow(step.number))
    ]


def _why(step: Step, key: str) -> list[Sentence]:
    before = step.before
    match step.ask:
        case "trump":
            return [say(_("The suit of the first upcard is trump for the whole deal."))]
        case "winner":
            return [
                Sentence(said)
                for said in deal_voices.why_won(
                    step.trick, before.trump, before.rule_set.must_follow(step.number)
                )
            ]
        case "draw":
            return [
                say(_("The winner of the trick takes the upcard, and the loser the hidden card below it."))
            ]
        case "next-lead":
            return [say(_("Who wins a trick leads to the next."))]
        case "known":
            return [_where(step, Card.parse(key))]
    return _why_points(step)


def _where(step: Step, card: Card) -> Sentence:
    """What the reader can know of a card."""
    before = step.before
    for trick in before.finished_tricks:
        if card in (trick.lead, trick.reply):
            return say(_("Everyone saw {card} being played in trick {n}."), card=card, n=trick.number)
    if card in before.hands[0]:
        return say(_("You hold {card} yourself."), card=card)
    for trick in before.finished_tricks:
        if trick.upcard == card and trick.winner == 1:
            return say(
                _("The opponent took {card} openly after trick {n} and has not played it since."),
                card=card,
                n=trick.number,
            )
    return say(_("You have not seen {card}, so it may be in the stock as well."), card=card)


def _why_points(step: Step) -> list[Sentence]:
    own, other = step.deal.end.tricks_won
    most, least = max(own, other), min(own, other)
    took = (
        say(_("You took {a} of the last 13 tricks and win the deal."), a=own)
        if deal_winner((own, other), step.deal.end.rule_set) == 0
        else say(_("The opponent took {a} of the last 13 tricks and wins the deal."), a=other)
    )
    made = ngettext(
        "{a} minus {b} tricks makes {p} point.", "{a} minus {b} tricks makes {p} points.", most - least
    )
    return [took, say(made, a=most, b=least, p=most - least)]
