"""Scores and matches (F11, F20-F23, F31, W08, W09)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.engine.rule_sets import ALL26, BASE, FREE, FREE_ALL26
from trainer.engine.scoring import (
    COMMON_TARGETS,
    Match,
    MatchOver,
    Scoring,
    deal_points,
    deal_winner,
    offered_scorings,
)


@pytest.mark.parametrize(
    ("won", "lost", "over_six", "difference"),
    [
        (7, 6, 1, 1),
        (8, 5, 2, 3),
        (9, 4, 3, 5),
        (10, 3, 4, 7),
        (11, 2, 5, 9),
        (12, 1, 6, 11),
        (13, 0, 7, 13),
    ],
)
@pytest.mark.parametrize("rule_set", [BASE, FREE])
def test_score_table(won, lost, over_six, difference, rule_set):
    expected = {Scoring.DEALS: 1, Scoring.OVER_SIX: over_six, Scoring.DIFFERENCE: difference}
    for scoring, points in expected.items():
        assert deal_points((won, lost), scoring, rule_set) == (points, 0)
        assert deal_points((lost, won), scoring, rule_set) == (0, points)


@pytest.mark.parametrize("rule_set", [ALL26, FREE_ALL26])
def test_all_26_tricks(rule_set):
    assert deal_points((14, 12), Scoring.DIFFERENCE, rule_set) == (2, 0)
    assert deal_points((0, 26), Scoring.DIFFERENCE, rule_set) == (0, 26)
    assert deal_points((14, 12), Scoring.DEALS, rule_set) == (1, 0)
    assert deal_winner((14, 12), rule_set) == 0
    assert deal_winner((13, 13), rule_set) is None
    for scoring in (Scoring.DEALS, Scoring.DIFFERENCE):
        assert deal_points((13, 13), scoring, rule_set) == (0, 0)


@pytest.mark.parametrize("rule_set", [ALL26, FREE_ALL26])
def test_over_six_is_not_offered_when_all_26_count(rule_set):
    assert offered_scorings(rule_set) == (Scoring.DEALS, Scoring.DIFFERENCE)
    with pytest.raises(ValueError, match=f"over-six is not offered with rule set {rule_set.id}"):
        deal_points((14, 12), Scoring.OVER_SIX, rule_set)
    with pytest.raises(ValueError, match="not offered"):
        Match(Scoring.OVER_SIX, target=7, rule_set=rule_set)


def test_all_three_scorings_are_offered_in_the_base_game():
    assert offered_scorings(BASE) == tuple(Scoring)


@pytest.mark.parametrize(
    ("tricks", "rule_set"),
    [((7, 7), BASE), ((14, -1), BASE), ((14, 12), BASE), ((7, 6), ALL26), ((-1, 27), ALL26)],
)
def test_tricks_that_do_not_add_up_are_refused(tricks, rule_set):
    with pytest.raises(ValueError, match=f"{tricks[0]}-{tricks[1]}: "):
        deal_points(tricks, Scoring.DEALS, rule_set)


def played(match, *deals):
    for tricks in deals:
        match = match.add(tricks)
    return match


def test_target_7_at_6_6_ends_7_6_with_the_next_deal():
    """Twelve deals in turn make 6-6; a deal of 7-6 ends the match (W09)."""
    even = played(Match(Scoring.OVER_SIX, target=7), *[(7, 6), (6, 7)] * 6)
    assert (even.score, even.winner, even.is_over) == ((6, 6), None, False)
    end = even.add((7, 6))
    assert (end.score, end.winner, end.is_over, end.is_drawn) == ((7, 6), 0, True, False)
    with pytest.raises(MatchOver, match="ended after deal 13"):
        end.add((7, 6))


def test_a_match_is_a_value():
    match = Match(Scoring.DIFFERENCE, target=7)
    assert match.add((9, 4)).score == match.add((9, 4)).score == (5, 0)
    assert match.score == (0, 0)


def test_the_deal_alternates_after_every_deal_drawn_ones_included():
    match = Match(Scoring.DEALS, target=5, rule_set=ALL26, dealer=0)
    dealers = [match.next_dealer]
    for tricks in ((13, 13), (14, 12), (12, 14)):
        match = match.add(tricks)
        dealers.append(match.next_dealer)
    assert dealers == [0, 1, 0, 1]
    assert match.score == (1, 1)


def test_a_fixed_number_of_deals_with_equal_totals_is_drawn():
    match = played(Match(Scoring.DEALS, deals_limit=2), (7, 6), (0, 13))
    assert (match.score, match.is_over, match.is_drawn, match.winner) == ((1, 1), True, True, None)


def test_a_fixed_number_of_deals_is_won_by_the_higher_total():
    match = played(Match(Scoring.DIFFERENCE, deals_limit=2), (7, 6), (0, 13))
    assert (match.score, match.is_drawn, match.winner) == ((1, 13), False, 1)


@pytest.mark.parametrize("ends", [{}, {"target": 7, "deals_limit": 3}, {"target": 0}, {"deals_limit": -1}])
def test_a_match_needs_exactly_one_end(ends):
    with pytest.raises(ValueError, match="either a target or a number of deals"):
        Match(Scoring.DEALS, **ends)


def test_a_third_player_cannot_deal():
    with pytest.raises(ValueError, match="2 is no player"):
        Match(Scoring.DEALS, target=5, dealer=2)


@given(st.sampled_from(COMMON_TARGETS), st.sampled_from(list(Scoring)), st.data())
def test_both_never_cross_the_target(target, scoring, data):
    match = Match(scoring, target=target)
    while not match.is_over:
        won = data.draw(st.integers(0, 13))
        match = match.add((won, 13 - won))
    assert min(match.score) < target <= max(match.score)
    assert match.winner is not None
