"""Pads counted: every game by the engine, deals beyond the end, and the table a browser looks in."""

from __future__ import annotations

from itertools import product

import pytest

from trainer.engine.classic_scoring import Game, PenaltyRefused, WhistResult
from trainer.engine.rule_sets import ALL26, BASE
from trainer.engine.scoring import Scoring, deal_points, offered_scorings
from trainer.scorekeeper.counting import Deal, count_pad
from trainer.scorekeeper.models import Pad
from trainer.scorekeeper.tables import deal_key, possible_deals, punished_deals, score_table


def deals(*tricks: tuple[int, int]) -> list[Deal]:
    return [Deal(str(number), pair) for number, pair in enumerate(tricks)]


def german(**fields: object) -> Pad:
    return Pad(**{"game": "german", "target": 7} | fields)


def test_difference_to_a_target_ends_with_the_deal_that_reaches_it() -> None:
    count = count_pad(german(), deals((8, 5), (6, 7), (7, 6), (5, 8), (9, 4), (13, 0)))
    assert [line.score for line in count.lines[:5]] == [(3, 0), (3, 1), (4, 1), (4, 4), (9, 4)]
    assert (count.winner, count.is_over, count.score, count.counted) == (0, True, (9, 4), 5)
    assert count.lines[5].is_beyond


def test_fixed_number_of_deals_may_be_drawn() -> None:
    count = count_pad(german(target=None, deals=2), deals((8, 5), (5, 8)))
    assert (count.is_over, count.winner) == (True, None)


def test_thirteen_all_of_twenty_six_scores_nothing_and_the_deal_passes() -> None:
    pad = german(rule_set="all26", scoring="deals", first_dealer=1)
    count = count_pad(pad, deals((13, 13), (14, 12)))
    assert (count.score, [line.dealer for line in count.lines]) == ((1, 0), [1, 0])


def test_plockwhist_goes_on_from_equal_totals_beyond_the_target() -> None:
    pad = Pad(game="plockwhist", target=13)
    level = deals((14, 10), (10, 14), (13, 13))
    assert not count_pad(pad, level).is_over
    assert count_pad(pad, [*level, *deals((14, 12))]).winner == 0


def test_rubber_goes_from_game_to_game_and_has_a_value() -> None:
    pad = Pad(game="whist", target=5, is_rubber=True, with_honours=True)
    won = Deal("a", (9, 4), (3, 0))  # three tricks and two for honours
    lost = Deal("b", (4, 9), (0, 4))
    count = count_pad(pad, [won, lost, won])
    assert count.games == (0, 1, 0)
    assert (count.is_over, count.winner, count.value) == (True, 0, 3 + 3 + 2 - 3)


def test_single_game_and_tournament_of_whist() -> None:
    game = count_pad(Pad(game="whist", target=7), deals((13, 0)))
    assert (game.is_over, game.winner) == (True, 0)
    tournament = count_pad(Pad(game="whist", deals=2), deals((8, 5), (5, 8)))
    assert (tournament.score, tournament.is_over, tournament.winner) == ((2, 2), True, None)


@pytest.mark.parametrize("tricks", [(8, 6), (14, -1), (0, 0)])
def test_tricks_that_cannot_be_are_refused_also_beyond_the_end(tricks: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="tricks"):
        count_pad(german(target=None, deals=1), deals((8, 5), tricks))


@pytest.mark.parametrize("rule_set", [BASE, ALL26])
def test_table_holds_what_the_engine_gives_for_every_result(rule_set: object) -> None:
    for scoring in offered_scorings(rule_set):  # type: ignore[arg-type]
        pad = german(rule_set=str(rule_set), scoring=scoring.value)
        counted = rule_set.counted_tricks  # type: ignore[attr-defined]
        expected = {
            str(won): deal_points((won, counted - won), Scoring(scoring), rule_set)  # type: ignore[arg-type]
            for won in range(counted + 1)
        }
        assert score_table(pad)["points"] == expected


def test_table_of_plockwhist_has_every_pair_of_tricks() -> None:
    points = score_table(Pad(game="plockwhist", target=13))["points"]
    assert set(points) == {f"{a}-{b}" for a, b in product(range(27), repeat=2) if 19 <= a + b <= 26}
    assert points["14-10"] == (8, 4)


@pytest.mark.parametrize("target", [5, 7, 10])
def test_table_of_games_follows_the_engine_from_every_score(target: int) -> None:
    pad = Pad(game="whist", target=target, with_honours=True)
    table = score_table(pad)
    assert table["keys"] == [deal_key(pad, deal) for deal in possible_deals(pad)]
    assert len(table["games"]) == target**2
    for score in [(0, 0), (target - 1, 3), (2, target - 1)]:
        for deal, after in zip(possible_deals(pad), table["games"]["{}-{}".format(*score)], strict=True):
            game = Game(target, score=score).add(WhistResult(deal.tricks, deal.honours))
            assert after == "{}-{}".format(*game.score)


def test_revoke_is_punished_before_tricks_and_keeps_its_side_from_winning() -> None:
    pad = Pad(game="whist", target=5)
    revoked = Deal("a", (11, 2), penalties=("t", ""))  # 8-5 after the penalty
    assert count_pad(pad, [revoked]).score == (2, 0)
    kept = count_pad(pad, [revoked, Deal("b", (13, 0), penalties=("p", ""))])
    assert (kept.score, kept.winner) == ((4, 3), None)
    both = count_pad(pad, [revoked, Deal("b", (13, 0), penalties=("p", "p"))])
    assert (both.score, both.winner) == ((4, 3), None)


def test_penalty_that_cannot_be_taken_in_full_is_refused() -> None:
    pad = Pad(game="whist", target=5)
    with pytest.raises(PenaltyRefused):
        count_pad(pad, [Deal("a", (2, 11), penalties=("t", ""))])
    with pytest.raises(PenaltyRefused):
        count_pad(pad, [Deal("a", (8, 5), penalties=("d", ""))])


def test_deals_with_revokes_are_told_to_the_browser_by_the_score_before() -> None:
    pad = Pad(game="whist", target=5)
    count = count_pad(pad, [*deals((9, 4)), Deal("x", (7, 6), penalties=("", "p"))])
    assert punished_deals(pad, count) == {"3-0 7P": "6-0"}
