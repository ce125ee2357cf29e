"""What is said while an ending is played on: the goal, what just happened, what a card cost, the end."""

from __future__ import annotations

from django.utils.translation import gettext as _

from trainer.drills.sentences import equally_good
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card
from trainer.engine.ending_play import PlayedEnding, Turn
from trainer.engine.state import Trick

SEVEN = "take-7"


def asked_goal(goal: str) -> Sentence:
    """The goal before the first card, when the most that can be got is still the question."""
    if goal == SEVEN:
        return say(_("The goal is at least {n} tricks in all."), n=7)
    return say(_("The goal is as many tricks as you can get."))


def goal(tricks: int) -> Sentence:
    """The goal once the first card is answered."""
    return say(_("The goal is at least {n} tricks in all."), n=tricks)


def still_possible(tricks: int) -> Sentence:
    """What best play from here on comes to, after a card that cost tricks."""
    return say(_("With best play from here you get {n}."), n=tricks)


def happened(so_far: PlayedEnding, before: int) -> list[Sentence]:
    """The tricks that were finished after the first `before`, and whose turn it is."""
    told = [_won(trick, so_far.learner) for trick in so_far.tricks[before:]]
    if so_far.ending.is_over:
        return told
    led = so_far.ending.led
    told.append(say(_("You lead.")) if led is None else say(_("The opponent leads {led}."), led=led))
    return told


def _won(trick: Trick, learner: int) -> Sentence:
    own, other = (trick.lead, trick.reply) if trick.leader == learner else (trick.reply, trick.lead)
    if trick.winner == learner:
        return say(_("You win the trick with {card} against {other}."), card=own, other=other)
    return say(_("The opponent wins the trick with {card} against {other}."), card=other, other=own)


def slip(turn: Turn) -> list[Sentence]:
    """What a card cost, and what would have been right."""
    best = turn.best
    told = [
        say(
            _("Wrong. You chose {card}, and that costs {n} tricks. Best is {best}."),
            card=turn.card,
            n=turn.cost,
            best=best[0],
        )
    ]
    return [*told, equally_good(best)] if len(best) > 1 else told


def trick_of_line(trick: Trick, learner: int) -> Sentence:
    """One trick of a line that is shown."""
    match trick.leader == learner, trick.winner == learner:
        case True, True:
            pattern = _("You lead {lead}, the opponent plays {reply}: your trick.")
        case True, False:
            pattern = _("You lead {lead}, the opponent plays {reply}: the opponent's trick.")
        case False, True:
            pattern = _("The opponent leads {lead}, you play {reply}: your trick.")
        case _other:
            pattern = _("The opponent leads {lead}, you play {reply}: the opponent's trick.")
    return say(pattern, lead=trick.lead, reply=trick.reply)


def punished(turn: Turn, lost: int) -> Sentence:
    """What the line of a refutation shows: `lost` tricks in it, against all that best play loses."""
    fewest = turn.ending.tricks_left - max(turn.values.values())
    return say(
        _("Then the opponent has won {a} tricks. With {best} it would have been {b} by the end."),
        a=lost,
        b=fewest,
        best=turn.best[0],
    )


def reached(tricks: int, target: int) -> str:
    """The headline of the end."""
    if tricks >= target:
        return _("You reached the goal")
    return say(_("{n} tricks short of the goal"), n=target - tricks).words()


def result(own: int, other: int) -> Sentence:
    """How the tricks stand at the end."""
    return say(_("You took {a} tricks and the opponent {b}."), a=own, b=other)


def whole_cost(cost: int) -> Sentence:
    """What all of the learner's cards cost together."""
    if not cost:
        return say(_("None of your cards cost a trick."))
    return say(_("Together your cards cost {n} tricks."), n=cost)


def refused_line() -> Sentence:
    """An address or form that does not fit the cards."""
    return say(_("This page no longer fitted the cards. Here is the ending as it stands."))


def button_name(card: Card, leads: bool, legal: bool) -> str:
    """What a voice calls a card of the hand."""
    if not legal:
        return say(_("{card}, not allowed now"), card=card).words()
    return say(_("Lead {card}") if leads else _("Play {card}"), card=card).words()
