"""Players: legal cards, nothing but what the seat may know, phase two played exactly."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.strategies import card, random_line, seeds
from trainer.engine.beliefs import sample_worlds
from trainer.engine.deals import shuffled_deal
from trainer.engine.ending_positions import Ending, ending_of
from trainer.engine.ending_positions import play as play_ending
from trainer.engine.endings import ending_value, ending_values
from trainer.engine.players import PLAYERS, Player, UnknownPlayer, player_named
from trainer.engine.positions import Position, position_of
from trainer.engine.rule_sets import RULE_SETS, RuleSet
from trainer.engine.state import State, legal_cards, new_state, play

# The searches with fewer worlds: the same code, quicker.
NAMES = ("random", "tips", "weighed", "net", "ismcts-25", "strong-12")


def situation_of(state: State) -> Position | Ending:
    """What the player to move knows."""
    return position_of(state, state.to_play) if state.phase == 1 else ending_of(state)


def line_of(players: tuple[Player, Player], seed: int, rule_set: RuleSet) -> Iterator[State]:
    """The states of a deal between two players, the last one over; `play` refuses illegal cards."""
    state = new_state(shuffled_deal(Random(seed)), rule_set)
    while not state.is_over:
        yield state
        state = play(state, players[state.to_play].choose(situation_of(state), seed))
    yield state


def redealt(state: State, seed: int) -> State:
    """The same play with the cards that the player to move cannot see dealt anew."""
    position = position_of(state, state.to_play)
    world = next(sample_worlds(position, 1, seed))
    other = new_state(world.deal(position), state.rule_set)
    for played in state.plays:
        other = play(other, played)
    return other


def test_every_player_has_the_names_of_the_papers() -> None:
    assert {"random", "tips", "ismcts", "net", "strong"} <= set(PLAYERS)


def test_unknown_player_is_refused_by_name() -> None:
    for name in ("oracle", "", "ismcts-0", "tips-5", "strong-x", "strong--5", "strong-99999999"):
        with pytest.raises(UnknownPlayer, match="is no player: expected one of random"):
            player_named(name)


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_players_play_whole_deals_by_the_rules(name: str, rule_set: RuleSet) -> None:
    """`play` raises for a card that is not held or does not follow suit (W04)."""
    for seed, other in enumerate(("random", "tips")):
        *_, last = line_of((player_named(name), player_named(other)), seed, rule_set)
        assert sum(last.tricks_won) == rule_set.counted_tricks


@pytest.mark.long
@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=str)
def test_thousands_of_deals_are_played_by_the_rules(rule_set: RuleSet) -> None:
    pairs = [("net", "tips"), ("tips", "random"), ("weighed", "net"), ("random", "random")]
    for seed in range(2500):
        first, second = pairs[seed % len(pairs)]
        *_, last = line_of((player_named(first), player_named(second)), seed, rule_set)
        assert last.is_over


@pytest.mark.parametrize("name", NAMES)
@given(seed=seeds, plays=st.integers(0, 25), rule_set=st.sampled_from(list(RULE_SETS.values())))
@settings(max_examples=60, deadline=None)
def test_hidden_cards_dealt_anew_change_no_choice(
    name: str, seed: int, plays: int, rule_set: RuleSet
) -> None:
    player = player_named(name)
    line = random_line(shuffled_deal(Random(seed)), rule_set, seed)
    state = next(state for number, state in enumerate(line) if number == plays)
    other = redealt(state, seed)
    assert other.deal != state.deal or len(state.stock_left) < 2
    first = player.choose(situation_of(state), seed)
    assert player.choose(situation_of(other), seed) == first
    assert first in legal_cards(state)


@pytest.mark.parametrize("name", NAMES)
@given(seed=seeds, plays=st.integers(26, 51))
@settings(max_examples=25, deadline=None)
def test_in_phase_two_only_the_cards_still_held_decide(name: str, seed: int, plays: int) -> None:
    """There nothing is hidden: who had what before, and the random stream, change nothing."""
    line = random_line(shuffled_deal(Random(seed)), RULE_SETS["base"], seed)
    state = next(state for number, state in enumerate(line) if number == plays)
    ending = ending_of(state)
    player = player_named(name)
    chosen = player.choose(ending, seed)
    assert chosen == player.choose(Ending.parse(ending.notation()), seed + 1)
    values = ending_values(ending)
    assert values[chosen] == max(values.values())


@pytest.mark.parametrize("name", NAMES)
def test_same_position_and_stream_give_the_same_card(name: str) -> None:
    states = random_line(shuffled_deal(Random(4)), RULE_SETS["base"], 4)
    positions = [position_of(state, state.to_play) for state in states if state.phase == 1]
    for position in positions[::5]:
        first = player_named(name).choose(position, 9)
        assert player_named(name).choose(Position.parse(position.notation()), 9) == first


def test_players_take_what_an_ending_is_worth() -> None:
    for seed in range(20):
        state = None
        for state in line_of((PLAYERS["tips"], PLAYERS["random"]), seed, RULE_SETS["base"]):
            if state.phase == 2:
                break
        assert state is not None
        ending = ending_of(state)
        leader, worth, won = ending.leader, ending_value(ending), [0, 0]
        while not ending.is_over:
            before = ending
            ending = play_ending(ending, PLAYERS["net"].choose(ending, 1))
            if before.led is not None:
                won[ending.leader] += 1
        assert won[leader] == worth


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("phase2.S.0.SKSTDQCT.SASQCKCJ.-", {"DQ", "CT"}),
        ("phase2.S.0.SQSJHQDJ.SASKHTCQ.-", {"HQ", "DJ"}),
        ("phase2.S.0.SKHQDKDT.SQHKHTCT.-", {"SK"}),
        ("phase2.S.0.STCACQCJ.SJHACKCT.-", {"ST"}),
    ],
)
def test_players_draw_trumps_only_where_it_pays(notation: str, expected: set[str]) -> None:
    """Endings in which a bot drew trumps that it should not, or led losers (W16)."""
    assert str(PLAYERS["strong"].choose(Ending.parse(notation), 1)) in expected


def test_of_equal_cards_the_lowest_goes_and_a_trump_last() -> None:
    sure = Ending.parse("phase2.S.0.SAHAHK.D2D3D4.-")
    assert PLAYERS["net"].choose(sure, 1) == card("HK")
    lost = Ending.parse("phase2.S.0.S2C3.SASK.-")
    assert PLAYERS["net"].choose(lost, 1) == card("C3")


def test_finished_deal_has_no_card() -> None:
    with pytest.raises(ValueError, match="the deal is over"):
        PLAYERS["net"].choose(Ending.parse("phase2.S.0.-.-.-"), 1)
