"""Playing deals: properties that hold for every deal, rule set and line of play (W04, W06, F8-F10, F30)."""

from random import Random

import pytest
from hypothesis import given, settings

from tests.engine.strategies import card, deals, random_line, random_states, rule_sets, seeds
from tests.engine.w11 import w11_after, w11_deal, w11_states
from trainer.engine.cards import PACK, NotationError
from trainer.engine.deals import shuffled_deal
from trainer.engine.rule_sets import ALL26, BASE, FREE, FREE_ALL26, RULE_SETS
from trainer.engine.state import IllegalCard, State, legal_cards, new_state, play


def allowed(state):
    """Which cards may be played, written again from F6 and F30 without the engine's functions."""
    free = state.rule_set.id.startswith("free") and len(state.finished_tricks) < 13
    suit = state.led.suit if state.led else None
    following = {held for held in state.hands[state.to_play] if held.suit == suit}
    return set(state.hands[state.to_play]) if free or not following else following


@given(deals, rule_sets, seeds)
@settings(max_examples=60, deadline=None)
def test_52_distinct_cards_at_every_ply(deal, rule_set, seed):
    for state in random_line(deal, rule_set, seed):
        cards = (*state.hands[0], *state.hands[1], *state.stock_left, *state.plays)
        assert len(cards) == 52
        assert set(cards) == set(PACK)
        assert (state.upcard in state.stock_left) == (state.phase == 1)


@given(deals, rule_sets, seeds)
@settings(max_examples=60, deadline=None)
def test_a_deal_has_26_tricks_and_the_stock_ends_after_13(deal, rule_set, seed):
    states = list(random_line(deal, rule_set, seed))
    assert len(states) == 53
    end, middle = states[-1], states[26]
    assert [trick.number for trick in end.finished_tricks] == list(range(1, 27))
    assert states[25].stock_left == deal.stock[24:]
    assert (middle.stock_left, middle.upcard, middle.phase) == ((), None, 2)
    assert [len(hand) for hand in middle.hands] == [13, 13]
    assert middle.leader == middle.finished_tricks[12].winner
    assert (end.phase, end.is_over, end.hands, legal_cards(end)) == (None, True, ((), ()), ())
    assert sum(end.phase_one_tricks) == sum(end.phase_two_tricks) == 13


@given(deals, rule_sets, seeds)
@settings(max_examples=60, deadline=None)
def test_winners_take_the_upcards_and_losers_the_hidden_cards(deal, rule_set, seed):
    *_, end = random_line(deal, rule_set, seed)
    for trick in end.finished_tricks[:13]:
        place = 2 * trick.number - 2
        assert trick.upcard == deal.stock[place]
        assert trick.drawn[trick.winner] == deal.stock[place]
        assert trick.drawn[1 - trick.winner] == deal.stock[place + 1]
    assert all(trick.upcard is None and trick.drawn is None for trick in end.finished_tricks[13:])


@given(random_states(plies=52))
@settings(deadline=None)
def test_notation_leads_back_to_the_state(state):
    assert State.parse(state.notation()) == state


@given(random_states(plies=51))
@settings(deadline=None)
def test_an_illegal_card_is_refused_by_name_and_changes_nothing(state):
    before = state.notation()
    legal = legal_cards(state)
    assert set(legal) == allowed(state)
    for one in PACK:
        if one not in legal:
            with pytest.raises(IllegalCard, match=f"^cannot play {one}: "):
                play(state, one)
    assert state.notation() == before


def check_random_deals(deals, rule_set):
    """Play `deals` deals at random and check each legal set and that every card of it is accepted."""
    rng = Random(f"{rule_set.id} bots")
    for _ in range(deals):
        state = new_state(shuffled_deal(rng, dealer=rng.randrange(2)), rule_set)
        while not state.is_over:
            legal = legal_cards(state)
            assert set(legal) == allowed(state)
            state = play(state, rng.choice(legal))
        assert sum(state.tricks_won) == rule_set.counted_tricks


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=RULE_SETS)
def test_300_random_deals_stay_within_the_rules(rule_set):
    check_random_deals(300, rule_set)


@pytest.mark.long
@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=RULE_SETS)
def test_10_000_random_deals_stay_within_the_rules(rule_set):
    check_random_deals(10_000, rule_set)


def test_the_non_dealer_leads_trick_1():
    for dealer in (0, 1):
        assert new_state(shuffled_deal(Random(1), dealer)).to_play == 1 - dealer


def test_with_free_play_suit_must_be_followed_from_trick_14():
    states = list(random_line(w11_deal(), FREE, seed=3))
    phase_one = [state for state in states[:26] if state.led]
    assert all(legal_cards(state) == state.hand for state in phase_one)
    following = [state for state in states[26:52] if state.led]
    assert any(len(legal_cards(state)) < len(state.hand) for state in following)


def test_rule_sets_count_13_or_26_tricks():
    for rule_set, counted in ((BASE, 13), (FREE, 13), (ALL26, 26), (FREE_ALL26, 26)):
        state = w11_states(rule_set)[-1]
        assert state.tricks_won == ((5, 8) if counted == 26 else (0, 0))
        while not state.is_over:
            state = play(state, legal_cards(state)[0])
        both = zip(state.phase_one_tricks, state.phase_two_tricks, strict=True)
        assert state.tricks_won == (tuple(map(sum, both)) if counted == 26 else state.phase_two_tricks)


def test_no_card_can_be_played_after_the_end():
    *_, end = random_line(w11_deal(), BASE, seed=1)
    with pytest.raises(IllegalCard, match=r"^cannot play SA: all 26 tricks are played$"):
        play(end, card("SA"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (".S6S9", ".S6HA", "play 2: cannot play HA: hand holds S9 S8 S5, spades led"),
        (".S6S9", ".S6SK", "play 2: cannot play SK: it is not in the hand"),
        (".S6S9", ".S6S9S6", "play 3: cannot play S6: it is not in the hand"),
        (".S6S9", ".S6S", "'S' is no card"),
        ("state.base", "state.open", "'open' is no rule set: expected one of base free all26 free-all26"),
        ("SJCQ", "SJSJ", "SJ comes twice in the deal"),
        (".S6S9", "", "a state notation has rule-set dealer hand-0 hand-1 stock plays: found 5 fields"),
    ],
)
def test_a_wrong_notation_is_refused_with_its_reason(old, new, message):
    text = w11_after(1).notation()
    with pytest.raises(NotationError, match=message):
        State.parse(text.replace(old, new, 1))


def test_notations_are_safe_in_urls():
    *_, end = random_line(w11_deal(), FREE_ALL26, seed=1)
    assert set(end.notation()) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")
    assert len(end.notation()) < 350
