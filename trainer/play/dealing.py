"""From a stored deal to the engine's values: its state, and the score of its match."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from trainer.engine.deals import Deal, shuffled_deal
from trainer.engine.notation import read_cards
from trainer.engine.rule_sets import RULE_SETS, RuleSet
from trainer.engine.scoring import Match, Scoring
from trainer.engine.state import State, new_state, play
from trainer.play.models import PlayedDeal, PlayedMatch
from trainer.table.chosen_rules import ChosenRules

LEARNER, OPPONENT = 0, 1


def deal_of(seed: str, dealer: int) -> Deal:
    """The cards of a seed. With the other dealer the hands change seats: who leads holds the same cards."""
    return shuffled_deal(Random(f"play {seed}"), dealer=dealer)


def rules_of(match: PlayedMatch) -> RuleSet:
    """The rule set of a match."""
    return RULE_SETS[match.rule_set]


def state_of(deal: PlayedDeal) -> State:
    """The state that a deal has come to; `deal.match` is loaded."""
    return played_state(deal.seed, deal.dealer, deal.match.rule_set, deal.plays)


@lru_cache(maxsize=256)
def played_state(seed: str, dealer: int, rule_set: str, plays: str) -> State:
    """The state after `plays`; that of one card less is mostly known already."""
    if not plays:
        return new_state(deal_of(seed, dealer), RULE_SETS[rule_set])
    before = played_state(seed, dealer, rule_set, plays[:-2])
    return play(before, read_cards(plays[-2:])[0])


def thinking_seed(deal: PlayedDeal) -> str:
    """What seeds the opponent's chance moves: the same deal meets the same opponent."""
    return f"thinking {deal.seed}"


def score_of(match: PlayedMatch, deals: Iterable[PlayedDeal]) -> Match:
    """The match with the deals that are over, in their order."""
    tricks = tuple((deal.own or 0, deal.other or 0) for deal in deals if deal.is_over)
    return Match(
        Scoring(match.scoring), match.target, match.deals_limit, rules_of(match), match.first_dealer, tricks
    )


def chosen_rules(match: PlayedMatch) -> ChosenRules:
    """The rules of a match as other pages write them."""
    return ChosenRules(rules_of(match), Scoring(match.scoring), match.target, match.deals_limit)
