"""What an equilibrium says of every decision, from the strategies alone.

A strategy gives each information set the chances of its cards. From a tree and the
strategies of both players follow the *reach* of a set (how often it comes up when
both play so) and the *value* of each card: phase-two tricks against the other
player's strategy, with best play of one's own from then on. A card that some
equilibrium plays has the greatest value against every equilibrium of the other
player, so a card of less value belongs to none.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.engine.small_packs.game import Decision, Leaf, Node, decisions

DATA = Path(__file__).parents[2] / "data" / "small_packs"

type Chances = Mapping[str, float]
type Strategy = Mapping[str, Chances]


@dataclass(frozen=True, slots=True)
class Known:
    """One information set in equilibrium, with a choice and reached: its cards' chances and values."""

    reach: float
    chances: Chances
    values: Mapping[str, float]

    def loss(self, card: str) -> float:
        """By how many tricks a card is worth less than the best."""
        return max(self.values.values()) - self.values[card]


def kept_equilibrium(size: str) -> tuple[dict[str, object], Strategy]:
    """What `solve` wrote: how it was made, and the strategies of both players.

    Sets with one card and sets that their player's own play avoids are left out.
    """
    header, *rows = (DATA / f"{size}.jsonl").read_text(encoding="utf-8").splitlines()
    return json.loads(header), dict(map(json.loads, rows))


def chances_at(strategy: Strategy, decision: Decision) -> list[float]:
    """The chances of a decision's cards; where the strategy is silent, the first card."""
    chances = strategy.get(decision.known)
    if chances is None:
        return [1.0, *(0.0 for _ in decision.cards[1:])]
    return [chances.get(card, 0.0) for card in decision.cards]


def analysed(root: Node, hand: int, strategy: Strategy) -> dict[str, Known]:
    """Reach, chances and values of every information set with a choice that comes up."""
    reach = reaches(root, strategy)
    values = {**BestReply(root, hand, strategy, 0).values, **BestReply(root, hand, strategy, 1).values}
    return {
        decision.known: Known(
            reach[decision.known],
            dict(zip(decision.cards, chances_at(strategy, decision), strict=True)),
            values[decision.known],
        )
        for decision in decisions(root)
        if len(decision.cards) > 1 and reach[decision.known] > 0
    }


def reaches(root: Node, strategy: Strategy) -> dict[str, float]:
    """How often each information set comes up when both play so."""
    total: dict[str, float] = defaultdict(float)

    def visit(node: Node, chance: float) -> None:
        if isinstance(node, Leaf) or chance == 0.0:
            return
        if isinstance(node, Decision):
            total[node.known] += chance
            shares = chances_at(strategy, node)
        else:
            shares = [1 / len(node.children)] * len(node.children)
        for child, share in zip(node.children, shares, strict=True):
            visit(child, chance * share)

    visit(root, 1.0)
    return total


def exploitability(root: Node, hand: int, strategy: Strategy) -> float:
    """By how many tricks a perfect opponent beats these strategies, the mean over both seats."""
    return (sum(BestReply(root, hand, strategy, player).value for player in (0, 1)) - hand) / 2


class BestReply:
    """Best play of `player` against the other player's strategy.

    `value` is what it takes in phase two, `values` what each card takes in each set
    that the other player lets come up.
    """

    def __init__(self, root: Node, hand: int, strategy: Strategy, player: int) -> None:
        self.hand, self.strategy, self.player = hand, strategy, player
        self.values: dict[str, dict[str, float]] = {}
        self._best: dict[str, int] = {}
        self._nodes: dict[str, list[tuple[Decision, float]]] = defaultdict(list)
        self._collect(root, 1.0)
        for known in self._nodes:
            self._best_card(known)
        self.value = self._tricks(root)

    def _collect(self, node: Node, chance: float) -> None:
        if isinstance(node, Leaf) or chance == 0.0:
            return
        if isinstance(node, Decision) and node.player == self.player:
            self._nodes[node.known].append((node, chance))
        for child, share in zip(node.children, self._shares(node), strict=True):
            self._collect(child, chance * share)

    def _shares(self, node: Node) -> list[float]:
        """The chances of a node's children, 1 each for the player's own cards."""
        assert not isinstance(node, Leaf)
        if not isinstance(node, Decision):
            return [1 / len(node.children)] * len(node.children)
        return [1.0] * len(node.cards) if node.player == self.player else chances_at(self.strategy, node)

    def _best_card(self, known: str) -> int:
        """The place of the best card; all nodes of the set count, in proportion to their chances."""
        if known not in self._best:
            nodes = self._nodes[known]
            total = sum(chance for _, chance in nodes)
            cards = nodes[0][0].cards
            values = [
                sum(chance * self._tricks(node.children[place]) for node, chance in nodes) / total
                for place in range(len(cards))
            ]
            self.values[known] = dict(zip(cards, values, strict=True))
            self._best[known] = values.index(max(values))
        return self._best[known]

    def _tricks(self, node: Node) -> float:
        """Phase-two tricks of the player from a node on."""
        if isinstance(node, Leaf):
            return node.tricks if self.player == 0 else self.hand - node.tricks
        if isinstance(node, Decision) and node.player == self.player:
            return self._tricks(node.children[self._best_card(node.known)])
        shares = zip(self._shares(node), node.children, strict=True)
        return sum(share * self._tricks(child) for share, child in shares if share)
