"""Judgements: clear where they should be, not where there is nothing, the same for the same seed."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace

import numpy as np

from tests.engine.self_play import phase_one_positions
from tests.shared_files import paper_lines
from trainer.engine.cards import Card, format_cards, parse_cards
from trainer.engine.estimates import (
    Difference,
    PositionEstimate,
    ducking_cards,
    touching_groups,
    winning_cards,
)
from trainer.engine.positions import Position, legal_cards
from trainer.engine.rule_sets import BASE, FREE, RULE_SETS, Pack
from trainer.engine.screening import quick_gap
from trainer.engine.verification import (
    BATCH,
    CLEAR_TRICKS,
    Gap,
    Judgement,
    gap_of,
    holds_under,
    judge,
    settle,
    sides_of,
)
from trainer.engine.worlds import BELIEFS

LINES = paper_lines("oracle/phase1_positions.jsonl")
POSITIONS = [Position.from_json(line) for line in LINES]
CLEAR, CLOSE = POSITIONS[1], POSITIONS[6]  # by a wide margin; a lead with nothing in it


def numbers(judgement: Judgement) -> list[object]:
    cards = [estimate.cards for estimate in judgement.estimates.values()]
    return [judgement.verdict, judgement.best, judgement.runs, *cards]


def test_the_same_seed_gives_the_same_judgement() -> None:
    for position in (CLEAR, CLOSE):
        assert numbers(judge(position, seed=3)) == numbers(judge(position, seed=3))
    assert numbers(judge(CLEAR, seed=3)) != numbers(judge(CLEAR, seed=4))


def test_a_clear_answer_has_been_through_every_run() -> None:
    judgement = judge(CLEAR, seed=1, max_worlds=600)
    assert judgement.verdict == "clear"
    screen, verify, confirm, second = judgement.runs
    assert len({run.seed for run in judgement.runs}) == 4
    assert screen.gaps.keys() == {"uniform"}
    assert verify.gaps.keys() == confirm.gaps.keys() == second.gaps.keys() == set(BELIEFS)
    assert verify.policy == confirm.policy
    assert len(set(verify.worlds.values())) == 1
    assert all(estimate.worlds == verify.worlds["uniform"] for estimate in judgement.estimates.values())
    for gap in judgement.gaps.values():
        assert gap.is_clear
        assert gap.card in judgement.best


def test_the_right_cards_are_of_the_better_side_and_touching_cards_are_right_together() -> None:
    judgement = judge(CLEAR, seed=1, max_worlds=400)
    assert format_cards(judgement.best) == "CA CK CQ"
    assert set(judgement.best) <= set(winning_cards(CLEAR))
    for group in judgement.groups:
        assert len({card in judgement.best for card in group}) == 1


def test_what_is_hopeless_ends_early() -> None:
    judgement = judge(CLOSE, seed=1)
    assert judgement.verdict == "close"
    assert all(max(run.worlds.values()) < 2000 for run in judgement.runs)


def test_the_screen_sees_about_the_gap_that_full_roll_outs_see() -> None:
    sides = sides_of(CLEAR)
    card, other, seen = quick_gap(CLEAR, sides, worlds=400, seed=2, policy="net")
    full = judge(CLEAR, seed=1, screen=False, least_worlds=400, max_worlds=400).gaps["uniform"]
    assert (card in winning_cards(CLEAR), other in ducking_cards(CLEAR)) == (True, True)
    assert abs(seen.mean - full.tricks.mean) < 0.4
    weighed = quick_gap(CLEAR, sides, worlds=100, seed=2, policy="weighed")[2]  # no net: played to the end
    assert abs(weighed.mean - full.tricks.mean) < 0.8


def test_without_a_screen_both_beliefs_are_looked_at() -> None:
    judgement = judge(CLOSE, seed=1, screen=False, least_worlds=60, max_worlds=60)
    assert judgement.estimates.keys() == set(BELIEFS)
    assert all(estimate.worlds == 60 for estimate in judgement.estimates.values())


def test_a_choice_of_one_answer_is_clear() -> None:
    every = itertools.chain(*(phase_one_positions(seed) for seed in range(20)))
    forced = next(p for p in every if len(touching_groups(p)) == 1)
    judgement = judge(forced, seed=1)
    assert judgement.verdict == "clear"
    assert judgement.best == legal_cards(forced)
    assert judgement.gaps == {}


def test_sides_are_winning_and_ducking_or_groups() -> None:
    assert sides_of(CLEAR) == (winning_cards(CLEAR), ducking_cards(CLEAR))
    assert sides_of(CLOSE) == touching_groups(CLOSE)


def test_at_the_last_reply_the_uniform_belief_is_exact() -> None:
    lasts = (list(phase_one_positions(seed))[-1] for seed in range(50))
    last = next(p for p in lasts if winning_cards(p) and ducking_cards(p))
    judgement = judge(last, seed=1, screen=False, least_worlds=100, max_worlds=400)
    assert judgement.estimates["uniform"].is_enumerated
    assert judgement.gaps["uniform"].tricks.se == 0
    assert judgement.estimates["inferred"].worlds >= 100


def gap(tricks: float, se: float, against: float = -0.1) -> Gap:
    return Gap(Card.parse("SA"), Card.parse("S2"), Difference(tricks, se), Difference(against, 0.02))


def test_clear_takes_the_margin_three_errors_and_no_objection_of_deals_won() -> None:
    assert gap(0.3, 0.099).is_clear
    assert not gap(0.29, 0.01).is_clear
    assert not gap(0.4, 0.14).is_clear
    assert not gap(0.9, 0.1, against=0.05).is_clear
    assert gap(0.9, 0.1, against=0.04).is_clear
    assert not replace(gap(0.9, 0.1), effective=20).is_clear
    assert gap(0.1, 0.05).is_hopeless
    assert not gap(0.1, 0.11).is_hopeless
    assert gap(0.9, 0.1, against=0.07).is_hopeless


@dataclass
class DrawnNumbers:
    """A sample of two cards whose true difference is known: numbers drawn instead of deals played out."""

    belief: str
    true_gap: float
    rng: np.random.Generator
    seed: int = 0
    policy: str = "none"
    outcomes: list[np.ndarray] = field(default_factory=list)

    @property
    def worlds(self) -> int:
        return sum(map(len, self.outcomes))

    def grow(self, count: int) -> None:
        """Two cards that share most of their luck; the difference spreads by 1.8 tricks, as in play."""
        common = self.rng.normal(6.5, 1.5, count)
        own = self.rng.normal(0, 1.27, (count, 2))
        tricks = common[:, None] + own + np.array([self.true_gap, 0.0])
        self.outcomes.append(np.clip(np.round(tricks), 0, 13).astype(np.int8))

    def estimate(self) -> PositionEstimate:
        groups = ((winning_cards(CLEAR)[0],), (ducking_cards(CLEAR)[0],))
        outcomes = np.concatenate(self.outcomes)
        return PositionEstimate(CLEAR, groups, outcomes, None, False, 0, self.policy, self.belief)


def share_accepted(true_gap: float, runs: int) -> float:
    rng = np.random.default_rng(5)
    sides = [winning_cards(CLEAR)[:1], ducking_cards(CLEAR)[:1]]
    accepted = 0
    for _ in range(runs):
        samples = [DrawnNumbers(belief, true_gap, rng) for belief in BELIEFS]
        accepted += settle(samples, sides, 4000, BATCH).verdict == "clear"  # type: ignore[arg-type]
    return accepted / runs


def test_looking_again_and_again_does_not_turn_noise_into_an_answer() -> None:
    """The rule stops as soon as a gap looks clear, so cards that are equal get many chances to look unequal.

    Measured over 3,000 runs, before any confirmation: none at a gap of 0, 0.07 % at 0.1,
    0.4 % at 0.15, 2.8 % at 0.2.
    """
    assert share_accepted(0.0, 400) <= 0.005
    assert share_accepted(0.15, 200) <= 0.04
    assert share_accepted(CLEAR_TRICKS + 0.2, 50) >= 0.9


def test_judgements_agree_with_the_reference_where_both_are_clear() -> None:
    """The reference has another policy, and 300 worlds a card.

    Measured with the net as policy: see the assertion; leads and replies alike.
    """
    agreed, compared = 0, 0
    for line, position in zip(LINES[:20], POSITIONS[:20], strict=True):
        judgement = judge(position, seed=1, max_worlds=600)
        cards = line["reference"]["cards"]
        reference = {Card.parse(name): row["tricks"] for name, row in cards.items()}
        sides = sides_of(position)
        tops = sorted((max(side, key=reference.__getitem__) for side in sides), key=reference.__getitem__)
        if judgement.is_clear and reference[tops[-1]] - reference[tops[-2]] >= CLEAR_TRICKS:
            compared += 1
            side = next(side for side in sides if tops[-1] in side)
            agreed += set(judgement.best) <= set(side)
    assert compared >= 5
    assert agreed == compared


def test_an_answer_is_looked_for_under_the_other_rule_sets() -> None:
    best = parse_cards("CA CK CQ")
    holds = holds_under(CLEAR, best, seed=1)
    assert holds.keys() == RULE_SETS.keys()
    assert holds["base"] is True
    assert holds["all26"] is True  # the winner also takes a trick that counts
    assert holds_under(CLEAR, ducking_cards(CLEAR), seed=1)["all26"] is False
    assert set(holds_under(CLOSE, CLOSE.hand[:1], seed=1, worlds=60).values()) <= {True, False, None}


def test_a_revoke_in_the_history_leaves_the_strict_rules_unknown() -> None:
    every = itertools.chain(*(phase_one_positions(seed, rule_set=FREE) for seed in range(5)))
    for position in every:
        try:
            replace(position, rule_set=BASE)
        except ValueError:
            holds = holds_under(position, legal_cards(position)[:1], seed=1, worlds=20)
            assert (holds["base"], holds["all26"], holds["free"]) == (None, None, True)
            return
    raise AssertionError("no position with a revoke")


def test_small_packs_are_judged_by_the_same_code() -> None:
    rules = BASE.on(Pack(2, 6, 3))
    verdicts = {judge(p, seed=1, max_worlds=400).verdict for p in phase_one_positions(2, rule_set=rules)}
    assert "clear" in verdicts


def test_the_gap_is_between_the_best_cards_of_the_sides() -> None:
    judgement = judge(CLEAR, seed=1, screen=False, least_worlds=100, max_worlds=100)
    estimate = judgement.uniform
    found = gap_of(estimate, sides_of(CLEAR))
    assert found.card == estimate.best_of(winning_cards(CLEAR))
    assert found.other == estimate.best_of(ducking_cards(CLEAR))
    assert found.tricks == estimate.difference(found.card, found.other)
