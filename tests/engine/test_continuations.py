"""A typical continuation: a deal that can be, played on by the rules, near to the average."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from tests.engine.self_play import phase_one_positions
from tests.shared_files import paper_lines
from trainer.engine.continuations import Continuation, typical_continuations
from trainer.engine.estimates import estimate_cards, touching_groups
from trainer.engine.positions import Position, legal_cards, played_cards, position_of
from trainer.engine.rule_sets import ALL26, BASE, FREE, Pack, RuleSet
from trainer.engine.state import IllegalCard, new_state, play
from trainer.engine.worlds import BELIEFS

POSITIONS = [Position.from_json(line) for line in paper_lines("oracle/phase1_positions.jsonl")]


def replay(position: Position, line: Continuation) -> None:
    """Play the line by the rules from the deal on; raises where it breaks them."""
    state = new_state(line.deal, position.rule_set)
    for card in played_cards(position):
        state = play(state, card)
    assert position_of(state, position.player) == position
    led = 0 if position.led is None else 1
    cards = [card for trick in line.tricks for card in (trick.lead, trick.reply)][led:]
    assert cards[0] == line.card
    for card in cards:
        state = play(state, card)
    assert state.is_over
    assert state.finished_tricks[position.trick - 1 :] == line.tricks
    assert state.tricks_won[position.player] == line.counted


@pytest.mark.parametrize("belief", BELIEFS)
@pytest.mark.parametrize("rules", [BASE, FREE, ALL26, BASE.on(Pack(3, 4, 3))], ids=str)
def test_a_line_is_a_deal_that_fits_what_the_player_saw(rules: RuleSet, belief: str) -> None:
    for position in itertools.islice(phase_one_positions(6, rule_set=rules), 0, None, 5):
        for line in typical_continuations(
            position, legal_cards(position)[:2], seed=1, worlds=40, belief=belief
        ):
            replay(position, line)


def test_both_lines_are_played_in_the_same_deal_and_the_same_seed_gives_them_again() -> None:
    position = POSITIONS[0]
    cards = [group[0] for group in touching_groups(position)][:2]
    lines = typical_continuations(position, cards, seed=2)
    assert lines[0].deal == lines[1].deal
    assert lines[0].tricks != lines[1].tricks
    assert typical_continuations(position, cards, seed=2) == lines


def test_the_lines_take_about_what_the_cards_take_on_average() -> None:
    for position in POSITIONS[:12]:
        cards = [group[0] for group in touching_groups(position)][:2]
        estimate = estimate_cards(position, worlds=300, seed=3)
        for line in typical_continuations(position, cards, seed=3):
            assert abs(line.counted - estimate.estimate(line.card).tricks) <= 1


def test_the_last_reply_has_a_line_too() -> None:
    *_, last = phase_one_positions(3)
    (line,) = typical_continuations(last, legal_cards(last)[:1], seed=1)
    replay(last, line)


def test_a_card_that_is_not_legal_has_no_line() -> None:
    position = next(p for p in POSITIONS if p.led is not None and len(legal_cards(p)) < 13)
    other = next(card for card in position.hand if card not in legal_cards(position))
    with pytest.raises(IllegalCard):
        typical_continuations(replace(position), [other], seed=1, worlds=5)


def test_the_lines_part_the_cards_about_as_the_average_does() -> None:
    off = []
    for position in POSITIONS[:12]:
        cards = [group[0] for group in touching_groups(position)][:2]
        if len(cards) < 2:
            continue
        estimate = estimate_cards(position, worlds=300, seed=3)
        one, other = typical_continuations(position, cards, seed=3)
        off.append(abs((one.counted - other.counted) - estimate.difference(*cards).mean))
    assert max(off) <= 1


def test_a_card_known_to_be_better_takes_more_where_any_deal_lets_it() -> None:
    for position in POSITIONS[:12]:
        cards = [group[0] for group in touching_groups(position)][:2]
        if len(cards) < 2:
            continue
        better = sorted(
            cards, key=lambda card: -estimate_cards(position, worlds=300, seed=3).estimate(card).tricks
        )
        one, other = typical_continuations(position, better, seed=3, better=[(better[0], better[1])])
        assert one.counted > other.counted
        replay(position, one)
