"""The game written out for OpenSpiel is the engine's game on a small pack, decision by decision."""

from __future__ import annotations

import itertools
import math
from random import Random

import pytest

from tests.engine.small_packs.game import (
    Chance,
    Decision,
    Leaf,
    Node,
    Scene,
    SmallGame,
    decisions,
    whole_game,
)
from trainer.engine.cards import Card
from trainer.engine.deals import shuffled_deal
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import ending_value
from trainer.engine.positions import Position, legal_cards, position_of
from trainer.engine.rule_sets import BASE, Pack
from trainer.engine.state import State, new_state, play

SMALL = [(2, 4, 2), (4, 2, 2), (1, 8, 2)]
LARGER = [(2, 6, 3), (3, 4, 3), (4, 3, 3)]


def known(position: Position) -> str:
    """The engine's notation without kind and rule set: what the tree calls a decision."""
    return position.notation().split(".", 2)[2]


def turned(node: Chance, left: tuple[Card, ...]) -> Decision:
    """The child of a chance node when `left` is what lies in the stock, the hidden card first."""
    turns = list(itertools.permutations(sorted(left, key=lambda card: card.index), 2))
    found = node.children[turns.index((left[0], left[1]))]
    assert isinstance(found, Decision)
    return found


def spade_deal(pack: Pack, rng: Random) -> State:
    """A random deal with spades as trump, the only one that the tree has."""
    while True:
        state = new_state(shuffled_deal(rng, dealer=1, cards=pack.cards), BASE.on(pack))
        if state.trump.index == 0:
            return state


def subtree(game: SmallGame, state: State) -> Decision:
    """The tree from both hands and the upcard of a deal on."""
    numbers = {game.name(card): card for card in game.cards}
    hands = [tuple(sorted(numbers[str(card)] for card in hand)) for hand in state.hands]
    upcard = numbers[str(state.upcard)]
    rest = tuple(card for card in game.cards if card not in (*hands[0], *hands[1], upcard))
    return game.trick(Scene((hands[0], hands[1]), 0, upcard, rest))


@pytest.mark.parametrize("pack", SMALL, ids=str)
def test_tree_and_engine_tell_the_same_game(pack: tuple[int, int, int]) -> None:
    compare_lines(pack, lines=25)


@pytest.mark.long
@pytest.mark.parametrize("pack", LARGER, ids=str)
def test_tree_and_engine_tell_the_same_game_of_three_tricks(pack: tuple[int, int, int]) -> None:
    compare_lines(pack, lines=6)


def compare_lines(pack: tuple[int, int, int], lines: int) -> None:
    """Play random lines in the engine and follow them in the tree."""
    rng, game = Random(5), SmallGame(*pack)
    for _ in range(lines):
        state = spade_deal(Pack(*pack), rng)
        node: Node = subtree(game, state)
        left = state.stock_left
        while state.phase == 1:
            position = position_of(state, state.to_play)
            if isinstance(node, Chance):
                node = turned(node, left)
            left = state.stock_left[1:]
            assert Position.parse(position.notation()) == position
            assert isinstance(node, Decision)
            assert node.known == known(position)
            assert sorted(node.cards) == sorted(map(str, legal_cards(position)))
            card = rng.choice(legal_cards(position))
            node = node.children[node.cards.index(str(card))]
            state = play(state, card)
        assert isinstance(node, Leaf)
        tricks = ending_value(ending_of(state))
        assert node.tricks == (tricks if state.leader == 0 else game.hand - tricks)


def test_a_decision_tells_what_its_player_knows_and_no_more() -> None:
    state = State.parse("state.base-2x4x2.1.SAHK.SQHJ.SKSJHAHQ.HKHJ")
    position = position_of(state, 0)
    assert known(position) == "0.1.HA.-.SASK.SKHKHJSK"
    other = State.parse("state.base-2x4x2.1.SAHK.SJHJ.SKSQHAHQ.HKHJ")
    assert known(position_of(other, 0)) == known(position)


def test_the_whole_game_with_two_cards_has_known_numbers() -> None:
    _, tree = whole_game(2, 4, 2)
    every = list(decisions(tree))
    assert len(tree.children) == math.comb(8, 2) * math.comb(6, 2) * 4 // 2
    assert len(every) == 45_720
    assert len({decision.known for decision in every}) == 25_752


def test_every_decision_of_a_set_has_the_same_player_and_cards() -> None:
    seen: dict[str, tuple[int, list[str]]] = {}
    for decision in decisions(whole_game(2, 4, 2)[1]):
        assert seen.setdefault(decision.known, (decision.player, decision.cards)) == (
            decision.player,
            decision.cards,
        )
