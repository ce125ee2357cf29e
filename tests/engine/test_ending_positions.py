"""Endings: reading, writing and playing phase two (F10, F12, W11)."""

import pytest
from hypothesis import given, settings

from tests.engine.strategies import card, cards, random_states
from tests.engine.w11 import w11_after
from tests.shared_files import paper_lines
from trainer.engine.cards import NotationError, Suit
from trainer.engine.ending_positions import Ending, ending_of, legal_cards, play
from trainer.engine.state import legal_cards as legal_cards_of_state
from trainer.engine.state import play as play_state
from trainer.engine.tricks import IllegalCard


@pytest.mark.parametrize("paper", ["phase2_full", "phase2_hard", "phase2_small"])
def test_every_oracle_ending_is_read_and_written_back(paper):
    for line in paper_lines(f"oracle/{paper}.jsonl"):
        ending = Ending.from_json(line)
        written = ending.to_json()
        assert written == {key: line[key] for key in ("trump", "leader", "hands")}
        assert Ending.parse(ending.notation()) == ending
        assert {str(one) for one in legal_cards(ending)} == set(line["move_values"])


@given(random_states(plies=52, phase=2))
@settings(deadline=None)
def test_an_ending_follows_its_state_to_the_last_card(state):
    ending = ending_of(state)
    assert Ending.parse(ending.notation()) == ending
    assert Ending.from_json(ending.to_json()) == ending
    while not state.is_over:
        assert (ending.to_play, ending.hand) == (state.to_play, state.hand)
        assert set(legal_cards(ending)) == set(legal_cards_of_state(state))
        one = legal_cards(ending)[-1]
        state, ending = play_state(state, one), play(ending, one)
        assert ending == ending_of(state)
    assert ending.is_over
    assert legal_cards(ending) == ()


def test_with_a_card_led_the_follower_is_to_play():
    ending = Ending.parse("phase2.S.0.SA.SKS2.HA")
    assert (ending.to_play, ending.hand, ending.tricks_left) == (1, cards("SK S2"), 2)
    assert ending.to_json() == {"trump": "S", "leader": 0, "hands": ["SA", "SK S2"], "led": "HA"}
    assert Ending.from_json(ending.to_json()) == ending


def test_a_ruff_wins_the_lead():
    after = play(Ending.parse("phase2.S.0.SA.SKS2.HA"), card("S2"))
    assert (after.leader, after.led, after.notation()) == (1, None, "phase2.S.1.SA.SK.-")


def test_a_revoke_is_refused_and_changes_nothing():
    ending = Ending.parse("phase2.S.0.DA.HKS2.HA")
    with pytest.raises(IllegalCard, match=r"^cannot play S2: hand holds HK, hearts led$"):
        play(ending, card("S2"))
    with pytest.raises(IllegalCard, match=r"^cannot play HQ: it is not in the hand S2 HK$"):
        play(ending, card("HQ"))
    assert ending.notation() == "phase2.S.0.DA.S2HK.HA"


def test_phase_one_is_no_ending():
    with pytest.raises(ValueError, match="trick 13 belongs to phase one"):
        ending_of(w11_after(12))


def test_hands_are_kept_in_display_order():
    one = Ending(Suit.SPADES, 0, (cards("H2 SA"), cards("D2 D3")))
    assert one == Ending(Suit.SPADES, 0, (cards("SA H2"), cards("D3 D2")))
    assert one.notation() == "phase2.S.0.SAH2.D3D2.-"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("phase2.S.0.SAHA.SKSA.-", "SA comes twice in the ending"),
        ("phase2.S.0.SA.SKHA.HA", "HA comes twice in the ending"),
        ("phase2.S.0.SAHA.SK.-", "the leader has 2 cards with the led one, the follower 1"),
        ("phase2.S.0.SAHA.SKS2.H2", "the leader has 3 cards with the led one, the follower 2"),
        ("phase2.X.0.SA.SK.-", "'X' is no suit"),
        ("phase2.S.2.SA.SK.-", "'2' is no player"),
        ("phase2.S.0.SA.S1.-", "'S1' is no card"),
        ("phase2.S.0.SA.SK", "a phase2 notation has trump leader hand-0 hand-1 led: found 4 fields"),
        ("phase1.S.0.SA.SK.-", "'phase1' starts no phase2 notation"),
        ("", "'' starts no phase2 notation"),
    ],
)
def test_a_wrong_notation_is_refused_with_its_reason(text, message):
    with pytest.raises(NotationError, match=message):
        Ending.parse(text)


def test_more_than_13_cards_are_no_ending():
    hand = "SASKSQSJSTS9S8S7S6S5S4S3S2HA", "HKHQHJHTH9H8H7H6H5H4H3H2DADK"
    with pytest.raises(NotationError, match="14 cards each: an ending has at most 13"):
        Ending.parse(f"phase2.S.0.{hand[0]}.{hand[1]}.-")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("hands", ["SA"], "an ending has 2 hands: found 1"),
        ("hands", "SA SK", "field 'hands' is 'SA SK': expected a list"),
        ("hands", ["SA", None], "field 'hands' holds None: expected cards"),
        ("leader", 3, "3 is no player"),
        ("leader", "0", "field 'leader' is '0': expected a whole number"),
        ("trump", None, "field 'trump' is None: expected text"),
        ("led", 5, "field 'led' is 5: expected text"),
    ],
)
def test_wrong_json_is_refused_with_the_field(field, value, message):
    fields = {"trump": "S", "leader": 0, "hands": ["SA", "SK"], field: value}
    with pytest.raises(NotationError, match=message):
        Ending.from_json(fields)
