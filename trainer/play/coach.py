"""What the coach knows: no more than the learner may know, and each number with its certainty.

In phase one every card is tried in deals that fit what the learner has seen, played out to the exact
end. The best card is found in a first round; what another card costs against it is measured in fresh
deals, so that luck in the first round does not look like a cost. In phase two the costs are exact.
"""

from __future__ import annotations

from dataclasses import dataclass

from trainer.engine.cards import Card
from trainer.engine.endings import best_card, ending_values
from trainer.engine.positions import Position
from trainer.engine.results import MARGIN_ERRORS, margin_in_tenths
from trainer.engine.seat_views import SeatView

SEED = "coach"


@dataclass(frozen=True, slots=True)
class Effort:
    """How many deals find the best card, and how many fresh ones measure what another costs."""

    first: int
    more: int


QUICK = Effort(60, 120)  # before a card is taken
THOROUGH = Effort(150, 400)  # for who asks, and after the deal


@dataclass(frozen=True, slots=True)
class Cost:
    """What a card takes less than the best one, in tricks; `se` is 0 where it is exact.

    `suit_alone` says that all cards of the best one's suit are as good.
    """

    card: Card
    best: Card
    tricks: float
    se: float
    deals: int
    suit_alone: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether nothing is estimated."""
        return self.deals == 0

    @property
    def margin(self) -> float:
        """Half the 95 % interval."""
        return MARGIN_ERRORS * self.se

    @property
    def said_margin(self) -> float:
        """The margin to one decimal, rounded up: an estimate is never said to be without error."""
        return margin_in_tenths(self.margin)

    @property
    def said_tricks(self) -> int | float:
        """The cost as it is said: whole in an ending, else the mean over what may lie hidden."""
        return int(self.tricks) if self.is_exact and self.tricks.is_integer() else self.tricks

    @property
    def counts(self) -> bool:
        """Whether it costs more than nothing for sure: more than the margin, both as they are said."""
        return self.tricks > 0 if self.is_exact else round(self.tricks, 1) > self.said_margin

    def is_over(self, threshold: float) -> bool:
        """Whether it costs more than so many tricks, and surely more than nothing."""
        return self.tricks >= threshold and self.counts


def best_and_next(view: SeatView) -> Cost:
    """The best card, with what the best one of another kind costs; the same card where there is no other."""
    if isinstance(view, Position):
        return _estimated(view, None, THOROUGH)
    ending = view.ending
    values, best = ending_values(ending), best_card(ending)
    others = [card for card, tricks in values.items() if tricks < values[best]]
    other = max(others, key=lambda card: values[card], default=best)
    alone = all(tricks == values[best] for card, tricks in values.items() if card.suit is best.suit)
    return Cost(other, best, float(values[best] - values[other]), 0.0, 0, alone)


def cost_of(view: SeatView, card: Card, effort: Effort = QUICK) -> Cost:
    """What a legal card costs against the best one."""
    if isinstance(view, Position):
        return _estimated(view, card, effort)
    values, best = ending_values(view.ending), best_card(view.ending)
    return Cost(card, best, float(values[best] - values[card]), 0.0, 0)


def dear(view: SeatView, card: Card, threshold: float) -> Cost | None:
    """The cost of a card that costs more than so many tricks; a first doubt is looked into. None else."""
    quick = cost_of(view, card)
    if quick.is_exact or not quick.is_over(threshold):
        return quick if quick.is_over(threshold) else None
    cost = cost_of(view, card, THOROUGH)
    return cost if cost.is_over(threshold) else None


def _estimated(position: Position, card: Card | None, effort: Effort) -> Cost:
    """The cost of `card`, or of the second best group where none is named."""
    from trainer.engine.estimates import sample_of, touching_groups  # noqa: PLC0415 - compiled, for who plays
    from trainer.engine.opponents import view_seed  # noqa: PLC0415

    groups, seed = touching_groups(position), view_seed(position, SEED) >> 1
    if len(groups) == 1:
        return Cost(card or groups[0][-1], groups[0][-1], 0.0, 0.0, 0)
    sample = sample_of(position, seed=seed, groups=groups)
    sample.grow(effort.first)
    first = sample.estimate()
    order = sorted(groups, key=lambda group: -first.estimate(group[0]).tricks)
    best, other = order[0], order[1] if card is None else next(g for g in groups if card in g)
    named = card or other[-1]
    if best == other:
        return Cost(named, named, 0.0, 0.0, effort.first)
    if sample.is_enumerated:
        found, deals = first.difference(best[0], other[0]), 0
    else:
        again = sample_of(position, seed=seed, groups=(best, other), first_world=effort.first)
        again.grow(effort.more)
        found, deals = again.estimate().difference(best[0], other[0]), effort.more
    alone = sum(group[0].suit is best[0].suit for group in groups) == 1
    return Cost(named, best[-1], max(found.mean, 0.0), found.se, deals, alone)
