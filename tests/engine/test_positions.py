"""Positions of phase one: what the player to move knows (F8, F12, F45, W11, W18)."""

import json

import pytest
from hypothesis import given, settings

from tests.engine.strategies import card, cards, random_states
from tests.engine.w11 import w11_after, w11_deal
from tests.shared_files import paper_lines
from trainer.engine.cards import PACK, Suit, format_cards
from trainer.engine.positions import (
    Position,
    known_opponent_cards,
    legal_cards,
    played_cards,
    position_of,
    seen_cards,
    unseen_cards,
)
from trainer.engine.state import State
from trainer.engine.state import legal_cards as legal_cards_of_state
from trainer.engine.tricks import trick_winner

LINES = paper_lines("oracle/phase1_positions.jsonl")


def plain_json(line):
    """A line without the oracle's own fields, the hand in no particular order (it sorts trumps last)."""
    fields = {key: value for key, value in line.items() if key not in {"id", "reference"}}
    return fields | {"hand": set(fields["hand"].split())}


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
def test_every_oracle_position_is_read_and_written_back(line):
    position = Position.from_json(line)
    assert plain_json(position.to_json()) == plain_json(line)
    assert Position.from_json(json.loads(json.dumps(position.to_json()))) == position
    assert Position.parse(position.notation()) == position
    assert {str(one) for one in legal_cards(position)} == set(line["reference"]["cards"])
    for row in line["history"]:
        winner = trick_winner(card(row["lead"]), card(row["follow"]), position.trump, row["leader"])
        assert winner == row["winner"]


@given(random_states(plies=25, phase=1))
@settings(deadline=None)
def test_a_position_shows_its_player_what_the_rules_let_him_see(state):
    player = state.to_play
    position = position_of(state, player)
    assert Position.parse(position.notation()) == position
    assert Position.from_json(position.to_json()) == position
    assert legal_cards(position) == legal_cards_of_state(state)
    assert played_cards(position) == state.plays
    assert set(known_opponent_cards(position)) <= set(state.hands[1 - player])
    hidden = {*state.hands[1 - player], *state.stock_left[1:]} - set(known_opponent_cards(position))
    discarded = {trick.drawn[1 - player] for trick in state.finished_tricks if trick.winner == player}
    assert hidden == set(unseen_cards(position))
    assert set(seen_cards(position)) == set(PACK) - hidden
    assert discarded & set(seen_cards(position)) <= set(state.plays)
    assert not any(str(one) in position.notation() for one in hidden)


def test_the_first_position_knows_only_hand_and_upcard():
    position = position_of(w11_after(0), 0)
    assert (position.trick, position.leader, position.trump) == (1, 0, Suit.SPADES)
    assert len(seen_cards(position)) == 14
    assert len(unseen_cards(position)) == 38
    assert position.notation() == "phase1.base.0.1.SJ.-.SQSTS6S4H9H6H4CKCJC9C6C5C3.-"


def test_upcards_stay_known_until_they_are_played():
    """Player 1 takes SJ S2 C2 H7, then leads S2 to trick 5 (F45)."""
    before, after = position_of(w11_after(3, led=True), 0), position_of(w11_after(4, led=True), 0)
    assert format_cards(known_opponent_cards(before)) == "SJ S2 C2"
    assert format_cards(known_opponent_cards(after)) == "SJ C2 H7"


def test_the_last_position_leaves_13_places_for_the_unseen_cards():
    position = position_of(w11_after(12, led=True), 0)
    known = known_opponent_cards(position)
    assert format_cards(known) == "SJ C2 DK D2 DQ"
    assert len(unseen_cards(position)) == 12 - len(known) + 1


def test_in_trick_2_nothing_of_the_other_hand_nor_of_the_stock_is_there():
    """Player 1 sees neither player 0's 13 cards nor D5 or what lies below it (W18)."""
    state = w11_after(1)
    text = position_of(state, 1).notation() + json.dumps(position_of(state, 1).to_json())
    for one in (*state.hands[0], *w11_deal().stock[3:]):
        assert str(one) not in text


def test_free_play_makes_every_card_of_the_hand_legal():
    state = State.parse(w11_after(0, led=True).notation().replace("base", "free"))
    assert legal_cards(position_of(state, 1)) == state.hands[1]


@pytest.mark.parametrize(("tricks", "led", "player"), [(0, False, 1), (0, True, 0), (3, False, 0)])
def test_only_the_player_to_move_has_a_position(tricks, led, player):
    with pytest.raises(ValueError, match=f"player {player} is not to move in trick {tricks + 1}"):
        position_of(w11_after(tricks, led=led), player)


def test_phase_two_has_no_positions():
    with pytest.raises(ValueError, match="belongs to phase one"):
        position_of(w11_after(13), 0)


def test_a_hand_is_kept_in_display_order():
    position = position_of(w11_after(0), 0)
    shuffled = Position(0, 1, position.upcard, None, cards("C3 SQ CK H9 ST S6 C5 H6 CJ H4 S4 C9 C6"))
    assert shuffled == position
    assert hash(shuffled) == hash(position)
