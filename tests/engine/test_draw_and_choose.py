"""Plockwhist, the whole-stock game, and playing without a stock (F33, F34, W10)."""

from random import Random

import pytest
from hypothesis import given, settings

from tests.engine.strategies import card, deals, seeds
from trainer.engine.cards import PACK, NotationError
from trainer.engine.deals import deal_pack, shuffled_deal
from trainer.engine.draw_and_choose import (
    Choice,
    DrawAndChooseMatch,
    Drawing,
    IllegalChoice,
    choose,
    first_trick,
    hand_sizes,
    overtrick_points,
    turn_count,
)
from trainer.engine.scoring import MatchOver, Scoring
from trainer.engine.stockless import StocklessState, legal_cards, new_stockless_state, play
from trainer.engine.tricks import IllegalCard
from trainer.engine.whole_stock import whole_stock_points, whole_stock_state

KEEP, DISCARD = Choice.KEEP, Choice.DISCARD


def drawn(deal, seed):
    """A drawing finished with random choices."""
    rng = Random(seed)
    drawing = Drawing(deal)
    while not drawing.is_over:
        drawing = choose(drawing, rng.choice(drawing.offered_choices))
    return drawing


def played_out(state, seed):
    rng = Random(seed)
    while not state.is_over:
        state = play(state, rng.choice(legal_cards(state)))
    return state


def test_the_non_dealer_chooses_first_and_then_in_turn():
    drawing = Drawing(deal_pack(PACK, dealer=0))
    assert drawing.to_choose == 1
    after = choose(drawing, KEEP)
    assert after.to_choose == 0
    assert set(after.hands[1]) - set(drawing.hands[1]) == {drawing.stock_left[0]}


def test_who_discards_takes_the_next_card_whatever_it_is():
    drawing = Drawing(deal_pack(PACK, dealer=1))
    top, following = drawing.stock_left[:2]
    after = choose(drawing, DISCARD)
    assert following in after.hands[0] and top not in after.hands[0]
    assert after.discards == ((top,), ())
    assert (after.to_choose, len(after.stock_left)) == (1, 24)


def test_the_last_card_of_the_stock_cannot_be_discarded():
    drawing = Drawing(deal_pack(PACK, dealer=1), (KEEP,) * 25)
    assert drawing.offered_choices == (KEEP,)
    with pytest.raises(IllegalChoice, match=r"^cannot discard CA: it is the last card of the stock$"):
        choose(drawing, DISCARD)
    with pytest.raises(IllegalChoice, match=r"^cannot keep: the stock is empty$"):
        choose(choose(drawing, KEEP), KEEP)


@given(deals, seeds)
@settings(max_examples=60, deadline=None)
def test_k_discards_make_26_minus_k_turns_and_every_card_is_somewhere(deal, seed):
    drawing = drawn(deal, seed)
    discards = drawing.choices.count(DISCARD)
    turns = len(drawing.choices)
    assert turns == turn_count(discards) == 26 - discards
    assert 13 <= turns <= 26
    first, second = hand_sizes(discards)
    assert [len(drawing.hands[1 - deal.dealer]), len(drawing.hands[deal.dealer])] == [first, second]
    assert first - second == turns % 2
    gone = drawing.discards[0] + drawing.discards[1]
    assert sorted(drawing.hands[0] + drawing.hands[1] + gone) == sorted(PACK)
    assert 26 + turns + discards == 52
    assert Drawing.parse(drawing.notation()) == drawing


def test_all_keep_means_26_cards_each():
    drawing = Drawing(deal_pack(PACK, dealer=1), (KEEP,) * 26)
    assert drawing.is_over
    assert [len(hand) for hand in drawing.hands] == [26, 26]


@given(deals, seeds)
@settings(max_examples=60, deadline=None)
def test_play_ends_when_the_shorter_hand_is_empty(deal, seed):
    drawing = drawn(deal, seed)
    state = first_trick(drawing)
    assert (state.leader, state.trump) == (1 - deal.dealer, None)
    end = played_out(state, seed)
    assert len(end.out_of_play) == len(drawing.choices) % 2
    assert all(left in drawing.hands[1 - deal.dealer] for left in end.out_of_play)
    assert sum(end.tricks_won) == hand_sizes(drawing.choices.count(DISCARD))[1]
    overtrick_points(end.tricks_won)
    assert StocklessState.parse(end.notation()) == end


def test_play_waits_for_the_stock_to_end():
    with pytest.raises(IllegalChoice, match="the stock has 26 cards"):
        first_trick(Drawing(deal_pack(PACK, dealer=1)))


@pytest.mark.parametrize(
    ("tricks", "points"),
    [((14, 10), (8, 4)), ((13, 13), (7, 7)), ((13, 6), (7, 0)), ((26, 0), (20, 0)), ((9, 10), (3, 4))],
)
def test_both_score_their_tricks_beyond_six(tricks, points):
    assert overtrick_points(tricks) == points


@pytest.mark.parametrize("tricks", [(9, 9), (20, 7), (27, -1)])
def test_numbers_of_tricks_that_no_drawing_gives_are_refused(tricks):
    with pytest.raises(ValueError, match="19-26 tricks"):
        overtrick_points(tricks)


@pytest.mark.parametrize("discards", [-1, 14])
def test_there_are_at_most_13_discards(discards):
    with pytest.raises(ValueError, match="expected 0-13"):
        turn_count(discards)


def test_the_higher_total_wins_when_both_pass_the_target():
    match = DrawAndChooseMatch().add((13, 13)).add((14, 12))
    assert (match.score, match.winner) == ((15, 13), 0)
    with pytest.raises(MatchOver, match="ended after deal 2"):
        match.add((13, 13))


def test_equal_totals_beyond_the_target_play_another_deal():
    match = DrawAndChooseMatch().add((13, 13)).add((13, 13))
    assert (match.score, match.winner) == ((14, 14), None)
    assert match.add((12, 13)).winner == 1


def test_the_deal_alternates():
    match = DrawAndChooseMatch(dealer=0)
    assert (match.next_dealer, match.add((13, 13)).next_dealer) == (0, 1)


@pytest.mark.parametrize(
    ("letters", "message"), [("KX", "'KX' are no choices"), ("D" * 14, "the choices need 28 cards")]
)
def test_a_drawing_notation_says_what_is_wrong(letters, message):
    start = Drawing(deal_pack(PACK, dealer=1)).notation()
    assert start.endswith(".-")
    with pytest.raises(NotationError, match=message):
        Drawing.parse(start[:-1] + letters)


@given(deals)
@settings(max_examples=30, deadline=None)
def test_the_whole_stock_is_dealt_alternately_the_turned_card_to_the_non_dealer(deal):
    state = whole_stock_state(deal)
    other = 1 - deal.dealer
    assert [len(hand) for hand in state.hands] == [26, 26]
    assert set(state.hands[0]) | set(state.hands[1]) == set(PACK)
    assert set(deal.stock[0::2]) <= set(state.hands[other])
    assert set(deal.stock[1::2]) <= set(state.hands[deal.dealer])
    assert (state.leader, state.trump) == (other, deal.stock[0].suit)


@given(seeds)
@settings(max_examples=20, deadline=None)
def test_the_whole_stock_game_has_26_tricks(seed):
    end = played_out(whole_stock_state(shuffled_deal(Random(seed))), seed)
    assert sum(end.tricks_won) == 26
    assert (end.out_of_play, legal_cards(end)) == ((), ())


def test_the_whole_stock_game_scores_as_all_26_tricks():
    assert whole_stock_points((14, 12)) == (1, 0)
    assert whole_stock_points((14, 12), Scoring.DIFFERENCE) == (2, 0)
    assert whole_stock_points((13, 13)) == (0, 0)
    with pytest.raises(ValueError, match="over-six is not offered"):
        whole_stock_points((14, 12), Scoring.OVER_SIX)


def test_without_trump_only_the_led_suit_wins():
    state = StocklessState.parse("stockless.-.0.S2H2.DAS3.S2S3")
    assert state.tricks_won == (0, 1)
    state = StocklessState.parse("stockless.-.0.S2H2.DACA.S2DA")
    assert state.tricks_won == (1, 0)


def test_a_stockless_state_refuses_what_is_illegal():
    state = StocklessState.parse("stockless.H.0.S2H2.DAS3.S2")
    with pytest.raises(IllegalCard, match=r"^cannot play DA: hand holds S3, spades led$"):
        play(state, card("DA"))
    end = played_out(state, 1)
    with pytest.raises(IllegalCard, match="all 2 tricks are played"):
        play(end, card("S2"))
    with pytest.raises(NotationError, match="hands of 2 and 0 cards"):
        new_stockless_state(((card("S2"), card("S3")), ()), None, 0)
    with pytest.raises(NotationError, match="play 1: cannot play DA: it is not in the hand"):
        StocklessState.parse("stockless.H.0.S2H2.DAS3.DA")
