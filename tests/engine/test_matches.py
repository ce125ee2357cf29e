"""Duplicate matches: the same luck for both, the same result however they are played."""

from __future__ import annotations

import numpy as np
import pytest

from trainer.engine.matches import Match, match_deal, play_game, play_match
from trainer.engine.players import UnknownPlayer, player_named
from trainer.engine.rule_sets import ALL26, BASE, RULE_SETS, RuleSet
from trainer.engine.state import new_state


def match_of(tricks: list[list[int]], rule_set: RuleSet = BASE) -> Match:
    return Match("net", "tips", rule_set, 1, np.array(tricks), (1.0, 1.0))


def test_player_against_itself_is_even() -> None:
    match = play_match("net", "net", deals=40, seed=3)
    assert (match.share.mean, match.margin.mean) == (0.5, 0.0)
    assert (match.share.se, match.margin.se) == (0.0, 0.0)


def test_turning_the_players_round_turns_the_result_round() -> None:
    ahead, behind = (play_match(*pair, deals=40, seed=3) for pair in (("net", "tips"), ("tips", "net")))
    assert ahead.share.mean == 1 - behind.share.mean
    assert ahead.margin.mean == -behind.margin.mean
    assert (ahead.tricks == 13 - behind.tricks[:, ::-1]).all()


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=str)
def test_compiled_games_are_those_played_decision_by_decision(rule_set: RuleSet) -> None:
    """The kernel's table grows move by move, that of a position is made from its history."""
    pairs = [("net", "tips"), ("weighed", "random"), ("random", "net")]
    for first, second in pairs:
        match = play_match(first, second, deals=6, seed=8, rule_set=rule_set)
        players = player_named(first), player_named(second)
        clocks = np.zeros((2, 2))
        for number in range(6):
            state = new_state(match_deal(8, number, rule_set), rule_set)
            played = [play_game(state, players, swap, 8, 2 * number + swap, clocks) for swap in (0, 1)]
            assert match.tricks[number].tolist() == played


def test_number_of_workers_changes_no_result() -> None:
    for pair in (("tips", "random"), ("strong-5", "ismcts-5")):
        deals = 5 if pair[0] == "strong-5" else 501
        alone, shared = (play_match(*pair, deals=deals, seed=2, workers=workers) for workers in (1, 2))
        assert (alone.tricks == shared.tricks).all()


def test_longer_match_begins_with_the_same_deals() -> None:
    short, long = (play_match("tips", "random", deals=deals, seed=2) for deals in (10, 30))
    assert (long.tricks[:10] == short.tricks).all()


def test_seed_decides_the_deals() -> None:
    assert match_deal(1, 0) == match_deal(1, 0)
    assert match_deal(1, 0) != match_deal(2, 0)
    assert match_deal(1, 0) != match_deal(1, 1)


def test_share_and_margin_count_a_deal_as_one_observation() -> None:
    """Means of the two games 1, ½, 0; their deviation is ½, so the error is ½ / √3."""
    match = match_of([[7, 13], [7, 6], [0, 5]])
    assert match.share.mean == 0.5
    assert match.share.se == pytest.approx(0.5 / 3**0.5)
    assert match.margin.mean == pytest.approx((1 + 13 + 1 - 1 - 13 - 3) / 6)


def test_drawn_deal_is_half_a_deal() -> None:
    assert match_of([[13, 14], [13, 12]], ALL26).share.mean == 0.5


def test_single_deal_has_no_error() -> None:
    assert match_of([[7, 7]]).share.se is None


def test_report_hears_of_every_deal() -> None:
    heard: list[int] = []
    play_match("tips", "random", deals=7, seed=1, report=heard.append)
    assert sum(heard) == 7


def test_unknown_player_is_named() -> None:
    with pytest.raises(UnknownPlayer, match="'oracle' is no player"):
        play_match("net", "oracle", deals=1, seed=1)


@pytest.mark.long
def test_players_come_in_the_order_of_their_strength() -> None:
    """Each beats the one before by more than three standard errors."""
    for weak, better in (("random", "tips"), ("tips", "weighed"), ("weighed", "net")):
        share = play_match(better, weak, deals=2000, seed=5).share
        assert share.se is not None
        assert share.mean - 3 * share.se > 0.5
    share = play_match("strong", "net", deals=400, seed=5, workers=2).share
    assert share.mean > 0.5
