"""Positions to play within a page: closed as a link, open as the page's address asks.

`?try=no-choice&cards=SK.S7` opens one and plays those cards of the reader's hand; nothing else is in the
address, and nobody's hidden cards are. Without a script the whole page comes with the position open;
htmx asks for the position alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from rules_site.pages import tryout_voices, voices
from rules_site.pages.deal_viewer import Laid
from rules_site.pages.figures import Reader
from rules_site.pages.tryouts import PlacedTryout, Table, Tryout
from trainer.engine.cards import Card, NotationError
from trainer.engine.tricks import IllegalCard

TRY, CARDS = "try", "cards"
_FOLDED = '<details class="faq">'


@dataclass(frozen=True, slots=True)
class Tried:
    """A position as far as an address has played it; `stale` cards don't belong to it."""

    table: Table
    cards: tuple[Card, ...] = ()
    refused: Card | None = None
    stale: bool = False


def tried(tryout: Tryout, text: str, reader: Reader) -> Tried:
    """Play the cards of an address; one that the rules refuse stays in the hand and is explained."""
    table = tryout.table(reader.rules.rule_set)
    cards: list[Card] = []
    for name in text.split(".") if text else ():
        try:
            card = Card.parse(name)
            if card in table.hands[0] and table.refuses(card) and not table.is_over:
                return Tried(table, tuple(cards), refused=card)
            table = table.play(card)
        except (NotationError, IllegalCard):
            return Tried(table, tuple(cards), stale=True)
        cards.append(card)
    return Tried(table, tuple(cards))


@dataclass(frozen=True, slots=True)
class Asked:
    """The position that an address asks for, and how far it has been played."""

    placed: PlacedTryout
    state: Tried

    @property
    def status(self) -> int:
        return 422 if self.state.stale else 200


def asked_tryout(
    asked: Mapping[str, str], placed: Mapping[str, PlacedTryout], reader: Reader
) -> Asked | None:
    """What `?try=` opens; None where nothing is asked for, 404 for a position that the page lacks."""
    if TRY not in asked:
        return None
    one = placed.get(asked[TRY])
    if one is None:
        raise Http404
    return Asked(one, tried(one.tryout, asked.get(CARDS, ""), reader))


def fill_slots(
    html: str, placed: Mapping[str, PlacedTryout], asked: Asked | None, page: str, reader: Reader
) -> str:
    """The page with its positions: all closed but the one that the address asks for."""
    for one in placed.values():
        if asked is None or one != asked.placed:
            html = html.replace(one.slot, render_closed(one, page, reader))
            continue
        before, _slot, after = html.partition(one.slot)
        start, fold, folded = before.rpartition(_FOLDED)
        if fold and "</details>" not in folded:
            before = f'{start}<details class="faq" open>{folded}'
        html = f"{before}{render_open(asked, page, reader)}{after}"
    return html


def render_closed(placed: PlacedTryout, page: str, reader: Reader) -> SafeString:
    """The invitation: a link that opens the position, and for paper the table as it stands."""
    context = {
        "display": reader,
        "id": placed.tryout.id,
        "caption": placed.caption,
        "address": _address(placed, page, reader),
        "table": placed.tryout.table(reader.rules.rule_set),
        "trump": placed.tryout.trump,
    }
    return render_to_string("cards/_try.html", context)


def render_open(asked: Asked, page: str, reader: Reader) -> SafeString:
    """The table with the reader's cards as buttons, and what the last card led to."""
    placed, state, table = asked.placed, asked.state, asked.state.table
    trick = table.finished[-1] if table.finished else None
    context = {
        "display": reader,
        "id": placed.tryout.id,
        "caption": placed.caption,
        "page": reverse(f"pages:{page}"),
        "carried": reader.rules.query(),
        "again": _address(placed, page, reader),
        "state": state,
        "table": table,
        "trump": placed.tryout.trump,
        "backs": range(table.opponent_size - len(table.known)),
        "mine": _laid(table, 0),
        "theirs": _laid(table, 1),
        "next_led": table.led if trick else None,
        "hand": _buttons(state),
        "refused": tryout_voices.refused(table, state.refused) if state.refused else "",
        "happened": tryout_voices.happened(table) if trick else "",
        "reasons": " ".join(tryout_voices.reasons(table)) if trick else "",
        "voice": tryout_voices.position(table),
    }
    return render_to_string("cards/_try_open.html", context)


def _address(placed: PlacedTryout, page: str, reader: Reader) -> str:
    query = urlencode({TRY: placed.tryout.id, **reader.rules.query()})
    return f"{reverse(f'pages:{page}')}?{query}"


def _laid(table: Table, player: int) -> Laid | None:
    """The card of a player in the trick just finished, or the one led to the first trick."""
    if not table.finished:
        return Laid(table.led, voices.lead_label(1)) if player == 1 and table.led else None
    trick = table.finished[-1]
    if trick.leader == player:
        return Laid(trick.lead, voices.lead_label(player), trick.winner == player)
    label = voices.reply_label(player, trick.lead, trick.reply, table.tryout.trump)
    return Laid(trick.reply, label, trick.winner == player)


def _buttons(state: Tried) -> list[dict[str, object]]:
    """The hand: each card with its name for voices and the address's cards with it added."""
    table = state.table
    trick = table.finished[-1] if table.finished else None
    new = None
    if trick and trick.upcard:
        new = trick.upcard if trick.winner == 0 else trick.drawn and trick.drawn[0]
    return [
        {
            "card": card,
            "says": tryout_voices.button(table, card),
            "value": ".".join(map(str, (*state.cards, card))),
            "new": card == new,
            "refused": card == state.refused,
        }
        for card in table.hands[0]
    ]
