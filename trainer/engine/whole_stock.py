"""The game with the whole stock dealt out (F34): trump is turned up, then 26 cards each.

The deal is that of the base game up to the turned card. The stock, that card first, then
goes alternately to both, the non-dealer first, so the turned card is the non-dealer's
(this site's ruling). There is no phase one: all 26 tricks are played for, and they score
as in the rule set with all 26 tricks (F31).
"""

from __future__ import annotations

from .deals import Deal
from .rule_sets import ALL26
from .scoring import Pair, Scoring, deal_points
from .stockless import StocklessState, new_stockless_state

HAND = 26


def whole_stock_state(deal: Deal) -> StocklessState:
    """Both hands of 26 before the first trick, the non-dealer to lead (F34).

    >>> from random import Random
    >>> from .deals import shuffled_deal
    >>> deal = shuffled_deal(Random(7), dealer=1)
    >>> state = whole_stock_state(deal)
    >>> [len(hand) for hand in state.hands], state.leader, deal.stock[0] in state.hands[0]
    ([26, 26], 0, True)
    """
    drawn = (deal.upcards, deal.hidden_cards) if deal.dealer == 1 else (deal.hidden_cards, deal.upcards)
    hands = deal.hands[0] + drawn[0], deal.hands[1] + drawn[1]
    return new_stockless_state(hands, deal.trump, leader=1 - deal.dealer)


def whole_stock_points(tricks: Pair, scoring: Scoring = Scoring.DEALS) -> Pair:
    """What both players score for 26 tricks (F31, F34): 13-13 is drawn and over six is not offered."""
    return deal_points(tricks, scoring, ALL26)
