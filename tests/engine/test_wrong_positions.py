"""Positions that can't have come up are refused, with the card and the reason (F6-F9, F30, F46)."""

import pytest

from tests.engine.w11 import w11_after
from trainer.engine.cards import NotationError
from trainer.engine.positions import Position, position_of

# Player 1 after four tricks, on lead; player 0 was void in diamonds in trick 2.
SEEN_BY_1 = "phase1.base.1.1.SK.-.SJS8S2HTH7H5H3DJD8CTC8C4C2.SJS6S9SJ_S2D3H9S2_C2S5S4C2_H7HAH6H7"
# Player 0 before the reply to trick 5; player 1 took SJ S2 C2 H7 and leads S2.
SEEN_BY_0 = "phase1.base.0.1.SK.S2.SQSTH4H2D5D4CKCQCJC9C6C5C3.SJS6S9CQ_S2D3H9D5_C2S5S4D4_H7HAH6H2"
# Player 0 ruffs the diamond of trick 2 with S4, takes C2 and leads trick 3.
RUFFED = "phase1.base.1.1.DK.{led}.SJS8S5HAHTH5H3H2DJD8CTC8C4.SJS6S9SJ_C2D3S4H2"
# Player 0 shows no spade in trick 10, but nine are unseen and the stock holds five cards.
CROWDED = (
    "phase1.{rules}.1.1.C3.-.S3HAHQH2DADKD8D7CACJC9C7C6.C9H5HKC9_H4CKCTH4_C2H4H6CA_DKC4C8DK"
    "_C6S9S4C6_D6D5D9HJ_C7H8H9C7_D7HJH7D7_S3STDJS3"
)


def test_the_positions_themselves_are_possible():
    assert Position.parse(SEEN_BY_1) == position_of(w11_after(4), 1)
    assert Position.parse(SEEN_BY_0) == position_of(w11_after(4, led=True), 0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SJS8S2HT", "SJSJS2HT", "SJ comes twice in the hand and plays of player 1"),
        ("SJS8S2HT", "SJS8S2", "the hand has 12 cards: the player to move holds 13"),
        ("SJS8S2HT", "SJS8S2HTHQ", "the hand has 14 cards"),
        ("SJS8S2HT", "SJS8S2S9", "S9 comes twice in the hand and plays of player 1"),
        ("SJS8S2HT", "SJS8S2SK", "trick 5: upcard SK has been seen before"),
        ("SJS8S2HT", "SJS8S2S6", "trick 1: player 0 plays S6, which is not in that hand"),
        ("SJS8S2HT", "HJS8S2HT", "trick 1: SJ was drawn but is neither in the hand nor played"),
        ("S6S9SJ", "S6S9CQ", "trick 1: CQ was drawn but is neither in the hand nor played"),
        ("S2D3H9S2", "S2D3H9C2", "C2 comes twice in the draws of player 1"),
        ("S2D3H9S2", "S2SJH9S2", "SJ comes twice in the hand and plays of player 1"),
        ("S2D3H9S2", "S2D3S6S2", "trick 2: player 0 plays S6, which is not in that hand"),
        ("S2D3H9S2", "S2D3SJS2", "trick 2: player 0 plays SJ, which is not in that hand"),
        ("C2S5S4C2", "H9S5S4C2", "trick 3: upcard H9 has been seen before"),
        ("H7HAH6H7", "H7HAC2H7", "trick 4: player 0 plays C2, which is not in that hand"),
        ("1.SK.-", "1.SJ.-", "trick 5: upcard SJ has been seen before"),
        ("1.SK.-", "1.SK.S7", "trick 5: player 1 leads, but S7 is led"),
        ("base.1.1", "base.1.0", "trick 1: SJ cannot be drawn: it has been seen before"),
        ("base.1.1", "base.2.1", "'2' is no player: expected 0 or 1"),
        ("base", "bridge", "'bridge' is no rule set"),
        ("_C2S5S4C2", "_C2S5S4", "trick 3: 3 cards instead of upcard, lead, follow, own draw"),
        ("_C2S5S4C2", "_", "a field of cards is empty"),
        ("H9S2", "H1S2", "'H1' is no card"),
        ("phase1", "phase2", "'phase2' starts no phase1 notation"),
    ],
)
def test_own_cards_and_tricks_must_fit(old, new, message):
    assert old in SEEN_BY_1
    with pytest.raises(NotationError, match=message):
        Position.parse(SEEN_BY_1.replace(old, new, 1))


def test_a_card_cannot_be_played_before_it_is_drawn():
    text = SEEN_BY_1.replace("S2D3H9S2", "S2C2H9S2").replace("CTC8C4C2", "D3CTC8C4")
    with pytest.raises(NotationError, match="trick 2: player 1 plays C2 without holding it"):
        Position.parse(text)


def test_the_winner_draws_the_upcard_and_nothing_else():
    text = SEEN_BY_1.replace("H7HAH6H7", "H7HAH6HQ").replace("HTH7H5", "HTHQH5")
    with pytest.raises(NotationError, match="trick 4: the winner draws the upcard H7, not HQ"):
        Position.parse(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SK.S2", "SK.-", "trick 5: player 1 leads, but no card is led"),
        ("SK.S2", "SK.S9", "trick 5: player 1 plays S9, which is not in that hand"),
        ("SK.S2", "SK.CQ", "trick 5: player 1 plays CQ, which is not in that hand"),
        ("SK.S2", "SK.SK", "trick 5: player 1 plays SK, which is not in that hand"),
        ("S6S9CQ", "S6S9S2", "trick 1: S2 was drawn but is neither in the hand nor played"),
        ("S6S9CQ", "S6C8CQ", "trick 1: the winner draws the upcard SJ, not CQ"),
        ("C2S5S4D4", "C2S5H8D4", "trick 3: cannot play H8: hand holds SQ ST, spades led"),
    ],
)
def test_the_opponents_cards_must_fit(old, new, message):
    assert old in SEEN_BY_0
    with pytest.raises(NotationError, match=message):
        Position.parse(SEEN_BY_0.replace(old, new, 1))


def test_a_known_card_of_the_led_suit_must_follow():
    """Player 1 took SJ in trick 1 and may not discard on the spade of trick 3; with free play it may."""
    text = "phase1.{rules}.0.1.H7.-.SQSTS4H6D9CKCQCJC9C6C5C3C2.SJH4HACQ_D9H3H9D9_C2S6D3C2"
    with pytest.raises(NotationError, match="trick 3: cannot play D3: hand holds SJ, spades led"):
        Position.parse(text.format(rules="base"))
    assert Position.parse(text.format(rules="free")).trick == 4


def test_a_card_cannot_come_out_of_hand_filled_before_the_void():
    """After the void in diamonds player 0 drew only C2, so no diamond can be led (F46)."""
    with pytest.raises(NotationError, match="trick 3: D5 is impossible after the voids shown before"):
        Position.parse(RUFFED.format(led="D5"))
    assert Position.parse(RUFFED.format(led="C2")).trick == 3
    assert Position.parse(RUFFED.format(led="HK")).trick == 3


def test_a_hidden_draw_since_the_void_may_be_of_that_suit():
    """In trick 2 player 0 drew unseen, so the diamond of trick 9 is no revoke (F46)."""
    position = position_of(w11_after(9, led=True), 1)
    assert [(play.trick, str(play.card)) for play in position.opponent.plays][8:] == [(9, "D7"), (10, "D4")]


def test_with_free_play_an_off_suit_card_proves_no_void():
    assert Position.parse(RUFFED.format(led="D5").replace("base", "free")).opponent.voids == ()


def test_the_unseen_cards_must_fill_the_opponents_hand():
    with pytest.raises(NotationError, match="no unseen cards fit the opponent's hand"):
        Position.parse(CROWDED.format(rules="base"))
    assert Position.parse(CROWDED.format(rules="free")).trick == 10


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("trump", "H", "trump is H, but the first upcard makes it S"),
        ("trick", 6, "trick is 6, but 4 are finished"),
        ("trick", "5", "field 'trick' is '5': expected a whole number"),
        ("player", True, "field 'player' is True: expected a whole number"),
        ("player", 2, "2 is no player"),
        ("dealer", None, "field 'dealer' is None"),
        ("upcard", 7, "field 'upcard' is 7: expected text"),
        ("upcard", "S1", "'S1' is no card"),
        ("hand", ["SJ"], "field 'hand' holds"),
        ("rules", "bridge", "'bridge' is no rule set"),
        ("history", "SJ", "field 'history' is 'SJ': expected a list"),
        ("history", ["SJ"], "field 'history' holds 'SJ': expected objects"),
    ],
)
def test_wrong_json_is_refused_with_the_field(field, value, message):
    fields = Position.parse(SEEN_BY_1).to_json() | {field: value}
    with pytest.raises(NotationError, match=message):
        Position.from_json(fields)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("winner", 0, "trick 1: player 1 wins with S9, not player 0"),
        (
            "leader",
            1,
            "trick 1: player 0 leads, not player 1",
        ),
    ],
)
def test_winner_and_leader_of_a_row_must_follow_from_the_rules(field, value, message):
    fields = Position.parse(SEEN_BY_1).to_json()
    fields["history"][0][field] = value
    with pytest.raises(NotationError, match=message):
        Position.from_json(fields)


def test_a_thirteenth_finished_trick_ends_phase_one():
    position = position_of(w11_after(12), 1)
    row = position.history[-1]
    with pytest.raises(NotationError, match="13 tricks are finished: phase one has 13"):
        Position(1, 1, position.upcard, None, position.hand, (*position.history, row))
