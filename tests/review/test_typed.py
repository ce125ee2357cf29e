"""Deals typed in: read back whole whatever the opponent drew, and every fault told with its trick."""

from __future__ import annotations

import pytest

from tests.review.deals import as_typed, finished
from trainer.engine.cards import Card
from trainer.engine.positions import position_of
from trainer.engine.rule_sets import BASE, FREE, RuleSet
from trainer.engine.state import State, new_state, play
from trainer.review.typed import TypedFault, read_typed, whole_deal


def read_whole(words: list[str], rule_set: RuleSet, leader: int) -> State:
    typed, fault = read_typed(" ".join(words), rule_set, leader)
    assert (fault, typed.expects) == ("", "")
    return whole_deal(typed)


@pytest.mark.parametrize("rule_set", [BASE, FREE])
@pytest.mark.parametrize("dealer", [0, 1])
def test_typed_deal_is_the_same_for_the_one_who_typed_it(rule_set: RuleSet, dealer: int) -> None:
    for seed in range(25):
        end = finished(seed, rule_set, dealer)
        read = read_whole(as_typed(end), rule_set, 1 - dealer)
        assert (read.plays, read.deal.hands[0]) == (end.plays, read.deal.hands[0])
        assert set(read.deal.hands[0]) == set(end.deal.hands[0])
        assert read.tricks_won == end.tricks_won
        assert views(read) == views(end)


def views(end: State) -> list[object]:
    """What seat 0 knew at each of its turns in the first part."""
    state, found = new_state(end.deal, end.rule_set), []
    for card in end.plays:
        if state.phase == 1 and state.to_play == 0:
            found.append(position_of(state, 0))
        state = play(state, card)
    return found


def fault_of(words: list[str]) -> str:
    return read_typed(" ".join(words), BASE, 0)[1]


def test_card_played_twice_is_told_with_both_tricks() -> None:
    assert "Stikk 2: Kortet spar ess er allerede spilt, i stikk 1." in fault_of(
        ["S9", "SA", "S2", "H3", "SA"]
    )


def test_word_that_is_no_card_is_told() -> None:
    assert "«XX» er ikke et kort." in fault_of(["SA", "XX"])
    assert fault_of(["s10", "h9"]) == ""


def test_card_of_the_stock_cannot_be_played_before_it_is_taken() -> None:
    assert "spar ess ligger ennå på bunken" in fault_of(["SA", "SA"])


def test_card_that_the_other_took_cannot_be_played() -> None:
    # You lead the ace of trumps and win the nine; the opponent cannot play it in the next trick.
    assert "Du tok spar ni" in fault_of(["S9", "SA", "S2", "H3", "C4", "S9"])


def test_card_after_the_last_is_refused() -> None:
    words = as_typed(finished(4))
    assert "ingen kort etter stikk 26" in fault_of([*words, "SA"])


def test_revoke_is_told_with_the_card_that_was_held() -> None:
    """The replies of the last two tricks change places, so that the first no longer follows suit."""
    told = []
    for seed in range(200):
        end = finished(seed)
        one, two = end.finished_tricks[-2:]
        follows = one.reply.suit is one.lead.suit and one.winner == one.leader
        if not follows or two.reply.suit in {one.lead.suit, end.trump}:
            continue
        words = as_typed(end)
        words[-3], words[-1] = words[-1], words[-3]
        typed, fault = read_typed(" ".join(words), BASE, 0)
        assert fault == ""
        with pytest.raises(TypedFault) as found:
            whole_deal(typed)
        told.append(str(found.value))
    assert len(told) > 3
    assert all("Stikk 25" in text and "Kortet ble spilt i stikk 26." in text for text in told)


def test_part_of_a_deal_says_what_comes_next() -> None:
    words = as_typed(finished(5))
    typed, fault = read_typed(" ".join(words[:2]), BASE, 0)
    assert (fault, typed.expects, typed.to_play) == ("", "reply", 1)
    assert Card.parse(words[0]) in typed.seen
