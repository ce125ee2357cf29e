"""The deal viewer: one moment of a deal drawn and told, with the way forward and back.

Each moment has an address, so it works without a script; with one, `#viewer` alone changes. The
opponent's hidden cards are in the page only when the reader asks for all hands, and in phase two,
where everyone can know them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules_site.pages import deal_voices, voices
from rules_site.pages.figures import Reader
from rules_site.pages.moments import Moment, Stage, knowledge
from rules_site.pages.worked_deal import WorkedDeal
from trainer.engine.cards import Card
from trainer.engine.state import Trick

STEP, SHOW = "step", "show"
ALL = "all"


@dataclass(frozen=True, slots=True)
class Viewing:
    """What of a deal an address asks for; `carried` is the rest of its query."""

    deal: WorkedDeal
    step: int
    all_shown: bool
    carried: tuple[tuple[str, str], ...]

    @classmethod
    def asked(cls, deal: WorkedDeal, query: Mapping[str, str], carried: Mapping[str, str]) -> Viewing:
        """Read `?step=17&show=all`; a step that does not exist gives the nearest one."""
        text = query.get(STEP, "")
        step = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
        shown = query.get(SHOW) == ALL
        return cls(deal, min(step, len(deal.moments) - 1), shown, tuple(carried.items()))

    @property
    def moment(self) -> Moment:
        return self.deal.moments[self.step]

    def address(self, step: int, all_shown: bool | None = None) -> str:
        """The query of a step of the same deal."""
        shown = self.all_shown if all_shown is None else all_shown
        return "?" + urlencode((*self.carried, (STEP, step), *([(SHOW, ALL)] if shown else [])))


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table with the words under it; without a card, its back."""

    card: Card | None
    label: str
    won: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the reader's hand: the card, whether it has just been played or drawn."""

    card: Card
    gone: bool = False
    new: bool = False


def render_deal(viewing: Viewing, reader: Reader, caption: SafeString, own_page: str = "") -> SafeString:
    """The figure at one moment, with the list of all tricks below it; `own_page` leads to the deal alone."""
    first = Viewing(viewing.deal, 0, viewing.all_shown, viewing.carried)
    parts = {
        "step": render_step(viewing, reader),
        "tricks": _tricks(first, reader),
        "caption": caption,
        "own_page": own_page,
    }
    return render_to_string("cards/_deal.html", parts)


@lru_cache(maxsize=64)
def _tricks(viewing: Viewing, reader: Reader) -> SafeString:
    """The list of tricks, the same at every step."""
    rows = [_row(trick, viewing) for trick in viewing.deal.tricks]
    return render_to_string("cards/_tricks.html", {"display": reader, "rows": rows})


@lru_cache(maxsize=512)
def render_step(viewing: Viewing, reader: Reader) -> SafeString:
    """The part of the figure that changes from moment to moment."""
    return render_to_string("cards/_step.html", _context(viewing, reader))


def _context(viewing: Viewing, reader: Reader) -> dict[str, object]:
    moment, table = viewing.moment, viewing.moment.table
    number = len(moment.before.finished_tricks) + 1
    counted = moment.after if moment.stage is not Stage.LEAD and moment.after else moment.before
    return {
        "display": reader,
        "viewing": viewing,
        "moment": moment,
        "number": number if moment.stage is not Stage.START else 0,
        "phase": moment.phase,
        "tally": counted.tricks_won if any(counted.tricks_won) else None,
        "trump": moment.before.trump,
        "upcard": table.upcard,
        "stock_hidden": max(len(table.stock_left) - 1, 0),
        "next_hidden": table.stock_left[1] if viewing.all_shown and table.upcard else None,
        "opponent": _opponent(viewing),
        "mine": laid_card(moment, 0, viewing.all_shown),
        "theirs": laid_card(moment, 1, viewing.all_shown),
        "hand": _hand(moment),
        "said": deal_voices.sentence(moment, viewing.all_shown),
        "ending": _ending(moment, reader),
        "stops": viewing.step == len(viewing.deal.moments) - 1 and not viewing.deal.end.is_over,
        "reasons": deal_voices.reasons(moment),
        "known": deal_voices.known_to_reader(moment),
        "known_to_opponent": deal_voices.known_to_opponent(moment),
        "voice": _hands_in_words(viewing),
        "ways": _ways(viewing),
    }


def _ending(moment: Moment, reader: Reader) -> str:
    return deal_voices.result(moment.after, reader.rules.scoring) if moment.is_last and moment.after else ""


def _opponent(viewing: Viewing) -> dict[str, object]:
    """The opponent's cards as they lie: some face up, the rest as backs."""
    moment = viewing.moment
    hand = moment.hands[1]
    seen = hand if viewing.all_shown else knowledge(moment, 0).cards
    return {"seen": seen, "backs": range(len(hand) - len(seen)), "size": len(hand)}


def laid_card(moment: Moment, player: int, all_shown: bool) -> Laid | None:
    """The card of a player on the table: the one played, or at a draw the one taken from the stock."""
    trick = moment.trick
    if moment.stage is Stage.DRAW and trick and trick.drawn:
        card: Card | None = trick.drawn[player]
        if player == 1 and trick.winner == 0 and not all_shown:
            card = None
        return Laid(card, voices.taken_label(trick.winner == player))
    leads = player == moment.before.leader
    if leads and moment.played:
        won = moment.stage is Stage.REPLY and trick is not None and trick.winner == player
        return Laid(moment.played[0], voices.lead_label(player), won)
    if not leads and len(moment.played) == 2 and trick:
        label = voices.reply_label(player, trick.lead, trick.reply, moment.before.trump)
        return Laid(trick.reply, label, trick.winner == player)
    return None


def _hand(moment: Moment) -> list[Slot]:
    """The reader's hand: a gap where a card has left it, a mark on the one just drawn."""
    trick = moment.trick
    if moment.stage is Stage.DRAW and trick and trick.drawn:
        return [Slot(card, new=card == trick.drawn[0]) for card in moment.hands[0]]
    return [Slot(card, gone=card in moment.played) for card in moment.before.hands[0]]


def _hands_in_words(viewing: Viewing) -> str:
    own, other = viewing.moment.hands
    said = voices.hand_in_words(own) if own else ""
    if viewing.all_shown and other:
        return f"{said} {voices.opponents_hand_in_words(other)}"
    return said


def _ways(viewing: Viewing) -> dict[str, str]:
    """Where the buttons lead; a way that does not exist is empty."""
    step, last = viewing.step, len(viewing.deal.moments) - 1
    number = len(viewing.moment.before.finished_tricks) + 1
    start = viewing.deal.step_of_trick(number)
    before = start if step > start else viewing.deal.step_of_trick(number - 1) if number > 1 else 0
    after = viewing.deal.step_of_trick(number + 1) if step >= start else start
    return {
        "previous": viewing.address(step - 1) if step else "",
        "following": viewing.address(step + 1) if step < last else "",
        "previous_trick": viewing.address(before) if step else "",
        "following_trick": viewing.address(after) if step < last else "",
        "first": viewing.address(0),
        "last": viewing.address(last),
        "toggle": viewing.address(step, all_shown=not viewing.all_shown),
    }


def _row(trick: Trick, viewing: Viewing) -> dict[str, object]:
    own, other = (trick.lead, trick.reply) if trick.leader == 0 else (trick.reply, trick.lead)
    return {
        "number": trick.number,
        "address": viewing.address(viewing.deal.step_of_trick(trick.number)),
        "own": own,
        "other": other,
        "leader": trick.leader,
        "winner": trick.winner,
        "draw": trick.drawn[0] if trick.drawn else None,
        "other_draw": trick.drawn[1] if trick.drawn and (viewing.all_shown or trick.winner == 1) else None,
    }
