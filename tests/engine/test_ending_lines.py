"""Single lines of thought, checked against plain minimax over every card."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.engine.brute_force import are_one_class, naive_turns
from tests.engine.strategies import card, cards
from trainer.engine.cards import PACK, Suit
from trainer.engine.ending_lines import SingleLine, card_classes, single_line
from trainer.engine.ending_positions import Ending, play
from trainer.engine.endings import ending_value


def random_endings(size: int, count: int, seed: int) -> Iterator[Ending]:
    """Endings of `size` cards, every other one with a card led."""
    rng = Random(f"{size} {seed}")
    for number in range(count):
        pack = rng.sample(PACK, 2 * size)
        ending = Ending(rng.choice(list(Suit)), rng.randrange(2), (tuple(pack[:size]), tuple(pack[size:])))
        yield play(ending, rng.choice(ending.hand)) if number % 2 else ending


@pytest.mark.parametrize(("size", "count"), [(2, 100), (3, 100), (4, 16)])
def test_a_line_is_single_where_brute_force_over_every_card_says_so(size: int, count: int) -> None:
    singular = 0
    for ending in random_endings(size, count, seed=1):
        line = single_line(ending)
        brute = naive_turns(ending, ending.to_play, {})
        assert (line and (line.fewest, line.most)) == brute, ending.notation()
        singular += line is not None and line.most > 0
    assert singular > count / 20


@pytest.mark.long
def test_a_line_is_single_where_brute_force_says_so_with_five_cards() -> None:
    for ending in random_endings(5, 60, seed=2):
        line = single_line(ending)
        assert (line and (line.fewest, line.most)) == naive_turns(ending, ending.to_play, {})


def tricks_on(ending: Ending, line: SingleLine) -> int:
    """Play the line to its end and count the learner's tricks."""
    learner, tricks = ending.to_play, 0
    for one in line.cards:
        before, ending = ending, play(ending, one)
        tricks += before.led is not None and ending.leader == learner
    assert ending.is_over
    return tricks


def test_the_main_line_is_legal_to_the_end_and_takes_the_value() -> None:
    seen = 0
    for size in (4, 7, 10, 13):
        for ending in random_endings(size, 50, seed=3):
            line = single_line(ending)
            if line is not None:
                assert tricks_on(ending, line) == ending_value(ending)
                assert all(place < len(line.cards) for place in line.turns)
                assert line.fewest <= line.most
                seen += bool(line.turns)
    assert seen > 10


def test_two_right_classes_are_no_single_line() -> None:
    """SA and DA both take all four (W23)."""
    assert single_line(Ending.parse("phase2.S.0.SAHJHTDA.SKDKDTCJ.-")) is None


def test_two_touching_cards_are_one_answer() -> None:
    """Ace and queen are neighbours when the king is gone; hearts must wait for the trump to be drawn."""
    line = single_line(Ending.parse("phase2.S.0.SASQHK.S2D3D4.-"))
    assert line is not None
    assert line.cards[0] in cards("SA SQ")
    assert line.turns == (0,)


def test_only_one_of_the_four_cards_is_right() -> None:
    """Only the losing trump gives two tricks (W16)."""
    ending = Ending.parse("phase2.S.0.STCACQCJ.SJHACKCT.-")
    line = single_line(ending)
    assert line is None or line.cards[0] == card("ST")


def test_the_led_card_parts_the_followers_classes() -> None:
    reply = Ending.parse("phase2.S.0.H2.HKHJ.HQ")
    assert card_classes(reply) == ((card("HK"),), (card("HJ"),))


def test_classes_hold_the_legal_cards_once_in_display_order() -> None:
    for ending in random_endings(8, 40, seed=5):
        held = [one for run in card_classes(ending) for one in run]
        assert held == sorted(held)
        assert all(are_one_class(list(run), ending) for run in card_classes(ending))


def test_a_search_that_grows_too_large_gives_up() -> None:
    ending = Ending.parse("phase2.S.0.SASQHK.S2D3D4.-")
    assert single_line(ending, most_positions=3) is None


def test_a_finished_deal_has_no_line() -> None:
    assert single_line(Ending.parse("phase2.S.0.-.-.-")) is None
