"""Points of classic whist: tricks, honours, revokes, game, rubber (F63-F67, W46)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.engine.cards import PACK, Suit
from trainer.engine.classic_scoring import (
    AMERICAN_GAME,
    ENGLISH_GAME,
    LONG_GAME,
    FinishedGame,
    Game,
    Penalty,
    PenaltyRefused,
    Revoke,
    Rubber,
    Tradition,
    WhistResult,
    game_value,
    honour_points,
    honours_held,
    overtricks,
    tournament_total,
)
from trainer.engine.classic_whist import dealt_hands
from trainer.engine.scoring import MatchOver

TAKE, ADD, DEDUCT = Penalty.TAKE_THREE_TRICKS, Penalty.ADD_THREE_POINTS, Penalty.DEDUCT_THREE_POINTS


@pytest.mark.parametrize(("won", "points"), [(7, 1), (8, 2), (9, 3), (10, 4), (11, 5), (12, 6), (13, 7)])
def test_one_point_for_each_trick_over_six(won, points):
    assert overtricks((won, 13 - won)) == (points, 0)
    assert overtricks((13 - won, won)) == (0, points)


@pytest.mark.parametrize("tricks", [(7, 7), (14, -1), (6, 6)])
def test_tricks_of_a_deal_add_up_to_thirteen(tricks):
    with pytest.raises(ValueError, match="a deal has 13 tricks"):
        overtricks(tricks)


def test_honours_of_one_side():
    assert [honour_points(held) for held in range(5)] == [0, 0, 0, 2, 4]
    # Dealt in pack order the suits' aces, kings, queens and jacks fall to four seats, two a side.
    assert honours_held(dealt_hands(PACK, 0), Suit.HEARTS) == (2, 2)
    with pytest.raises(ValueError, match="there are 4 in all"):
        WhistResult((7, 6), honours=(3, 2))


def test_tricks_score_before_honours_and_end_the_game():
    """AB 3, YZ 2; AB take 8 tricks, YZ hold three honours: AB win and the honours are not reached (W46)."""
    game = Game(score=(3, 2)).add(WhistResult((8, 5), honours=(0, 3)))
    assert (game.score, game.winner) == ((5, 2), 0)


def test_honours_score_when_the_tricks_did_not_end_the_game():
    assert Game(score=(2, 2)).add(WhistResult((8, 5), honours=(0, 3))).score == (4, 4)
    assert Game(score=(2, 2), with_honours=False).add(WhistResult((8, 5), honours=(0, 3))).score == (4, 2)


def test_a_side_at_four_of_five_cannot_score_honours():
    assert Game(score=(0, 4)).add(WhistResult((7, 6), honours=(0, 4))).score == (1, 4)
    assert Game(score=(0, 3)).add(WhistResult((7, 6), honours=(0, 4))).winner == 1
    assert Game(AMERICAN_GAME, score=(0, 4)).add(WhistResult((7, 6), honours=(0, 4))).score == (1, 8)


def test_games_go_to_five_seven_or_ten():
    for target in (ENGLISH_GAME, AMERICAN_GAME, LONG_GAME):
        game = Game(target, score=(target - 1, 0))
        assert game.winner is None
        assert game.add(WhistResult((7, 6))).winner == 0
    with pytest.raises(ValueError, match="a game of 6"):
        Game(6)
    with pytest.raises(MatchOver, match="side 0 has won"):
        Game(score=(5, 1)).add(WhistResult((7, 6)))


@pytest.mark.parametrize(
    ("penalty", "score"),
    [
        (TAKE, (3, 4)),  # the tricks become 3-10
        (ADD, (3, 4)),  # three points and one trick over six
        (DEDUCT, (0, 1)),
    ],
)
def test_the_three_penalties_of_the_laws(penalty, score):
    """Side 0 has revoked with 6-7 in tricks, at 3-0: what side 1 makes of it."""
    game = Game(AMERICAN_GAME, score=(3, 0)).add(WhistResult((6, 7), revokes=(Revoke(0, penalty),)))
    assert game.score == score


def test_a_penalty_comes_before_the_tricks():
    """Three points bring side 1 to five before side 0 can score its ten tricks."""
    game = Game(score=(3, 2)).add(WhistResult((10, 3), revokes=(Revoke(0, ADD),)))
    assert (game.score, game.winner) == ((3, 5), 1)


def test_the_revoking_side_cannot_win_the_game_in_that_deal():
    game = Game(score=(3, 0)).add(WhistResult((11, 2), honours=(4, 0), revokes=(Revoke(0, ADD),)))
    assert (game.score, game.winner) == ((4, 3), None)


def test_each_revoke_has_a_penalty_of_its_own():
    two = (Revoke(0, TAKE), Revoke(0, TAKE))
    assert Game().add(WhistResult((9, 4), revokes=two)).score == (0, 4)


def test_a_penalty_is_not_split():
    with pytest.raises(PenaltyRefused, match="side 0 has 2 tricks"):
        Game().add(WhistResult((2, 11), revokes=(Revoke(0, TAKE),)))
    with pytest.raises(PenaltyRefused, match="2 points"):
        Game(score=(2, 0)).add(WhistResult((6, 7), revokes=(Revoke(0, DEDUCT),)))
    assert Game(score=(2, 0)).offered_penalties(0, (6, 7)) == (TAKE, ADD)


def test_older_books_take_two_tricks():
    older = Game(tradition=Tradition.OLDER)
    assert older.add(WhistResult((8, 5), revokes=(Revoke(0, Penalty.TAKE_TWO_TRICKS),))).score == (0, 1)
    with pytest.raises(PenaltyRefused, match="under older-books"):
        older.add(WhistResult((8, 5), revokes=(Revoke(0, ADD),)))


def test_when_both_sides_revoked_the_laws_punish_each_and_neither_wins():
    both = WhistResult((9, 4), revokes=(Revoke(0, ADD), Revoke(1, ADD)))
    game = Game(score=(3, 3)).add(both)
    assert (game.score, game.winner) == ((4, 4), None)


def test_when_both_sides_revoked_older_books_deal_anew():
    two = Penalty.TAKE_TWO_TRICKS
    both = WhistResult((9, 4), revokes=(Revoke(0, two), Revoke(1, two)))
    older = Game(tradition=Tradition.OLDER, score=(3, 3))
    assert older.must_deal_anew(both)
    assert not Game().must_deal_anew(both)
    with pytest.raises(ValueError, match="dealt anew"):
        older.add(both)


def test_a_rubber_of_three_games():
    """AB, YZ, AB with the losers at 0, 3, 2: 3 + 2 + 2 - 1 = 6 to AB (W46)."""
    rubber = Rubber((FinishedGame(0, 0), FinishedGame(1, 3), FinishedGame(0, 2)))
    assert (rubber.winner, rubber.value) == (0, 6)


def test_a_rubber_of_two_games():
    rubber = Rubber().add(FinishedGame(1, 4)).add(FinishedGame(1, 1))
    assert (rubber.winner, rubber.value) == (1, 1 + 2 + 2)
    with pytest.raises(MatchOver, match="ended after game 2"):
        rubber.add(FinishedGame(0, 0))


def test_an_unfinished_rubber_has_no_value():
    with pytest.raises(ValueError, match="not over after 1 games"):
        _ = Rubber((FinishedGame(0, 0),)).value


def test_value_of_a_game_by_the_losers_score():
    assert [game_value(points) for points in range(5)] == [3, 2, 2, 1, 1]
    with pytest.raises(ValueError, match="expected 0-4"):
        game_value(5)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4)), min_size=3, max_size=3))
def test_rubbers_are_worth_one_to_eight(games):
    rubber = Rubber()
    for winner, losers in games:
        rubber = rubber if rubber.winner is not None else rubber.add(FinishedGame(winner, losers))
    assert 1 <= rubber.value <= 8


def test_a_tournament_adds_up_overtricks():
    assert tournament_total([(8, 5), (6, 7), (10, 3)]) == (6, 1)


@given(st.lists(st.integers(0, 13), min_size=1, max_size=60))
def test_a_game_ends_with_one_winner(tricks):
    game = Game()
    for won in tricks:
        if game.winner is None:
            game = game.add(WhistResult((won, 13 - won)))
    assert min(game.score) < game.target
