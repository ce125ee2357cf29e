"""Why one card is better: parts that add up, say what they should, and know the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.self_play import phase_one_positions
from tests.shared_files import paper_lines
from trainer.engine.cards import Card
from trainer.engine.estimates import (
    Difference,
    ducking_cards,
    estimate_cards,
    touching_groups,
    winning_cards,
)
from trainer.engine.positions import Position
from trainer.engine.rule_sets import ALL26, BASE, RULE_SETS, Pack, RuleSet
from trainer.engine.splits import Split, split
from trainer.engine.worlds import BELIEFS

POSITIONS = [Position.from_json(line) for line in paper_lines("oracle/phase1_positions.jsonl")]
PARTS = {
    "winner": {"opponent", "prize", "spent", "lead"},
    "lead": {"spent", "reply", "prize", "lead"},
    "same": {"spent"},
}


def require_sum(parted: Split, expected: Difference) -> None:
    assert sum(part.mean for part in parted.parts.values()) == pytest.approx(parted.total.mean)
    assert parted.total.mean == pytest.approx(expected.mean)
    assert parted.total.se == pytest.approx(expected.se)


@pytest.mark.parametrize("belief", BELIEFS)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_the_parts_of_any_two_cards_add_up_to_their_difference(rules: RuleSet, belief: str) -> None:
    for place, position in enumerate(phase_one_positions(17, rule_set=rules)):
        cards = [group[0] for group in touching_groups(position)]
        if len(cards) == 1:
            continue
        estimate = estimate_cards(position, worlds=40, seed=3, belief=belief)
        card, other = cards[place % len(cards)], cards[place % len(cards) - 1]
        parted = split(position, card, other, worlds=40, seed=3, belief=belief)
        require_sum(parted, estimate.difference(card, other))


def test_the_other_way_round_every_part_changes_its_sign() -> None:
    position = POSITIONS[0]
    win, duck = winning_cards(position)[0], ducking_cards(position)[-1]
    one, other = (split(position, *pair, worlds=100, seed=1) for pair in ((win, duck), (duck, win)))
    assert {name: -part.mean for name, part in other.parts.items()} == {
        name: pytest.approx(part.mean) for name, part in one.parts.items()
    }


def test_what_is_compared_says_which_parts_there_are() -> None:
    follower = next(p for p in POSITIONS if len(ducking_cards(p)) > 1 and winning_cards(p) and p.trick < 13)
    win, ducks = winning_cards(follower)[0], ducking_cards(follower)
    leader = next(p for p in POSITIONS if p.led is None)
    lead, other = leader.hand[0], leader.hand[-1]
    assert split(follower, win, ducks[0], worlds=5, seed=1).parts.keys() == PARTS["winner"]
    assert split(follower, ducks[0], ducks[-1], worlds=5, seed=1).parts.keys() == PARTS["same"]
    assert split(leader, lead, other, worlds=5, seed=1).parts.keys() == PARTS["lead"]
    counting = replace(follower, rule_set=ALL26)
    assert split(counting, win, ducks[0], worlds=5, seed=1).parts.keys() == {*PARTS["winner"], "trick"}


def test_the_trick_itself_is_worth_one_where_it_counts() -> None:
    position = replace(POSITIONS[0], rule_set=ALL26)
    win, duck = winning_cards(position)[0], ducking_cards(position)[-1]
    assert split(position, win, duck, worlds=50, seed=1).parts["trick"] == Difference(1.0, 0.0)
    leader = next(p for p in POSITIONS if p.led is None)
    ace = next(card for card in leader.hand if card.suit is leader.trump)  # beaten by higher trumps only
    trick = split(replace(leader, rule_set=ALL26), ace, leader.hand[-1], worlds=200, seed=1).parts["trick"]
    assert -1 <= trick.mean <= 1
    assert trick.mean != 0


def test_a_high_trump_is_a_bigger_prize_than_a_low_plain_card() -> None:
    position = POSITIONS[0]  # the six of trumps lies up
    win, duck = winning_cards(position)[0], ducking_cards(position)[-1]
    low = next(card for card in (Card.parse("H3"), Card.parse("H2")) if card not in position.hand)
    trump = split(position, win, duck, worlds=300, seed=1)
    plain = split(replace(position, upcard=low), win, duck, worlds=300, seed=1)
    assert trump.parts["prize"].mean > 0 > plain.parts["prize"].mean
    assert trump.parts["opponent"].mean > max(0, plain.parts["opponent"].mean + 0.2)


def test_at_the_last_trick_the_exchange_is_one_part_and_all_is_exact() -> None:
    lasts = (list(phase_one_positions(seed))[-1] for seed in range(50))
    last = next(p for p in lasts if winning_cards(p) and ducking_cards(p))
    parted = split(last, winning_cards(last)[0], ducking_cards(last)[0], worlds=10, seed=1)
    assert parted.parts.keys() == {"prize", "spent", "lead"}
    assert all(part.se == 0 for part in parted.parts.values())


def test_small_packs_are_split_too() -> None:
    rules = BASE.on(Pack(2, 4, 2))
    for position in phase_one_positions(3, rule_set=rules):
        cards = [group[0] for group in touching_groups(position)]
        if len(cards) > 1:
            estimate = estimate_cards(position, worlds=50, seed=3)
            parted = split(position, cards[0], cards[1], worlds=50, seed=3)
            require_sum(parted, estimate.difference(cards[0], cards[1]))


def test_a_card_that_is_not_legal_is_refused() -> None:
    position = next(p for p in POSITIONS if p.led is not None and len(ducking_cards(p)) < 13)
    other = next(card for card in position.hand if card.suit is not position.led.suit)
    with pytest.raises(ValueError, match="is not a legal card"):
        split(position, other, ducking_cards(position)[0], worlds=10, seed=1)
