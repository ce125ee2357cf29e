"""What the prose says about its own examples: the worked deal (rules.md) and the match (scoring.md)."""

import itertools
import json

import pytest

from tests.language.pages import ROOT
from trainer.engine.cards import Card, Suit, parse_cards
from trainer.engine.deals import Deal
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import ending_values
from trainer.engine.state import State, new_state, play

YOU, OPPONENT = 0, 1


@pytest.fixture(scope="module")
def tables() -> list[State]:
    """The worked deal: `tables[n - 1]` is the table before trick n, the last one the end."""
    record = json.loads((ROOT / "content/deals/w11.json").read_text(encoding="utf-8"))
    first, second = map(parse_cards, record["hands"])
    states = [new_state(Deal((first, second), parse_cards(" ".join(record["stock"])), dealer=OPPONENT))]
    for lead, reply in record["plays"]:
        states.append(play(play(states[-1], Card.parse(lead)), Card.parse(reply)))
    return states


def held(state: State, player: int, suit: Suit) -> list[Card]:
    return [card for card in state.hands[player] if card.suit is suit]


def test_you_are_void_in_diamonds_at_trick_2_and_draw_one(tables: list[State]) -> None:
    trick = tables[2].finished_tricks[1]
    assert held(tables[1], YOU, Suit.DIAMONDS) == []
    assert (str(trick.lead.suit), str(trick.reply), trick.winner) == ("D", "H9", OPPONENT)
    assert trick.drawn and str(trick.drawn[YOU]) == "D5"


def test_opponent_gives_an_ace_for_a_seven_at_trick_4(tables: list[State]) -> None:
    trick = tables[4].finished_tricks[3]
    assert (trick.leader, str(trick.lead), trick.winner, str(trick.upcard)) == (
        OPPONENT,
        "HA",
        OPPONENT,
        "H7",
    )


def test_you_lose_trick_8_and_draw_the_ace_of_trumps(tables: list[State]) -> None:
    trick = tables[8].finished_tricks[7]
    assert trick.winner == OPPONENT
    assert trick.drawn and str(trick.drawn[YOU]) == "SA"


def test_opponent_wins_eight_tricks_of_phase_one_and_you_the_deal(tables: list[State]) -> None:
    assert tables[-1].phase_one_tricks == (5, 8)
    assert tables[-1].phase_two_tricks == (9, 4)


def test_trick_14_draws_the_only_trump_of_the_opponent(tables: list[State]) -> None:
    assert [str(card) for card in held(tables[13], OPPONENT, Suit.SPADES)] == ["SJ"]
    trick = tables[14].finished_tricks[13]
    assert (str(trick.lead), str(trick.reply)) == ("SA", "SJ")


def test_trick_19_leaves_you_with_the_only_clubs(tables: list[State]) -> None:
    trick = tables[19].finished_tricks[18]
    assert (trick.lead.suit, trick.winner) == (Suit.CLUBS, OPPONENT)
    assert held(tables[19], OPPONENT, Suit.CLUBS) == []
    assert [str(card) for card in held(tables[19], YOU, Suit.CLUBS)] == ["C6", "C5", "C3"]


def test_trick_23_is_ruffed_and_the_clubs_win_the_rest(tables: list[State]) -> None:
    rest = tables[-1].finished_tricks[22:]
    assert str(rest[0].reply) == "SQ"
    assert [(str(trick.lead), trick.winner) for trick in rest[1:]] == [("C6", YOU), ("C5", YOU), ("C3", YOU)]


def test_both_play_a_best_card_at_every_turn_of_phase_two(tables: list[State]) -> None:
    for before, after in itertools.pairwise(tables[13:]):
        trick = after.finished_tricks[-1]
        led = play(before, trick.lead)
        for state, card in ((before, trick.lead), (led, trick.reply)):
            values = ending_values(ending_of(state))
            assert values[card] == max(values.values())
