"""Any deal in notation, opened in the viewer: read with care, and played on by the engine if need be.

Two notations are read: a deal (`deal.…`) has hands and stock only, a state (`state.…`) also a rule set
and the cards played. What is wrong with a text is told in the reader's language, so each step of
reading is checked here before the engine's own values are made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from django.utils.translation import get_language, gettext, ngettext

from rules_site.pages.worked_deal import WorkedDeal
from trainer.engine.cards import Card, NotationError
from trainer.engine.deals import Deal
from trainer.engine.ending_positions import ending_of
from trainer.engine.positions import position_of
from trainer.engine.rule_sets import RULE_SETS, RuleSet
from trainer.engine.state import IllegalCard, State, new_state, play
from trainer.table import names

LONGEST = 600
SUITS, RANKS = "S H D C", "A K Q J T 9 8 7 6 5 4 3 2"
KINDS = {"deal": 4, "state": 6}
PLAYER = "net"


class DealFault(ValueError):
    """What is wrong with a text that should be a deal, told to the reader."""


def opened(text: str, rule_set: RuleSet) -> WorkedDeal:
    """The deal that a text describes; raise `DealFault` naming what is wrong with it.

    `rule_set` holds for a deal without plays; a state brings its own. Costs some milliseconds where
    the engine has to play, and nothing the second time.
    """
    text = re.sub(r"\s+", "", text)
    kind, *fields = text.split(".")
    _check_shape(text, kind, len(fields))
    if kind == "state":
        name, *fields, plays = fields
        if name not in RULE_SETS:
            wrong = gettext("“%(text)s” is no rule set. Expected one of: %(expected)s.")
            raise DealFault(wrong % {"text": name[:20], "expected": ", ".join(RULE_SETS)})
        return _replayed(_read_deal(fields), RULE_SETS[name], _cards(plays, gettext("The cards played")))
    return engine_play(_read_deal(fields), rule_set)


def _check_shape(text: str, kind: str, fields: int) -> None:
    if not text:
        raise DealFault(gettext("Write or paste a deal."))
    if len(text) > LONGEST:
        raise DealFault(gettext("The text is too long to be a deal."))
    if kind not in KINDS:
        wrong = gettext("The text must begin with “%(deal)s” or “%(state)s”.")
        raise DealFault(wrong % {"deal": "deal.", "state": "state."})
    if fields != KINDS[kind]:
        wrong = ngettext(
            "After “%(kind)s” there must be %(expected)s parts with dots between, not %(found)s part.",
            "After “%(kind)s” there must be %(expected)s parts with dots between, not %(found)s parts.",
            fields,
        )
        raise DealFault(wrong % {"kind": kind, "expected": KINDS[kind], "found": fields})


def _read_deal(fields: Sequence[str]) -> Deal:
    dealer, *rest = fields
    if dealer not in {"0", "1"}:
        raise DealFault(gettext("The dealer must be 0 or 1, where 0 is you and 1 is the opponent."))
    parts = [
        (gettext("Your hand"), 13),
        (gettext("The opponent's hand"), 13),
        (gettext("The stock"), 26),
    ]
    groups = [_cards(text, name) for text, (name, _size) in zip(rest, parts, strict=True)]
    for cards, (name, size) in zip(groups, parts, strict=True):
        if len(cards) != size:
            wrong = gettext("%(part)s: There must be %(expected)s cards, not %(found)s.")
            raise DealFault(wrong % {"part": name, "expected": size, "found": len(cards)})
    seen: set[Card] = set()
    for card in (card for cards in groups for card in cards):
        if card in seen:
            raise DealFault(gettext("The same card is there twice: %(card)s.") % {"card": _name(card)})
        seen.add(card)
    return Deal((groups[0], groups[1]), groups[2], int(dealer))


def _cards(text: str, part: str) -> tuple[Card, ...]:
    return () if text in {"", "-"} else tuple(_each_card(text, part))


def _each_card(text: str, part: str) -> Iterator[Card]:
    for place in range(0, len(text), 2):
        letters = text[place : place + 2]
        try:
            yield Card.parse(letters)
        except NotationError:
            wrong = gettext(
                "%(part)s: “%(text)s” is no card. "
                "A card is one of the suits %(suits)s and then one of the ranks %(ranks)s."
            )
            said = {"part": part, "text": letters, "suits": SUITS, "ranks": RANKS}
            raise DealFault(wrong % said) from None


def _replayed(deal: Deal, rule_set: RuleSet, plays: Sequence[Card]) -> WorkedDeal:
    """The recorded cards, each checked against the rules."""
    states = [new_state(deal, rule_set)]
    state = states[0]
    for number, card in enumerate(plays, start=1):
        try:
            state = play(state, card)
        except IllegalCard:
            raise DealFault(_why_illegal(state, card, number)) from None
        if state.led is None:
            states.append(state)
    if not plays:
        return engine_play(deal, rule_set)
    return WorkedDeal(tuple(states), state.led)


def _why_illegal(state: State, card: Card, number: int) -> str:
    said = {"number": number, "card": _name(card)}
    if state.is_over:
        return gettext("Card number %(number)s: All 52 cards have been played already.") % said
    if card not in state.hand:
        if state.to_play == 0:
            return gettext("Card number %(number)s: You do not hold %(card)s there.") % said
        return gettext("Card number %(number)s: The opponent does not hold %(card)s there.") % said
    return gettext("Card number %(number)s: The rules do not allow %(card)s, suit must be followed.") % said


@lru_cache(maxsize=64)
def engine_play(deal: Deal, rule_set: RuleSet) -> WorkedDeal:
    """The deal played by the engine: each hand by what it sees in phase one, exactly in phase two."""
    from trainer.engine.players import PLAYERS  # noqa: PLC0415 - compiled

    player = PLAYERS[PLAYER]
    states = [new_state(deal, rule_set)]
    while not states[-1].is_over:
        state = states[-1]
        for _card in range(2):
            known = position_of(state, state.to_play) if state.phase == 1 else ending_of(state)
            state = play(state, player.choose(known, 0))
        states.append(state)
    return WorkedDeal(tuple(states), engine_plays=True)


def _name(card: Card) -> str:
    return names.card_name(card, get_language() or "nb")
