"""What the deal viewer says: one sentence a moment, why it went so, and what each player knows.

Every sentence is whole in the catalogue. Players are numbers, 0 for the reader.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import get_language, gettext, ngettext

from rules_site.pages.moments import Knowledge, Moment, Stage, Void, knowledge
from rules_site.pages.voices import card_list, led, name
from trainer.engine.cards import Suit
from trainer.engine.rule_sets import ALL_TRICKS
from trainer.engine.scoring import Scoring, deal_points, deal_winner
from trainer.engine.state import State, Trick
from trainer.table import names


def _suit(suit: Suit) -> str:
    return names.suit_name(suit, get_language() or "nb")


def sentence(moment: Moment, all_shown: bool) -> str:
    """What has just happened; the opponent's hidden card is named only where all cards are shown."""
    trick = moment.trick
    match moment.stage:
        case Stage.LEAD if moment.lead:
            return led(moment.before.leader, moment.lead)
        case Stage.REPLY if trick:
            return replied(trick, moment.before.trump)
        case Stage.DRAW if trick:
            return drawn(trick, all_shown)
    return dealt(moment.before)


def dealt(state: State) -> str:
    """How the deal lies before the first card."""
    upcard = state.deal.stock[0]
    said = (
        gettext("The opponent has dealt, trump is %(suit)s and the upcard is %(card)s.")
        if state.deal.dealer == 1
        else gettext("You have dealt, trump is %(suit)s and the upcard is %(card)s.")
    )
    return said % {"suit": _suit(state.trump), "card": name(upcard)}


def replied(trick: Trick, trump: Suit) -> str:
    """Who answers with what, and who wins the trick by it."""
    mine, wins = trick.leader == 1, trick.winner != trick.leader
    if trick.reply.suit is trick.lead.suit:
        said = _followed(mine, wins)
    elif trick.reply.suit is trump:
        said = (
            gettext("You ruff with %(card)s and win the trick.")
            if mine
            else gettext("The opponent ruffs with %(card)s and wins the trick.")
        )
    else:
        said = (
            gettext("You discard %(card)s, and the opponent wins the trick.")
            if mine
            else gettext("The opponent discards %(card)s, and you win the trick.")
        )
    return said % {"card": name(trick.reply)}


def _followed(mine: bool, wins: bool) -> str:
    if mine:
        if wins:
            return gettext("You play %(card)s and win the trick.")
        return gettext("You play %(card)s, and the opponent wins the trick.")
    if wins:
        return gettext("The opponent plays %(card)s and wins the trick.")
    return gettext("The opponent plays %(card)s, and you win the trick.")


def drawn(trick: Trick, all_shown: bool) -> str:
    """What both take from the stock."""
    assert trick.drawn
    own, other = trick.drawn
    if trick.winner == 1:
        said = gettext("The opponent takes %(upcard)s, and you draw %(card)s without showing it.")
        return said % {"upcard": name(other), "card": name(own)}
    if all_shown:
        said = gettext("You take %(upcard)s, and the opponent draws %(card)s.")
        return said % {"upcard": name(own), "card": name(other)}
    return gettext("You take %(upcard)s, and the opponent draws a hidden card.") % {"upcard": name(own)}


def reasons(moment: Moment) -> list[str]:
    """Why it is so: who leads, why the trick goes where it goes, what is drawn."""
    match moment.stage:
        case Stage.START:
            return [gettext("The suit of the first upcard is trump for the whole deal.")]
        case Stage.LEAD:
            return [_why_lead(moment.before)]
        case Stage.REPLY if moment.trick:
            before = moment.before
            return list(why_won(moment.trick, before.trump, before.rule_set.must_follow(moment.trick.number)))
    return _why_drawn(moment)


def _why_lead(state: State) -> str:
    mine = state.leader == 0
    if not state.finished_tricks:
        return (
            gettext("You lead first, since the opponent has dealt.")
            if mine
            else gettext("The opponent leads first, since you have dealt.")
        )
    return (
        gettext("You won the last trick and lead to this one.")
        if mine
        else gettext("The opponent won the last trick and leads to this one.")
    )


def why_won(trick: Trick, trump: Suit, must_follow: bool) -> Iterator[str]:
    """Why the trick goes where it goes; `must_follow` is the duty in this trick."""
    lead, reply = trick.lead, trick.reply
    if reply.suit is lead.suit:
        best = lead if trick.winner == trick.leader else reply
        yield gettext("Both cards are of one suit, and %(card)s is the higher.") % {"card": name(best)}
        return
    yield _why_not_followed(trick, must_follow)
    if reply.suit is trump:
        yield gettext("A trump beats every card of the other suits, even %(card)s.") % {"card": name(lead)}
    elif lead.suit is trump:
        yield gettext("Only a higher trump beats a trump.")
    else:
        yield gettext("The reply is neither %(suit)s nor trump, so the led card wins.") % {
            "suit": _suit(lead.suit)
        }


def _why_not_followed(trick: Trick, must_follow: bool) -> str:
    mine = trick.leader == 1
    if not must_follow:
        return gettext("Nobody has to follow suit while the stock lasts.")
    said = (
        gettext("You have no %(suit)s and may play any card.")
        if mine
        else gettext("The opponent has no %(suit)s and may play any card.")
    )
    return said % {"suit": _suit(trick.lead.suit)}


def _why_drawn(moment: Moment) -> list[str]:
    after = moment.table
    if after.upcard:
        new = gettext("The new upcard is %(card)s, and trump is still %(suit)s.")
        return [new % {"card": name(after.upcard), "suit": _suit(after.trump)}]
    if after.rule_set.counted_tricks == ALL_TRICKS:
        return [gettext("The stock is empty, so from now on nobody draws a card.")]
    return [gettext("The stock is empty. Now the second part begins, and the tricks count.")]


def known_to_reader(moment: Moment) -> list[str]:
    """What the reader knows of the opponent's hand."""
    known = knowledge(moment, 0)
    if not known.unseen:
        said = gettext("If you have kept count, you know every card of the opponent.")
        hand = names.hand_in_words(known.cards, get_language() or "nb")
        return [said, hand] if known.cards else []
    if known.cards:
        first = gettext("You have seen the opponent take %(cards)s.") % {"cards": card_list(known.cards)}
    else:
        first = gettext("You know none of the opponent's cards.")
    rest = gettext("You have not seen %(unseen)s of the cards, and the opponent holds %(hidden)s of them.")
    return [first, rest % _counts(known), *(_void_of_opponent(void) for void in known.voids)]


def known_to_opponent(moment: Moment) -> list[str]:
    """What the opponent knows of the reader's hand."""
    known = knowledge(moment, 1)
    if not known.unseen:
        return [gettext("The opponent knows what you hold in the same way.")] if known.cards else []
    if known.cards:
        first = gettext("The opponent has seen you take %(cards)s.") % {"cards": card_list(known.cards)}
    else:
        first = gettext("The opponent knows none of your cards.")
    rest = gettext("The opponent has not seen %(unseen)s of the cards, and you hold %(hidden)s of them.")
    return [first, rest % _counts(known), *(_void_of_reader(void) for void in known.voids)]


def _counts(known: Knowledge) -> dict[str, int]:
    return {"unseen": known.unseen, "hidden": known.hidden}


def _void_of_opponent(void: Void) -> str:
    if not void.drawn_since:
        return gettext("The opponent has no %(suit)s.") % {"suit": _suit(void.suit)}
    said = ngettext(
        "The opponent had no %(suit)s in trick %(trick)s, but has drawn %(drawn)s hidden card since.",
        "The opponent had no %(suit)s in trick %(trick)s, but has drawn %(drawn)s hidden cards since.",
        void.drawn_since,
    )
    return said % {"suit": _suit(void.suit), "trick": void.trick, "drawn": void.drawn_since}


def _void_of_reader(void: Void) -> str:
    if not void.drawn_since:
        return gettext("The opponent knows that you have no %(suit)s.") % {"suit": _suit(void.suit)}
    said = ngettext(
        "You had no %(suit)s in trick %(trick)s, but have drawn %(drawn)s hidden card since.",
        "You had no %(suit)s in trick %(trick)s, but have drawn %(drawn)s hidden cards since.",
        void.drawn_since,
    )
    return said % {"suit": _suit(void.suit), "trick": void.trick, "drawn": void.drawn_since}


def result(state: State, scoring: Scoring) -> str:
    """How a finished deal ended, and what it is worth."""
    own, other = state.tricks_won
    winner = deal_winner((own, other), state.rule_set)
    if winner is None:
        return gettext("The deal is drawn, %(own)s–%(other)s. Nobody scores.") % {"own": own, "other": other}
    points = max(deal_points((own, other), scoring, state.rule_set))
    said = gettext("The deal is over. You took %(own)s tricks and the opponent %(other)s.")
    if winner == 0:
        scored = ngettext(
            "You win the deal and score %(points)s point.",
            "You win the deal and score %(points)s points.",
            points,
        )
    else:
        scored = ngettext(
            "The opponent wins the deal and scores %(points)s point.",
            "The opponent wins the deal and scores %(points)s points.",
            points,
        )
    return f"{said % {'own': own, 'other': other}} {scored % {'points': points}}"
