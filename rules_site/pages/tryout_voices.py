"""What a position that the reader plays says: how it stands, what a card led to, why another was refused."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import get_language, gettext, ngettext

from rules_site.pages import deal_voices, voices
from rules_site.pages.tryouts import Table, most_tricks
from trainer.engine.cards import Card
from trainer.engine.state import Trick
from trainer.table import names


def position(table: Table) -> str:
    """The table read aloud: trump, upcard, led card, both hands as far as the reader sees them."""
    said = [voices.trump_is(table.tryout.trump)]
    if table.upcard:
        said.append(voices.upcard_is(table.upcard))
    if table.led:
        said.append(voices.led(1, table.led))
    if table.tryout.phase == 2 and table.hands[1]:
        said.append(voices.opponents_hand_in_words(table.hands[1]))
    if table.hands[0]:
        said.append(voices.hand_in_words(table.hands[0]))
    return " ".join(said)


def refused(table: Table, card: Card) -> str:
    """Why a card may not be played, and which ones may."""
    assert table.led  # only a reply can break the duty to follow
    suit = names.suit_name(table.led.suit, get_language() or "nb")
    why = gettext("You cannot play {card} now. The suit led is {suit}, and you hold {suit}.")
    may = gettext("Cards you may play: {cards}.")
    return " ".join(
        (why.format(card=voices.name(card), suit=suit), may.format(cards=voices.card_list(table.legal)))
    )


def happened(table: Table) -> str:
    """The last trick in one or two sentences: the cards and who wins."""
    trick = table.finished[-1]
    ending = deal_voices.replied(trick, table.tryout.trump)
    return f"{voices.led(0, trick.lead)} {ending}" if trick.leader == 0 else ending


def reasons(table: Table) -> Iterator[str]:
    """Why the last trick went so, what is drawn, who leads next, and how an ending came out."""
    trick = table.finished[-1]
    yield from deal_voices.why_won(trick, table.tryout.trump, table.must_follow)
    if trick.upcard:
        yield _drawn(trick)
        if table.upcard:
            yield _still_trump(table)
    if table.tryout.phase == 2 and not table.hands[0]:
        yield _result(table)
    elif table.led:
        yield gettext("The winner leads.") + " " + voices.led(1, table.led)
    else:
        yield (
            gettext("You lead to the next trick.")
            if trick.winner == 0
            else gettext("The opponent leads to the next trick.")
        )


def button(table: Table, card: Card) -> str:
    """What a card of the hand does."""
    said = gettext("Lead {card}") if table.led is None else gettext("Play {card}")
    return said.format(card=voices.name(card))


def _drawn(trick: Trick) -> str:
    """Who takes which card; the opponent's hidden card is never named."""
    if trick.winner == 0 or not trick.drawn:
        assert trick.upcard
        return voices.drawn(trick.winner, trick.upcard)
    return deal_voices.drawn(trick, all_shown=False)


def _still_trump(table: Table) -> str:
    assert table.upcard
    said = gettext("The new upcard is %(card)s, and trump is still %(suit)s.")
    suit = names.suit_name(table.tryout.trump, get_language() or "nb")
    return said % {"card": voices.name(table.upcard), "suit": suit}


def _result(table: Table) -> str:
    """The reader's tricks of an ending, and what best play would have brought."""
    own, total, most = (
        sum(trick.winner == 0 for trick in table.finished),
        len(table.finished),
        most_tricks(table.tryout),
    )
    took = ngettext("You took %(own)s of %(total)s trick.", "You took %(own)s of %(total)s tricks.", total)
    said = took % {"own": own, "total": total}
    if own < most:
        return f"{said} {gettext('Try again: %(most)s can be taken.') % {'most': most}}"
    return f"{said} {gettext('More cannot be had against best play.')}"
