"""Information-set tree search: its tree counts right, and it finds what is plain to find."""

from __future__ import annotations

import numpy as np
import pytest

from tests.engine.self_play import phase_one_positions
from trainer.engine import ismcts_kernel as kernel
from trainer.engine.estimates import estimate_cards
from trainer.engine.matches import play_match
from trainer.engine.policies import table_of
from trainer.engine.positions import Position, legal_cards
from trainer.engine.searches import TreeSearch
from trainer.engine.worlds import world_source


def new_tree(nodes: int) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros((nodes, kernel.PLACES_OF_NODE), dtype=np.int64), np.zeros(nodes)


def grown_tree(position: Position, iterations: int) -> tuple[np.ndarray, np.ndarray]:
    """A tree whose every iteration ends with the share 0.25 for player 0."""
    worlds = world_source(position, belief="uniform", policy="random", seed=2).draw(iterations)
    tree, sums = new_tree(iterations + 1)
    for number in range(iterations):
        table = table_of(position)
        table[1] = worlds.hands[number]
        stream = worlds.streams[number : number + 1]
        node = kernel.walk_down(tree, sums, number + 1, table, worlds.stocks[number], 0.7, stream)
        kernel.credit(tree, sums, node, 0.25)
    return tree, sums


def children(tree: np.ndarray, node: int) -> list[int]:
    found, child = [], int(tree[node, kernel.CHILD])
    while child:
        found.append(child)
        child = int(tree[child, kernel.SIBLING])
    return found


def test_each_iteration_adds_one_node_and_one_visit_a_level() -> None:
    position = next(phase_one_positions(3))
    tree, sums = grown_tree(position, 200)
    roots = children(tree, kernel.ROOT)
    assert {tree[node, kernel.CARD] for node in roots} == {card.index for card in legal_cards(position)}
    assert sum(tree[node, kernel.VISITS] for node in roots) == 200
    for node in range(1, 201):
        below = sum(tree[child, kernel.VISITS] for child in children(tree, node))
        assert tree[node, kernel.VISITS] == 1 + below
        assert sums[node] == pytest.approx(0.25 * tree[node, kernel.VISITS])


def test_card_is_available_at_least_as_often_as_it_is_played() -> None:
    tree, _ = grown_tree(next(phase_one_positions(3)), 200)
    assert (tree[1:, kernel.AVAILABLE] >= tree[1:, kernel.VISITS]).all()
    replies = [node for root in children(tree, kernel.ROOT) for node in children(tree, root)]
    assert any(
        tree[node, kernel.AVAILABLE] < tree[tree[node, kernel.PARENT], kernel.VISITS] - 1 for node in replies
    )


def test_opponent_prefers_what_is_worse_for_the_player() -> None:
    tree, sums = new_tree(3)
    for child, (card, share) in enumerate(((5, 0.9), (6, 0.2)), start=1):
        kernel.add_child(tree, kernel.ROOT, child, card)
        tree[child, kernel.AVAILABLE] = 10
        for _ in range(5):
            kernel.credit(tree, sums, child, share)
    both = 1 << 5 | 1 << 6
    assert kernel.best_child(tree, sums, kernel.ROOT, both, 0, 0.5) == 1
    assert kernel.best_child(tree, sums, kernel.ROOT, both, 1, 0.5) == 2
    assert kernel.best_child(tree, sums, kernel.ROOT, 1 << 6, 0, 0.5) == 2


def test_search_finds_the_exact_answer_of_the_last_card() -> None:
    """At the follower's card of trick 13 all worlds can be listed, so the truth is known."""
    agreed = 0
    for seed in range(70):
        *_, position = phase_one_positions(seed)
        values = {card: estimate.tricks for card, estimate in _exact(position).items()}
        best = max(values.values())
        if len(values) < 2 or sorted(values.values())[-2] > best - 0.5:
            continue
        assert values[TreeSearch(iterations=800).card(position, seed)] == best
        agreed += 1
    assert agreed >= 5


def test_more_iterations_play_better_than_chance() -> None:
    share = play_match("ismcts-60", "random", deals=12, seed=4).share
    assert share.mean > 0.7


def _exact(position: Position) -> dict:
    estimate = estimate_cards(position, worlds=1, seed=1)
    assert estimate.is_enumerated
    return estimate.cards
