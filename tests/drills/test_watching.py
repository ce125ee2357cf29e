"""A phase one watched from one seat: every trick as it was seen, and nothing that was hidden."""

from __future__ import annotations

import itertools

import pytest

from trainer.drills.building import LIBRARY_DIR, read_drills
from trainer.drills.watching import last_seen, watched_tricks
from trainer.engine.cards import Card, parse_cards
from trainer.engine.seen_phases import SeenPhase, opponent_hand, seen_taken

PHASES = [SeenPhase.parse(drill["position"]) for drill in read_drills(LIBRARY_DIR / "memory.jsonl")]
FIRST = SeenPhase.parse(
    "seen.base.0.1.SJS3HQHJHTH9H5H4H3H2CAC7C6.HJDAD6HJ_D4S2S9H9_C2D2D8C2_DKD9DTH2_SKDQD5SJ_HAHKH6C9_"
    "DJD7C2S4_D3CJC3H4_CTDKS7SA_S8D4C9C7_CASQSACA_S5S4S6S3_C5H8H7C6"
)


def test_first_trick_is_the_one_in_the_notation() -> None:
    trick = watched_tricks(FIRST)[0]
    assert (trick.upcard, trick.lead, trick.reply, trick.drawn) == parse_cards("HJ DA D6 HJ")
    assert (trick.number, trick.stock_hidden, trick.led_by_player, trick.player_wins) == (1, 25, True, True)
    assert (trick.own_card, trick.opponent_card) == parse_cards("DA D6")


@pytest.mark.parametrize("phase", PHASES[:40], ids=lambda phase: phase.notation()[:40])
def test_hands_lead_from_the_deal_to_phase_two(phase: SeenPhase) -> None:
    tricks = watched_tricks(phase)
    assert len(tricks) == 13
    assert tricks[0].hand == phase.dealt and tricks[-1].hand_after == phase.hand
    for trick, following in itertools.pairwise(tricks):
        assert trick.hand_after == following.hand and len(following.hand) == 13
        assert following.led_by_player == trick.player_wins
        assert following.stock_hidden == trick.stock_hidden - 2
    assert all(trick.own_card in trick.hand for trick in tricks)
    assert all(trick.player_wins == (trick.drawn == trick.upcard) for trick in tricks)


def test_a_card_that_was_never_open_is_never_shown() -> None:
    for phase in PHASES:
        hidden = set(opponent_hand(phase)) - set(seen_taken(phase))
        for trick in watched_tricks(phase):
            shown = {*trick.hand, *trick.hand_after, trick.upcard, trick.lead, trick.reply, trick.drawn}
            assert shown.isdisjoint(hidden)
        assert all(last_seen(phase, card) == 0 for card in hidden)


def test_last_seen_is_the_trick_that_showed_the_card() -> None:
    assert last_seen(FIRST, Card.parse("DK")) == 9  # the upcard of trick 4, played in trick 9
    assert last_seen(FIRST, Card.parse("SK")) == 5  # taken by the opponent in trick 5 and kept
    assert last_seen(FIRST, Card.parse("DT")) == 4  # played to trick 4 from a hidden place
