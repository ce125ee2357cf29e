"""The sentence patterns of the language guide (section 3) that drills say, by number.

Every function returns a `Sentence`; the translation decides the words, this module which pattern is
true here.
"""

from __future__ import annotations

import math

from django.utils.translation import gettext as _

from trainer.drills.choices import Choice
from trainer.drills.models import Attempt, DrillVersion
from trainer.drills.situations import Situation, offers_both_sides
from trainer.drills.table_view import TableView
from trainer.drills.voice import Sentence, say
from trainer.engine.cards import Card, Suit
from trainer.engine.results import Estimate
from trainer.table import formats


def position_sentence(table: TableView, tricks_won: tuple[int, int] | None = None) -> Sentence:
    """Where the player is (1-3); in phase two with the tricks so far, if they are known."""
    if table.phase == 2:
        return _ending_sentence(table.trump, len(table.hand), tricks_won)
    assert table.upcard is not None
    if table.led is None:
        return say(
            _("In trick {n} of 13 in phase one, {suit} are trump, the upcard is {upcard} and you lead."),
            n=table.trick,
            suit=table.trump,
            upcard=table.upcard,
        )
    return say(
        _(
            "In trick {n} of 13 in phase one, {suit} are trump, the upcard is {upcard} "
            "and the opponent has led {led}."
        ),
        n=table.trick,
        suit=table.trump,
        upcard=table.upcard,
        led=table.led,
    )


def _ending_sentence(trump: Suit, cards: int, tricks_won: tuple[int, int] | None) -> Sentence:
    if tricks_won is None:
        return say(_("In phase two, {suit} are trump and you hold {k} cards."), suit=trump, k=cards)
    own, other = tricks_won
    return say(
        _("In phase two, {suit} are trump, you hold {k} cards and the tricks stand at {a}–{b}."),
        suit=trump,
        k=cards,
        a=own,
        b=other,
    )


def open_hands() -> Sentence:
    """Why both hands are shown in phase two (F12)."""
    return say(_("Both hands are open, for whoever has followed every card knows where they are."))


def prompt(situation: Situation) -> str:
    """The question (4, 5): win or duck where both can be done, else which card."""
    if situation.led is None:
        return _("Which card do you lead?")
    if situation.led is not None and offers_both_sides(situation):
        return _("Do you want to win the trick or let it go?")
    return _("Which card do you play?")


def estimated_verdict(chosen: Choice, best: Card) -> Sentence:
    """Right, nearly or wrong with the cost (6-8)."""
    assert chosen.card is not None
    match chosen.verdict:
        case Attempt.Verdict.RIGHT:
            return say(_("Right. You chose {card}, and no other card is clearly better."), card=chosen.card)
        case Attempt.Verdict.NEARLY:
            pattern = _("Nearly. You chose {card}, and that costs {x} tricks on average. Best is {best}.")
        case _wrong:
            pattern = _("Wrong. You chose {card}, and that costs {x} tricks on average. Best is {best}.")
    return say(pattern, card=chosen.card, x=chosen.loss, best=best)


def side_verdict(side: str, chosen: Choice, best: Card) -> Sentence:
    """Right or wrong about winning the trick or letting it go, with the cost (after 6 and 8)."""
    wins = side == DrillVersion.Side.WIN
    if chosen.verdict == Attempt.Verdict.RIGHT:
        pattern = (
            _("Right. You chose to win the trick. Best is {best}.")
            if wins
            else _("Right. You chose to let the trick go. Best is {best}.")
        )
        return say(pattern, best=best)
    pattern = (
        _("Wrong. You chose to win the trick, and that costs {x} tricks on average. Best is {best}.")
        if wins
        else _("Wrong. You chose to let the trick go, and that costs {x} tricks on average. Best is {best}.")
    )
    return say(pattern, x=chosen.loss, best=best)


def cards_named(verdict: str, right: int) -> Sentence:
    """How many of the opponent's cards were named."""
    match verdict:
        case Attempt.Verdict.RIGHT:
            return say(_("Right. You named all 13 cards of the opponent."))
        case Attempt.Verdict.NEARLY:
            return say(_("Nearly. You named {n} of the opponent's 13 cards."), n=right)
        case _wrong:
            return say(_("Wrong. You named {n} of the opponent's 13 cards."), n=right)


def chance_to_win(chosen: Choice, best: Choice, enumerated: bool) -> Sentence | None:
    """The share of deals won (20), beside that of the best card where it is another one.

    Where deals were drawn, 0 and 100 % have a margin, too: at least one point.
    """
    one, other = chosen.result, best.result
    if not isinstance(one, Estimate) or not isinstance(other, Estimate):
        return None
    assert chosen.card and best.card
    share, most = formats.percent(round(one.win, 2)), formats.percent(round(other.win, 2))
    margin = 0 if enumerated else max(math.ceil(100 * max(one.win_margin, other.win_margin)), 1)
    if chosen.verdict == Attempt.Verdict.RIGHT:
        said = (
            _("The chance of winning the deal is {p} (uncertainty ± {se} percentage points).")
            if margin
            else _("The chance of winning the deal is {p}.")
        )
    elif share == most:
        said = _("The chance of winning the deal is {p} with both.")
    elif margin:
        said = _(
            "The chance of winning the deal is {p} with {card} and {q} with {best} "
            "(uncertainty ± {se} percentage points)."
        )
    else:
        said = _("The chance of winning the deal is {p} with {card} and {q} with {best}.")
    return say(said, p=share, q=most, card=chosen.card, best=best.card, se=margin)


def equally_good(cards: tuple[Card, ...]) -> Sentence:
    """Several right cards (9)."""
    return say(_("Equally good cards: {cards}."), cards=cards)


def estimate_method(  # noqa: PLR0913, PLR0917 - what the sentence says
    better: Card, other: Card, deals: int, difference: float, margin: float, strong: bool = False
) -> Sentence:
    """What an estimate is (17); `margin` is half the 95 % interval of the difference.

    `strong` where both sides were played by a trained net; other play is named beside it (`tips_policy`).
    """
    said = (
        _(
            "We played the deal out {n} times against strong play. On average {best} took {x} tricks more "
            "than {card} (uncertainty ± {se})."
        )
        if strong
        else _(
            "We played the deal out {n} times. On average {best} took {x} tricks more than {card} "
            "(uncertainty ± {se})."
        )
    )
    return say(said, n=deals, x=difference, best=better, card=other, se=margin)


def enumerated_method(better: Card, other: Card, possibilities: int, difference: float) -> Sentence:
    """At the last trick of phase one only one card is hidden: all possibilities are counted."""
    return say(
        _(
            "Only one hidden card is left in the stock. We computed all {n} possibilities exactly. "
            "On average {best} takes {x} tricks more than {card}."
        ),
        n=possibilities,
        x=difference,
        best=better,
        card=other,
    )


def exact_method(card: Card, tricks: int, of: int) -> Sentence:
    """What an exact result is (21)."""
    return say(
        _("Exactly computed: With {card} you take {n} of {m} tricks when both play as well as possible."),
        card=card,
        n=tricks,
        m=of,
    )


def exact_loss(tricks: int, best: Card) -> Sentence:
    """What an exact slip costs (22)."""
    return say(_("That is {n} tricks fewer than with {best}."), n=tricks, best=best)


def illegal_card(card: Card, led_suit: Suit) -> Sentence:
    """Why a card may not be played (23)."""
    return say(
        _("You cannot play {card} now. The suit led is {suit}, and you hold {suit}."),
        card=card,
        suit=led_suit,
    )


def legal_list(cards: tuple[Card, ...]) -> Sentence:
    """The cards that may be played (23)."""
    return say(_("Cards you may play: {cards}."), cards=cards)


def answered_before() -> str:
    """A second answer to the same form (38)."""
    return _("You have already answered this drill. The first answer counts.")


def session_expired() -> str:
    """The form is older than the sign-in (36)."""
    return _("You have been signed out because you were away for a while. Sign in again to go on.")


def uniform_belief() -> Sentence:
    """Which hands the opponent was given."""
    return say(
        _("The hidden cards were drawn evenly among all hands that fit what you have seen."),
    )


def both_beliefs() -> Sentence:
    """The answer holds under both beliefs (18)."""
    return say(_("The answer is the same however we read the opponent's cards."))


def tips_policy() -> Sentence:
    """How the deals were played out."""
    return say(
        _("In phase one both sides followed the usual advice, and phase two was computed exactly."),
    )
