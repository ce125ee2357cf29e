"""Information-set Monte Carlo tree search, compiled: the published kind of agent, for comparison.

As in Cowling, Powley and Whitehouse (2012), single observer, and as OpenSpiel's agent for
this game played: each iteration draws a world that fits what the player saw, walks down
one tree of cards that all worlds share, adds one card to it, plays on at random to the
end of phase one and takes the exact result of phase two. Upcards and draws are the
world's, not the tree's. Since the legal cards change with the world, the bound that
leads the walk counts for each card how often it was *available*.

The tree lies in one array of integers, a row a node, with the sums of results beside it.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import numpy.typing as npt
from numba import float32, float64, int64, uint64, void

from trainer.engine.native import compiled, count_bits, lowest_bit
from trainer.engine.random_kernel import Stream, next_below
from trainer.engine.rollout_kernel import play_out
from trainer.engine.table_kernel import (
    COUNTED,
    HANDS,
    LEADER,
    LED,
    SIZE,
    TRICK,
    Table,
    Words,
    copy_table,
    legal_cards,
    play_card,
)
from trainer.engine.weights_kernel import Weights, Work

Tree = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int64]
Sums = npt.NDArray[np.float64]

# A node: the card that leads to it, its parent, first child and next sibling (0: none),
# how often it was visited, and how often its card was legal when the parent was left.
CARD, PARENT, CHILD, SIBLING, VISITS, AVAILABLE, PLACES_OF_NODE = 0, 1, 2, 3, 4, 5, 6
ROOT = 0

_ints, _floats, _sums, _stream = int64[::1], float32[::1], float64[::1], uint64[::1]
_tree = _rows = int64[:, ::1]


@compiled(int64(_tree, _sums, int64, int64, int64, float64))
def best_child(tree: Tree, sums: Sums, node: int, legal: int, player: int, exploration: float) -> int:
    """The child with a legal card and the highest upper bound, as `player` sees it."""
    best, best_bound = ROOT, -1.0
    child = tree[node, CHILD]
    while child != ROOT:
        if legal >> tree[child, CARD] & 1:
            mean = sums[child] / tree[child, VISITS]
            if player != 0:
                mean = 1.0 - mean
            bound = mean + exploration * sqrt(log(tree[child, AVAILABLE]) / tree[child, VISITS])
            if bound > best_bound:
                best, best_bound = child, bound
        child = tree[child, SIBLING]
    return int(best)


@compiled(int64(_tree, int64, int64))
def untried_cards(tree: Tree, node: int, legal: int) -> int:
    """The legal cards that have no child yet; those that have are counted as available once more."""
    child = tree[node, CHILD]
    left = legal
    while child != ROOT:
        if legal >> tree[child, CARD] & 1:
            tree[child, AVAILABLE] += 1
            left &= ~(1 << tree[child, CARD])
        child = tree[child, SIBLING]
    return left


@compiled(void(_tree, int64, int64, int64))
def add_child(tree: Tree, node: int, child: int, card: int) -> None:
    """Write a new node as the first child of `node`."""
    tree[child, CARD], tree[child, PARENT] = card, node
    tree[child, SIBLING], tree[node, CHILD] = tree[node, CHILD], child
    tree[child, AVAILABLE] = 1


@compiled(int64(_tree, _sums, int64, _ints, _ints, float64, _stream))
def walk_down(
    tree: Tree, sums: Sums, used: int, table: Table, stock: Words, exploration: float, stream: Stream
) -> int:
    """Play down the tree and one card beyond, which becomes node `used`; return the last node."""
    node, first = ROOT, table[TRICK]
    while table[TRICK] <= table[SIZE]:
        player = table[LEADER] if table[LED] < 0 else 1 - table[LEADER]
        legal = legal_cards(table, player)
        untried = untried_cards(tree, node, legal)
        if untried:
            for _ in range(next_below(stream, count_bits(untried))):
                untried &= untried - 1
            card = lowest_bit(untried)
            add_child(tree, node, used, card)
            node = used
        else:
            node = best_child(tree, sums, node, legal, player, exploration)
            card = tree[node, CARD]
        play_card(table, stock, 2 * (table[TRICK] - first), player, card)
        if node == used:
            break
    return int(node)


@compiled(void(_tree, _sums, int64, float64))
def credit(tree: Tree, sums: Sums, node: int, share: float) -> None:
    """Count a visit with its result, player 0's share of the tricks, up to the root."""
    while node != ROOT:
        tree[node, VISITS] += 1
        sums[node] += share
        node = tree[node, PARENT]


@compiled(int64(_tree, _sums))
def most_visited(tree: Tree, sums: Sums) -> int:
    """The card of the root's most visited child, of equal ones that with the best results."""
    best = child = tree[ROOT, CHILD]
    while child != ROOT:
        more = tree[child, VISITS] - tree[best, VISITS]
        if more > 0 or (more == 0 and sums[child] > sums[best]):
            best = child
        child = tree[child, SIBLING]
    return int(tree[best, CARD])


@compiled(int64(int64, _floats, _floats, _ints, _ints, _rows, _stream, float64))
def search_card(
    block: int,
    weights: Weights,
    work: Work,
    start: Table,
    hands: Words,
    stocks: Rows,
    streams: Stream,
    exploration: float,
) -> int:
    """The card that player 0, whose turn it is, plays after one iteration in each world.

    `start` is the table without the other hand, the worlds as in `worlds.Worlds`;
    `weights` are the policy of the roll-outs.
    """
    tree = np.zeros((len(hands) + 1, PLACES_OF_NODE), dtype=np.int64)
    sums = np.zeros(len(hands) + 1, dtype=np.float64)
    table = np.zeros(len(start), dtype=np.int64)
    stream = np.zeros(1, dtype=np.uint64)
    tricks = start[SIZE] * (1 + start[COUNTED])
    for world in range(len(hands)):
        stream[0] = streams[world]
        copy_table(table, start)
        table[HANDS + 1] = hands[world]
        stock = stocks[world]
        node = walk_down(tree, sums, world + 1, table, stock, exploration, stream)
        place = 2 * (table[TRICK] - start[TRICK])
        credit(tree, sums, node, play_out(block, weights, work, table, stock, place, stream) / tricks)
    return most_visited(tree, sums)
