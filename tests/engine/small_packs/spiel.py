"""A game tree handed to OpenSpiel: its text form, and strategies in both directions.

OpenSpiel is a library of games and algorithms that knows nothing of this one, so
what it says about a tree and a strategy is an independent word. It reads Gambit's
extensive form and names an information set `player-player-number-name`. Cards go by
their places in the decision: it gives one name several numbers otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.engine.small_packs.equilibrium import Strategy, chances_at
from tests.engine.small_packs.game import Decision, Leaf, Node, decisions

type Table = dict[str, list[tuple[int, float]]]


class SpielGame:
    """The tree as a game of OpenSpiel; raises `ImportError` where the library is missing."""

    def __init__(self, root: Node, hand: int) -> None:
        import pyspiel  # noqa: PLC0415 - a development dependency that few tests need

        self._spiel: Any = pyspiel
        self._sets = list(_sets(root))
        self.game: Any = pyspiel.load_efg_game(efg_text(root, hand))

    def solve(self, iterations: int, report: Callable[[int], None] = lambda done: None) -> Strategy:
        """The average strategies after so many iterations of CFR+."""
        solver = self._spiel.CFRPlusSolver(self.game)
        for done in range(iterations):
            report(done)
            solver.evaluate_and_update_policy()
        table: Table = solver.tabular_average_policy().policy_table()
        return {
            decision.known: {decision.cards[place]: chance for place, chance in table[key]}
            for key, decision in self._sets
        }

    def exploitability(self, strategy: Strategy) -> float:
        """By how many tricks a perfect opponent beats these strategies, the mean over both seats."""
        return float(self._spiel.exploitability(self.game, self._table(strategy)))

    def tricks(self, strategy: Strategy) -> float:
        """Phase-two tricks of player 0 above the mean when both play so."""
        policy = self._spiel.TabularPolicy(self._table(strategy))
        return float(self._spiel.expected_returns(self.game.new_initial_state(), policy, -1, True, 0.0)[0])

    def _table(self, strategy: Strategy) -> Table:
        return {key: list(enumerate(chances_at(strategy, decision))) for key, decision in self._sets}


def _sets(root: Node) -> Iterator[tuple[str, Decision]]:
    """The first decision of every information set, with its name in OpenSpiel."""
    for known, (player, number, decision) in _numbered(root).items():
        yield f"{player}-{player}-{number}-{known}", decision


def _numbered(root: Node) -> dict[str, tuple[int, int, Decision]]:
    """Player, number from 1 and first decision of each information set, in the order of the tree."""
    sets: dict[str, tuple[int, int, Decision]] = {}
    counts = [0, 0]
    for decision in decisions(root):
        if decision.known not in sets:
            counts[decision.player] += 1
            sets[decision.known] = decision.player, counts[decision.player], decision
    return sets


def efg_text(root: Node, hand: int) -> str:
    """The tree in Gambit's extensive form; pays are phase-two tricks above the mean."""
    numbers = {known: number for known, (_, number, _) in _numbered(root).items()}
    chances = 0

    def lines(node: Node) -> Iterator[str]:
        nonlocal chances
        if isinstance(node, Leaf):
            pay = node.tricks - hand / 2
            yield f't "" {node.tricks + 1} "" {{ {pay} {hand / 2 - node.tricks} }}'
            return
        if isinstance(node, Decision):
            places = " ".join(f'"{place}"' for place in range(len(node.cards)))
            yield f'p "" {node.player + 1} {numbers[node.known]} "{node.known}" {{ {places} }} 0'
        else:
            chances += 1
            turns = " ".join(f'"{turn}" 1/{len(node.children)}' for turn in range(len(node.children)))
            yield f'c "" {chances} "" {{ {turns} }} 0'
        for child in node.children:
            yield from lines(child)

    return "\n".join(('EFG 2 R "German whist" { "0" "1" } ""', *lines(root), ""))
