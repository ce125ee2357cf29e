"""Endings played out against perfect defence: what it gives away, what a card costs, how it is punished."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.strategies import card
from tests.engine.test_ending_lines import random_endings
from trainer.engine.ending_lines import card_classes
from trainer.engine.ending_play import PlayedEnding, begun, defence, play_on, played, refutation
from trainer.engine.ending_positions import Ending, legal_cards, play
from trainer.engine.endings import best_cards, ending_value, ending_values
from trainer.engine.tricks import IllegalCard


def played_at_random(start: Ending, rng: Random) -> PlayedEnding:
    so_far = begun(start)
    while not so_far.ending.is_over:
        so_far = play_on(so_far, rng.choice(legal_cards(so_far.ending)))
    return so_far


@pytest.mark.parametrize("size", [1, 4, 8, 13])
def test_learner_takes_the_value_less_what_the_cards_cost(size: int) -> None:
    rng, slips = Random(size), 0
    for start in random_endings(size, 40, seed=5):
        end = played_at_random(start, rng)
        assert end.won[0] == ending_value(start) - end.cost, start.notation()
        assert sum(end.won) == len(end.tricks) == start.tricks_left
        slips += end.cost
    assert slips or size == 1


def test_it_is_the_learners_turn_until_the_end() -> None:
    rng = Random(3)
    for start in random_endings(5, 40, seed=6):
        so_far = begun(start)
        while not so_far.ending.is_over:
            assert so_far.ending.to_play == start.to_play
            assert so_far.most == ending_value(start) - so_far.cost
            so_far = play_on(so_far, rng.choice(legal_cards(so_far.ending)))


def test_same_cards_meet_the_same_answers() -> None:
    rng = Random(8)
    for start in random_endings(7, 20, seed=7):
        end = played_at_random(start, rng)
        played.cache_clear()
        defence.cache_clear()
        assert played(start, tuple(turn.card for turn in end.turns)) == end


def wrong_share(ending: Ending) -> float:
    best = best_cards(ending_values(ending))
    return sum(cards[0] not in best for cards in card_classes(ending)) / len(card_classes(ending))


def test_defence_leaves_the_choice_that_can_go_wrong() -> None:
    """Where both of two best replies lose the trick and the learner can err after one, it is that one."""
    compared = 0
    for ending in random_endings(3, 3000, seed=12):
        best = best_cards(ending_values(ending))
        after = {one: play(ending, one) for one in best}
        if ending.led is None or len(best) != 2 or any(end.leader != ending.leader for end in after.values()):
            continue
        shares = {one: wrong_share(end) for one, end in after.items()}
        if sorted(share > 0 for share in shares.values()) == [False, True]:
            assert shares[defence(ending)] > 0, ending.notation()
            compared += 1
    assert compared > 5


def test_refutation_ends_with_the_trick_too_many() -> None:
    rng, shown = Random(4), 0
    for start in random_endings(8, 40, seed=9):
        for turn in played_at_random(start, rng).turns:
            line = refutation(turn)
            if not turn.cost:
                assert line == ()
                continue
            learner = turn.ending.to_play
            lost = [trick.winner != learner for trick in line]
            assert lost[-1]
            assert sum(lost) == turn.ending.tricks_left - max(turn.values.values()) + 1
            assert turn.card in {line[0].lead, line[0].reply}
            shown += 1
    assert shown > 20


def test_refutation_of_a_wasted_king() -> None:
    """♠K thrown under ♠A no longer beats ♠3."""
    start = Ending.parse("phase2.H.1.SKS2.S3.SA")
    assert ending_values(start) == {card("SK"): 0, card("S2"): 1}
    turn = play_on(begun(start), card("SK")).turns[0]
    assert turn.cost == 1
    assert [(str(trick.lead), str(trick.reply), trick.winner) for trick in refutation(turn)] == [
        ("SA", "SK", 1),
        ("S3", "S2", 1),
    ]


def test_revoke_is_refused() -> None:
    with pytest.raises(IllegalCard):
        played(Ending.parse("phase2.S.0.HA.HKD2.HQ"), (card("D2"),))
